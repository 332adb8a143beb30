import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, unless they are there. Node's own `recursive` never comes to an end where a file system
 * answers that a folder's parent is missing although it is there, as /proc does, and such a call can neither be given up nor be
 * outlived by the process.
 * @param mode of the folders that are made
 * @throws the error of the system, with `code` and `path`
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  if (await isFolder(path)) return;
  try {
    await mkdir(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(path) !== path) {
      await makeFolder(dirname(path), mode);
      await makeOne(path, mode);
    } else if (!(await isFolder(path))) throw error;
  }
}

async function makeOne(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, mode);
  } catch (error) {
    // Another process was quicker.
    if (!(await isFolder(path))) throw error;
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
