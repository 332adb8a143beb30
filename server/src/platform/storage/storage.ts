import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { openFolderStorage } from './folder-storage.ts';
import type { Storage } from './storage-port.ts';

export type { Storage } from './storage-port.ts';

/** Opens the storage that the settings name, and removes what an interrupted upload left behind. */
export async function openStorage(config: Pick<Config, 'dataDir'>): Promise<Storage> {
  return await openFolderStorage(join(config.dataDir, 'media'));
}
