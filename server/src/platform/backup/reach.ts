import type { Config } from '#platform/config/config.ts';
import { startEmbedded } from '#platform/database/embedded.ts';
import { urlOfRunning } from '#platform/database/embedded-running.ts';

/** A way to the database past any pooler. */
export interface Reached {
  url: string;
  /** Ends a database that was started for this. */
  leave(): Promise<void>;
}

/**
 * The database that the settings name. The embedded one is started for this if it does not run.
 * @param options `mayRun`: a server that runs on DATA_DIR is no fault; its database is used
 * @throws StartError when it cannot be had
 */
export async function reachDatabase(config: Config, { mayRun }: { mayRun: boolean }): Promise<Reached> {
  const url =
    config.databaseDirectUrl ?? config.databaseUrl ?? (mayRun ? await urlOfRunning(config.dataDir) : undefined);
  if (url !== undefined) return { url, leave: () => Promise.resolve() };
  const database = await startEmbedded(config.dataDir);
  return { url: database.url, leave: () => database.stop() };
}
