import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterIn, findPostmaster, hasCluster } from '#operations/embedded-postgres/cluster.ts';
import { startEmbedded } from '#operations/embedded-postgres/embedded.ts';
import { isLocked } from '#operations/embedded-postgres/instance-lock.ts';
import type { Config } from '#platform/config/config.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { StartError } from '#platform/errors/start-error.ts';
import { messageOf } from '../message.ts';

/** An embedded database that runs while the doctor examines it. */
export interface TemporaryDatabase {
  /** Why it couldn't be started. */
  fault?: Finding;
  /** Stops what was started for this. */
  close(): Promise<void>;
}

/** Milliseconds it may take to start; recovery after a crash may take far longer. */
const timeoutMs = 20_000;

const asleep: TemporaryDatabase = { close: () => Promise.resolve() };

/**
 * Starts the embedded database if there is one that isn't in use: there's no other way to see what's in it, and starting it shows
 * whether it works. Never creates one.
 */
export async function startTemporarily({ databaseUrl, dataDir }: Config): Promise<TemporaryDatabase> {
  const about = findingsAbout('database');
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  if (databaseUrl !== undefined || folder === undefined) return asleep;
  const cluster = clusterIn(folder);
  if (!(await hasCluster(cluster)) || (await isLocked(join(folder, 'server.lock'))) || (await findPostmaster(cluster)))
    return asleep;
  // A log of its own: the server may run as another user, who couldn't write to one created by this user.
  const logs = await mkdtemp(join(tmpdir(), 'hubbub-doctor-log-'));
  const removeLogs = () => rm(logs, { recursive: true, force: true });
  const starting = startEmbedded(dataDir, { logFile: join(logs, 'postgres.log') });
  const close = () => starting.then((database) => database.stop()).finally(removeLogs);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs);
  });
  try {
    if ((await Promise.race([starting, late])) !== 'late') return { close };
    void close().catch(() => undefined);
    const found = `The embedded database didn't start within ${timeoutMs / 1000} seconds; it may be recovering from a crash.`;
    return {
      ...asleep,
      fault: about.failed(found, 'Start the server, which waits for it, then run the doctor again.'),
    };
  } catch (error) {
    await removeLogs();
    return { ...asleep, fault: explain(error, dataDir) };
  } finally {
    clearTimeout(timer);
  }
}

function explain(error: unknown, dataDir: string): Finding {
  const about = findingsAbout('database');
  if (error instanceof StartError) {
    return about.failed(error.message, 'Do so, or restore a backup into another DATA_DIR.');
  }
  return about.failed(
    `The embedded database in ${dataDir} can't be started (${messageOf(error)}).`,
    "Run the doctor as the server's user. If you already do, restore a backup into another DATA_DIR.",
  );
}
