import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { openFolderStorage } from './folder-storage.ts';
import type { Storage } from './storage-port.ts';

export type { Storage } from './storage-port.ts';

/** Opens the storage that the settings name, and removes what an interrupted upload left behind. */
export async function openStorage(config: Pick<Config, 'dataDir' | 'bucket'>): Promise<Storage> {
  const folder = join(config.dataDir, 'media');
  if (!config.bucket) return await openFolderStorage(folder);
  // It's large, so it's only loaded if there's a bucket.
  const { openS3Storage } = await import('./s3-storage.ts');
  return await openS3Storage(config.bucket, folder);
}
