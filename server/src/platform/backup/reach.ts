import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { startEmbedded } from '#platform/database/embedded.ts';
import { clusterIn, hasCluster } from '#platform/database/embedded-cluster.ts';
import { urlOfRunning } from '#platform/database/embedded-running.ts';
import { findRestoreIn, markFolder, refuseUnfinished } from '#platform/database/unfinished-restore.ts';

/** A way to the database past any pooler. */
export interface Reached {
  url: string;
  /** To be called when the database itself holds the note that a restore is under way. */
  reached(): Promise<void>;
  /** Ends a database that was started for this. */
  leave(): Promise<void>;
}

const nothing = () => Promise.resolve();

/**
 * The database that the settings name. The embedded one is started for this if it does not run.
 * @param options `restoreFrom`: it is to be filled from this backup, so no server may run on DATA_DIR; without it one that
 *   runs is no fault, and its database is used
 * @throws StartError when it cannot be had
 */
export async function reachDatabase(config: Config, { restoreFrom }: { restoreFrom?: string } = {}): Promise<Reached> {
  const { dataDir } = config;
  const isRestore = restoreFrom !== undefined;
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? (isRestore ? undefined : await urlOfRunning(dataDir));
  if (url !== undefined) return { url, reached: nothing, leave: nothing };
  if (!isRestore) refuseUnfinished(await findRestoreIn(dataDir));
  const isNew = !(await hasCluster(clusterIn(join(dataDir, 'postgres'))));
  const unmark =
    isRestore && (isNew || (await findRestoreIn(dataDir))) ? await markFolder(dataDir, restoreFrom) : nothing;
  try {
    const database = await startEmbedded(dataDir);
    return { url: database.url, reached: unmark, leave: () => database.stop().then(unmark) };
  } catch (error) {
    await unmark();
    throw error;
  }
}
