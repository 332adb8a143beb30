import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/logging/logging.ts';
import { type Connection, lockAsAlive } from './jobs.queries.ts';

/** How long to wait before the database is asked again after it was lost, in milliseconds. */
const pauseMs = 500;

export interface LifeSign {
  /** Resolves once the lock is held: before the pool takes its first job. Waits as long as the database is away. */
  announce(poolId: string): Promise<void>;
  /** Closes the connection, and with it the locks. Others can be announced afterwards. */
  end(): void;
}

/**
 * An advisory lock for each pool of workers, held by one connection: the database lets go of it when this process dies in
 * whatever way, and any other process then knows that its jobs are free. (graphile-worker by itself waits four hours.)
 */
export function createLifeSign(db: Database, log: Log): LifeSign {
  const announced = new Map<string, Promise<void>>();
  /** Those that are being locked, which may take several tries. */
  const locking = new Set<string>();
  let connection: Promise<Connection> | undefined;

  const open = (): Promise<Connection> => {
    const opening = connect();
    connection = opening;
    return opening;

    async function connect(): Promise<Connection> {
      const client = await db.pool.connect();
      client.once('error', (error) => {
        if (connection !== opening) return;
        connection = undefined;
        client.release(error);
        log.warn({ err: error }, 'the connection that marks running jobs was lost; marking them again');
        for (const id of announced.keys()) if (!locking.has(id)) announced.set(id, lock(id));
      });
      return client;
    }
  };

  const lock = async (id: string): Promise<void> => {
    locking.add(id);
    while (announced.has(id)) {
      const held = connection ?? open();
      try {
        await lockAsAlive(await held, id);
        break;
      } catch (error) {
        log.debug({ err: error }, 'running jobs could not be marked');
        if (connection === held) {
          connection = undefined;
          release(held);
        }
        await pause(pauseMs, undefined, { ref: false });
      }
    }
    locking.delete(id);
  };

  return {
    announce(poolId) {
      const known = announced.get(poolId);
      if (known) return known;
      announced.set(poolId, Promise.resolve());
      const done = lock(poolId);
      announced.set(poolId, done);
      return done;
    },
    end() {
      announced.clear();
      if (connection) release(connection);
      connection = undefined;
    },
  };
}

function release(connection: Promise<Connection>): void {
  connection.then(
    (client) => client.release(true),
    () => undefined,
  );
}
