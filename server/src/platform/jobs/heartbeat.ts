import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/logging/logging.ts';
import { type Connection, lockAsAlive } from './jobs.queries.ts';

/** Milliseconds before the database is asked again after it was lost. */
const pauseMs = 500;

export interface Heartbeat {
  /** Resolves once the lock of a worker pool is held, however long the database is away: before the pool takes its first job. */
  start(poolId: string): Promise<void>;
  /** Gives the lock back; another pool can be started afterwards. */
  stop(): void;
}

/**
 * An advisory lock for the worker pool of this process, on a connection of its own: the database releases it when the process
 * dies in whatever way, so others know that its jobs are free. graphile-worker by itself waits four hours: in a test that
 * killed a worker (SIGKILL) in the middle of a job, another one hadn't taken the job after two minutes.
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
      log.warn({ err: error }, 'the connection that marks running jobs was lost; marking them again');
      drop();
      if (started) started.locked = lock(poolId);
    });
  };

  const lock = async (poolId: string): Promise<void> => {
    while (started?.poolId === poolId) {
      let opened: Connection | undefined;
      try {
        opened = await db.pool.connect();
        await lockAsAlive(opened, poolId);
        if (started?.poolId === poolId) hold(opened, poolId);
        else opened.release(true);
        return;
      } catch (error) {
        log.debug({ err: error }, 'running jobs could not be marked');
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
    stop() {
      started = undefined;
      drop();
    },
  };
}
