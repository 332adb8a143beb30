import { mkdir } from 'node:fs/promises';
import type { Storage } from '#platform/storage/storage.ts';

/** Gives `work` a temporary local folder, and removes it afterwards. */
export async function withScratchFolder<T>(
  { withScratchFile }: Pick<Storage, 'withScratchFile'>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  return await withScratchFile(async (folder) => {
    await mkdir(folder, { mode: 0o700 });
    return await work(folder);
  });
}
