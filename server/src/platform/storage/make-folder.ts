import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its ancestors if needed. Node's own `recursive` never returns if a file system claims that a folder's parent is
 * missing although it exists, as /proc does, and such a call can't be canceled and keeps the process from exiting.
 * @param mode the mode of folders that are created
 * @throws the system's error, with `code` and `path`
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
    // Another process was faster.
    if (!(await isFolder(path))) throw error;
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
