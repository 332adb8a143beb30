import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openScratch } from './scratch.ts';
import { type ByteRange, isStorageKey, type Storage } from './storage-port.ts';
import { writeWithin } from './write-within.ts';

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Files in a folder, spread over two levels of subfolders by the first four characters of their keys. A file is written next to its
 * destination, flushed to disk and then renamed, so that a crash leaves either all of it or a scratch file, which the next start
 * removes.
 */
export async function openFolderStorage(root: string): Promise<Storage> {
  const withScratchFile = await openScratch(root);

  const pathOf = (key: string): string => {
    if (!isStorageKey(key)) throw new TypeError('not a storage key');
    return join(root, key.slice(0, 2), key.slice(2, 4).padEnd(2, '_'), key);
  };

  const moveIn = async (source: string, key: string) => {
    const target = pathOf(key);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(source, target);
    await flush(dirname(target));
  };

  const storage: Storage = {
    async put(key, body, { maxBytes, consume = false }) {
      return await withScratchFile(async (source) => {
        const bytes = await writeWithin(source, body, { maxBytes, consume });
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
    withScratchFile,
  };
  return storage;
}

/** Makes a file, or changes to a folder's file names, durable. Not every system can open a folder; those that can't need it less. */
async function flush(path: string): Promise<void> {
  try {
    const handle = await open(path);
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EINVAL', 'EACCES'].includes(String(codeOf(error)))) throw error;
  }
}
