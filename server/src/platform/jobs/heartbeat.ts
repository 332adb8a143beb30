import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/logging/logging.ts';
import { type Connection, takeLivenessLock } from './jobs.queries.ts';

/** Milliseconds before retrying after the database connection was lost. */
const pauseMs = 500;

export interface Heartbeat {
  /** Resolves once it holds the worker pool's lock, however long the database is away; the pool takes its first job only after that. */
  start(poolId: string): Promise<void>;
  /** Stops trying to get the lock, if the database is away. */
  giveUp(): void;
  /** Releases the lock; another pool can be started afterwards. */
  stop(): void;
}

/**
 * An advisory lock for this process's worker pool, on its own connection: the database releases it however the process dies, so others
 * know that its jobs are free. graphile-worker alone waits four hours: in a test that killed a worker (SIGKILL) in the middle of a job,
 * another one hadn't taken the job after two minutes.
 */
export function createHeartbeat(db: Database, log: Log): Heartbeat {
  let started: { poolId: string; locked: Promise<void> } | undefined;
  let client: Connection | undefined;

  const drop = () => {
    client?.release(true);
    client = undefined;
  };

  const hold = (opened: Connection, poolId: string) => {
    client = opened;
    opened.once('error', (error) => {
      if (client !== opened) return;
      log.warn({ err: error }, 'lost the connection that marks running jobs; marking them again');
      drop();
      if (started) started.locked = lock(poolId);
    });
  };

  const lock = async (poolId: string): Promise<void> => {
    while (started?.poolId === poolId) {
      let opened: Connection | undefined;
      try {
        opened = await db.pool.connect();
        await takeLivenessLock(opened, poolId);
        if (started?.poolId === poolId) hold(opened, poolId);
        else opened.release(true);
        return;
      } catch (error) {
        log.debug({ err: error }, "couldn't mark running jobs");
        opened?.release(true);
        await pause(pauseMs, undefined, { ref: false });
      }
    }
  };

  return {
    start(poolId) {
      if (started?.poolId !== poolId) {
        drop();
        started = { poolId, locked: Promise.resolve() };
        started.locked = lock(poolId);
      }
      return started.locked;
    },
    giveUp() {
      if (!client) started = undefined;
    },
    stop() {
      started = undefined;
      drop();
    },
  };
}
