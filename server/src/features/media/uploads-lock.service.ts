import { setTimeout as pause } from 'node:timers/promises';
import type { Locker } from '@tus/server';
import { conflict, unavailable } from '#platform/errors/errors.ts';
import type { Connection } from '#platform/jobs/jobs.queries.ts';
import type { Platform } from '#platform/platform.ts';
import { giveUploadLock, takeUploadLock } from './uploads.queries.ts';

declare module '#platform/realtime/signals.ts' {
  interface Signals {
    /**
     * A client continues an upload: if another process is still receiving it, that process stops, and keeps what has
     * arrived.
     */
    'uploads.wanted': { id: string };
  }
}

/** Milliseconds between attempts to take a lock that another request holds, and in total. */
const retry = { every: 100, within: 10_000 };

/**
 * Allows one request at a time for an upload, across all processes: advisory locks on a connection of this process's
 * own, which the database releases however the process dies.
 */
export function openUploadLocks({ db, realtime, log }: Pick<Platform, 'db' | 'realtime' | 'log'>): Locker {
  const held = new Map<string, () => void>();
  let connecting: Promise<Connection> | undefined;

  const connect = async (): Promise<Connection> => {
    const opened = await db.pool.connect();
    opened.once('error', (error) => {
      log.warn({ err: error }, 'lost the connection that locks uploads');
      opened.release(true);
      connecting = undefined;
      for (const stop of held.values()) stop();
    });
    return opened;
  };
  const connection = () => {
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  };
  const closeIfIdle = () => {
    if (held.size > 0 || !connecting) return;
    const closing = connecting;
    connecting = undefined;
    void closing.then((opened) => opened.release(true)).catch(() => undefined);
  };

  // The connection runs one statement at a time.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  realtime.signals.on('uploads.wanted', ({ id }) => held.get(id)?.());

  const take = async (id: string, stop: () => void): Promise<boolean> => {
    if (held.has(id)) return false;
    held.set(id, stop);
    const isTaken = await inTurn(async () => await takeUploadLock(await connection(), id)).catch(() => {
      held.delete(id);
      throw unavailable();
    });
    if (!isTaken) held.delete(id);
    return isTaken;
  };

  return {
    newLock: (id) => ({
      async lock(signal, stop) {
        for (let waited = 0; !(await take(id, () => void stop())); waited += retry.every) {
          if (signal.aborted || waited >= retry.within)
            throw conflict({ uploads: 'This upload is still being received elsewhere. Try again in a moment.' });
          realtime.signals.emit('uploads.wanted', { id });
          await pause(retry.every);
        }
      },
      async unlock() {
        await inTurn(async () => {
          const opened = await connecting;
          if (opened) await giveUploadLock(opened, id);
        }).catch(() => undefined);
        held.delete(id);
        closeIfIdle();
      },
    }),
  };
}
