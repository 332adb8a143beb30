import { watch } from 'node:fs';

/** Editors write a file in several steps, which are over within this time (milliseconds). */
const settle = 50;

/**
 * Calls `changed` once for each burst of changes in the folders.
 * @param {string[]} folders
 * @param {(file: string) => void} changed gets one of the files, relative to its folder
 */
export function watchFolders(folders, changed) {
  let timer;
  for (const folder of folders) {
    watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || /(^|\/)\.|\.test\.|~$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => changed(file), settle);
    });
  }
}
