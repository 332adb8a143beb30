import { keyOf, type Searchable, type TextRow } from '#features/texts/public.ts';
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

/** Texts indexed in one transaction. */
const atOnce = 500;

const indexed = ({ thing, number, content, place }: TextRow & { place: number }): IndexedText => ({
  thing,
  number,
  grams: [place, ...gramsOf(fold(content).text)],
});

/** Indexes everything that was written, changed or deleted. */
export async function indexWaiting(
  { db }: Platform,
  searchables: readonly Searchable[],
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  for (let count = atOnce; count === atOnce && !signal.aborted; ) {
    count = await db.transaction(async (tx) => {
      await lockIndex(tx);
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
    });
  }
}

/** Indexes what was there before the index, the newest first. Whenever it's stopped, or killed, the next run goes on from there. */
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
        // What was written, changed or deleted since is newer: it's in the index, or waits for it.
        await storeGrams(tx, texts.map(indexed), false);
        const last = texts.at(-1);
        if (last === undefined) await endFilling(tx, kind);
        else await moveFilling(tx, kind, last, texts.length);
        return last !== undefined;
      });
    }
  }
}
