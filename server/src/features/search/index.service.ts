import { setTimeout as pause } from 'node:timers/promises';
import { keyOf, type Searchable, type TextRow } from '#features/rich-text/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { JobContext } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import {
  endFilling,
  type IndexedText,
  lockFilling,
  lockIndex,
  moveFilling,
  removeGrams,
  storeGrams,
  takeWaiting,
} from './index.queries.ts';
import { fold, gramsOf } from './words.rules.ts';

/** How many texts one transaction indexes; few, because this process's other work waits meanwhile. */
const atOnce = 100;
/** The pause after each batch, as a multiple of the time it took, so that a flood of messages hardly slows down anything else. */
const rest = 3;
const longestRestMs = 2000;

export const indexed = ({ thing, number, content, place }: TextRow & { place: number }): IndexedText => ({
  thing,
  number,
  grams: [place, ...gramsOf(fold(content).text)],
});

/** Indexes some of the new, changed or deleted texts. @returns how many */
async function indexSome(tx: Tx, searchables: readonly Searchable[]): Promise<number> {
  const waiting = await takeWaiting(tx, atOnce);
  for (const searchable of searchables) {
    const ofKind = waiting.filter(({ kind }) => kind === searchable.kind);
    const keys = [...new Map(ofKind.map((key) => [keyOf(key), key])).values()];
    if (keys.length === 0) continue;
    const texts = await searchable.read(tx, keys);
    const there = new Set(texts.map(keyOf));
    await storeGrams(tx, texts.map(indexed), true);
    await removeGrams(
      tx,
      keys.filter((key) => !there.has(keyOf(key))),
    );
  }
  return waiting.length;
}

/**
 * Indexes everything that was written, changed or deleted, a little at a time, and in one process at a time.
 * @returns false: another process is already doing it
 */
export async function indexWaiting(
  { db }: Platform,
  searchables: readonly Searchable[],
  { signal }: Pick<JobContext, 'signal'>,
): Promise<boolean> {
  for (let restMs = 0; !signal.aborted; ) {
    const count = await db.transaction(async (tx) => {
      if (!(await lockIndex(tx))) return undefined;
      // Under the lock, so that no other process works on it meanwhile.
      if (restMs > 0) await pause(restMs, undefined, { signal });
      const startedAt = performance.now();
      const done = await indexSome(tx, searchables);
      restMs = Math.min(rest * (performance.now() - startedAt), longestRestMs);
      return done;
    });
    if (count === undefined) return false;
    if (count < atOnce) break;
  }
  return true;
}

/** Indexes texts from before the index, the newest first. If it's stopped or killed, the next run continues from there. */
export async function fillIndex(
  { db }: Platform,
  searchables: readonly Searchable[],
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  for (const searchable of searchables) {
    const { kind } = searchable;
    let isMore = true;
    while (isMore && !signal.aborted) {
      isMore = await db.transaction(async (tx) => {
        const filling = await lockFilling(tx, kind);
        if (!filling) return false;
        const { before_thing: thing, before_number: number } = filling;
        const texts = await searchable.older(tx, thing === null ? undefined : { thing, number: number ?? 0 }, atOnce);
        // Texts that were written, changed or deleted since are in the index already, or wait for it.
        await storeGrams(tx, texts.map(indexed), false);
        const last = texts.at(-1);
        if (last === undefined) await endFilling(tx, kind);
        else await moveFilling(tx, kind, last, texts.length);
        return last !== undefined;
      });
    }
  }
}
