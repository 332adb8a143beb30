import { join } from 'node:path';
import { clusterIn, hasCluster } from '#operations/embedded-postgres/cluster.ts';
import { startEmbedded } from '#operations/embedded-postgres/embedded.ts';
import { urlOfRunning } from '#operations/embedded-postgres/running.ts';
import {
  findUnfinishedRestore,
  markFolderRestoring,
  refuseUnfinished,
} from '#operations/migrations/unfinished-restore.ts';
import type { Config } from '#platform/config/config.ts';

/** A connection to the database that bypasses any pooler. */
export interface Reached {
  url: string;
  /** Call this once the database itself records that a restore is running. */
  reached(): Promise<void>;
  /** Stops a database that was started for this. */
  leave(): Promise<void>;
}

const nothing = () => Promise.resolve();

/**
 * The database that the settings name. The embedded one is started for this if it isn't running.
 * @param options `restoreFrom`: the backup to restore, so no server may run on DATA_DIR; without it a running server is fine, and its
 * database is used
 * @throws StartError when it can't be reached
 */
export async function reachDatabase(config: Config, { restoreFrom }: { restoreFrom?: string } = {}): Promise<Reached> {
  const { dataDir } = config;
  const isRestore = restoreFrom !== undefined;
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? (isRestore ? undefined : await urlOfRunning(dataDir));
  if (url !== undefined) return { url, reached: nothing, leave: nothing };
  if (!isRestore) refuseUnfinished(await findUnfinishedRestore(dataDir));
  const isNew = !(await hasCluster(clusterIn(join(dataDir, 'postgres'))));
  const unmark =
    isRestore && (isNew || (await findUnfinishedRestore(dataDir)))
      ? await markFolderRestoring(dataDir, restoreFrom)
      : nothing;
  try {
    const database = await startEmbedded(dataDir);
    return { url: database.url, reached: unmark, leave: () => database.stop().then(unmark) };
  } catch (error) {
    await unmark();
    throw error;
  }
}
