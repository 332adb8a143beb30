import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Db, Tx } from '#platform/database/database.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { Log } from '#platform/logging/logging.ts';
import {
  claimWrite,
  deleteAnswers,
  findAnswer,
  releaseClaim,
  renewClaim,
  storeAnswer,
  updateMade,
  type WriteKey,
} from './repeats.queries.ts';

/** How long answers are kept. */
const retentionMs = 7 * 24 * 60 * 60 * 1000;
/** How often a process renews its claim on a write, and after how long without that it counts as killed. */
const renewalMs = 10_000;
const leaseSeconds = 30;
/** How often and for how long to check whether another process has answered. */
const lookMs = 100;
const patienceMs = 60_000;

/** The answer to a write; only successes are stored. */
export interface StoredAnswer {
  status: number;
  body: string;
}

/** A write that this caller has to do. End it with one of its functions. */
export interface Claim {
  attempt: string;
  /** What a process had made before it was killed, without answering. */
  madeId: string | null;
  succeed(answer: StoredAnswer): Promise<void>;
  /** It was refused: the next request tries again. */
  fail(): Promise<void>;
}

/** Makes sure that writes with a `client_id` are done once. */
export interface Repeats {
  /**
   * Waits for the process that's working on the same write. No connection is held meanwhile.
   * @throws {HttpError} 503 if that takes a minute
   */
  claim(key: WriteKey): Promise<Claim | StoredAnswer>;
}

/** Waits no longer than that. */
async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}

/**
 * A claim is a row, not a lock: a lock would hold a connection for as long as an upload takes. A process that's killed leaves its claim,
 * which expires. What it had stored by then is done again, which changes nothing for most writes; those that make something store it in
 * their transaction (`noteMade`), and aren't done again.
 */
export function createRepeats({ db, clock, log }: { db: Database; clock: Clock; log: Log }): Repeats {
  /** The last in line for each write here. */
  const last = new Map<string, Promise<void>>();

  /** @param leave lets the next in line begin */
  function hold(attempt: string, madeId: string | null, leave: () => void): Claim {
    const renewal = setInterval(() => {
      renewClaim(db.kysely, attempt, leaseSeconds).catch((error: unknown) =>
        log.warn({ err: error }, "couldn't renew a claim on a write"),
      );
    }, renewalMs);
    renewal.unref();
    const end = async (work: Promise<void>) => {
      clearInterval(renewal);
      // The answer is sent even so. If it's requested again, the claim has to expire first.
      await work.catch((error: unknown) => log.warn({ err: error }, "couldn't keep the answer to a write"));
      leave();
    };
    return {
      attempt,
      madeId,
      succeed: (answer) => end(storeAnswer(db.kysely, attempt, answer)),
      fail: () => end(releaseClaim(db.kysely, attempt)),
    };
  }

  /** Waits in line, so that many requests for the same write don't all query the database whenever one of them is done. */
  function queue(key: WriteKey): { turn: Promise<void> | undefined; leave: () => void } {
    const name = JSON.stringify([key.user_id, key.call, key.client_id]);
    const turn = last.get(name);
    const { promise, resolve } = Promise.withResolvers<void>();
    // A request that gives up leaves the line at its turn.
    const left = promise.then(() => turn);
    last.set(name, left);
    void left.then(() => last.get(name) === left && last.delete(name));
    return { turn, leave: resolve };
  }

  /** @returns undefined if another process takes too long */
  async function claimBefore(giveUpAt: number, key: WriteKey, leave: () => void) {
    while (performance.now() < giveUpAt) {
      const attempt = randomUUID();
      const now = clock.now();
      const since = new Date(now.getTime() - retentionMs);
      const claimed = await claimWrite(db.kysely, key, { attempt, now, since, seconds: leaseSeconds });
      if (claimed) return hold(attempt, claimed.made_id, leave);
      const found = await findAnswer(db.kysely, key);
      if (found && found.status !== null && found.body !== null) return { status: found.status, body: found.body };
      if (found) await sleep(lookMs);
    }
    return undefined;
  }

  return {
    async claim(key) {
      const giveUpAt = performance.now() + patienceMs;
      const { turn, leave } = queue(key);
      let claimed: Claim | StoredAnswer | undefined;
      try {
        if (turn) await within(patienceMs, turn);
        claimed = await claimBefore(giveUpAt, key, leave);
      } finally {
        if (claimed === undefined || !('attempt' in claimed)) leave();
      }
      if (!claimed) throw unavailable();
      return claimed;
    },
  };
}

/**
 * Stores what a write makes, in its transaction: if the process is killed before it has answered, the write isn't done again.
 * @param attempt undefined: the write has no `client_id`
 * @throws {HttpError} 503 if another process has taken the write over
 */
export async function noteMade(tx: Tx, attempt: string | undefined, id: string): Promise<void> {
  if (attempt !== undefined && !(await updateMade(tx, attempt, id))) throw unavailable();
}

/** Deletes answers that are older than a week. */
export const sweepAnswers = (db: Db, now: Date): Promise<void> =>
  deleteAnswers(db, new Date(now.getTime() - retentionMs));
