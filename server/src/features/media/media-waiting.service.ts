import { setTimeout as sleep } from 'node:timers/promises';
import { HttpError } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { findOwnUnfinished } from './media-waiting.queries.ts';

/** How long a request for one's own new recording waits until it's ready. */
const patienceMs = 20_000;

/** Milliseconds between polls. Each is a short statement; nothing is held in between. */
const pauseMs = { first: 50, longest: 500 };

/** How many requests of one person may wait at the same time in a process: as many as a post has files. */
const mostWaiting = 10;

const tooMany = 'Your other files are still being prepared. Try again in a moment.';

/**
 * Waits for the caller's own recording at a path while its metadata is being removed; other people's requests don't
 * wait.
 */
export type WaitForOwn = (tokenHash: Buffer, path: string, isGone: () => boolean) => Promise<void>;

/** Runs a statement when it's the person's turn. @throws {HttpError} 429 if too many of theirs are waiting already */
export type InTurn = <T>(tokenHash: Buffer, statement: () => Promise<T>) => Promise<T>;

/** @returns a function that throws 429 for people with too many waiting requests. Create once per process */
export function openWaiting({ db }: Platform, inTurn: InTurn): WaitForOwn {
  const waiting = new Map<string, number>();
  return async (tokenHash, path, isGone) => {
    const ask = () => inTurn(tokenHash, () => findOwnUnfinished(db.reads, tokenHash, path));
    const person = await ask();
    if (person === undefined) return;
    const count = waiting.get(person) ?? 0;
    if (count >= mostWaiting) throw new HttpError(429, tooMany, 2);
    waiting.set(person, count + 1);
    try {
      const end = performance.now() + patienceMs;
      for (let pause = pauseMs.first; performance.now() < end && !isGone(); ) {
        await sleep(pause);
        pause = Math.min(2 * pause, pauseMs.longest);
        if ((await ask()) === undefined) return;
      }
    } finally {
      const left = (waiting.get(person) ?? 1) - 1;
      if (left === 0) waiting.delete(person);
      else waiting.set(person, left);
    }
  };
}
