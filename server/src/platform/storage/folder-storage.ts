import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { type ByteRange, isStorageKey, type Storage } from './storage-port.ts';
import { writeWithin } from './write-within.ts';

const scratchFolder = '.incoming';
/** A file of another machine that shares the folder is believed abandoned after this long. */
const abandonedMs = 24 * 60 * 60 * 1000;
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Files in a folder, spread over two levels of folders by the first four characters of their keys. A file is written beside
 * its place, flushed to the disk and then renamed, so that a crash leaves either all of it or a scratch file, which the next
 * start removes.
 */
export async function openFolderStorage(root: string): Promise<Storage> {
  const scratch = join(root, scratchFolder);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  await sweep(scratch);

  const pathOf = (key: string): string => {
    if (!isStorageKey(key)) throw new TypeError('not a storage key');
    return join(root, key.slice(0, 2), key.slice(2, 4).padEnd(2, '_'), key);
  };
  const scratchPath = () => join(scratch, `${machine}-${process.pid}-${randomBytes(8).toString('hex')}`);

  const moveIn = async (source: string, key: string) => {
    const target = pathOf(key);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(source, target);
    await flush(dirname(target));
  };

  const storage: Storage = {
    async put(key, body, { maxBytes }) {
      return await storage.withScratchFile(async (source) => {
        const bytes = await writeWithin(source, body, { maxBytes });
        await flush(source);
        await moveIn(source, key);
        return { bytes };
      });
    },
    async adopt(key, source) {
      await flush(source);
      await moveIn(source, key);
    },
    async find(key) {
      if (!isStorageKey(key)) return undefined;
      try {
        const { size, mtime } = await stat(pathOf(key));
        return { size, modified: mtime };
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    async open(key, range?: ByteRange) {
      if (!isStorageKey(key)) return undefined;
      let handle: FileHandle;
      try {
        handle = await open(pathOf(key));
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
      const { size, mtime } = await handle.stat();
      return { size, modified: mtime, stream: createReadStream('', { fd: handle, ...range }) };
    },
    async remove(keys) {
      await Promise.all(keys.filter(isStorageKey).map(async (key) => await rm(pathOf(key), { force: true })));
    },
    async withLocalFile(key, work) {
      return (await storage.find(key)) ? await work(pathOf(key)) : undefined;
    },
    async withScratchFile(work) {
      const path = scratchPath();
      try {
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
  return storage;
}

/** Makes a file, or what happened to the names in a folder, durable. Not every system can open a folder; those that cannot need it less. */
async function flush(path: string): Promise<void> {
  try {
    const handle = await open(path);
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EINVAL', 'EACCES'].includes(String(codeOf(error)))) throw error;
  }
}

/** Removes scratch files of processes that are no more. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [owner, pid] = name.split('-');
    const path = join(folder, name);
    const about = await stat(path).catch(() => undefined);
    if (!about) continue;
    const orphaned = owner === machine ? !isRunning(Number(pid)) : Date.now() - about.mtimeMs > abandonedMs;
    if (orphaned) await rm(path, { force: true });
  }
}

/** Whether a process other than this one, which has just started, runs by that id. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
