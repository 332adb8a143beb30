import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';

const scratchFolder = '.incoming';
/** A scratch file from another machine that shares the folder counts as abandoned after this long. */
const abandonedMs = 24 * 60 * 60 * 1000;
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Gives `work` the path of a local file or folder that doesn't exist yet, and removes it afterwards. */
export type WithScratchFile = <T>(work: (path: string) => Promise<T>) => Promise<T>;

/** Creates the folder for scratch files, and removes those of processes that are gone. */
export async function openScratch(root: string): Promise<WithScratchFile> {
  const folder = join(root, scratchFolder);
  await makeFolder(folder, 0o700);
  await sweep(folder);
  return async (work) => {
    const path = join(folder, `${machine}-${process.pid}-${randomBytes(8).toString('hex')}`);
    try {
      return await work(path);
    } finally {
      await rm(path, { force: true, recursive: true });
    }
  };
}

/** Removes scratch files of processes that are gone. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [owner, pid] = name.split('-');
    const path = join(folder, name);
    const about = await stat(path).catch(() => undefined);
    if (!about) continue;
    const orphaned = owner === machine ? !isRunning(Number(pid)) : Date.now() - about.mtimeMs > abandonedMs;
    if (orphaned) await rm(path, { force: true, recursive: true });
  }
}

/** Whether a process with that id is running, other than this one, which has just started. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
