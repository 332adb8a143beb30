import { type Generated, sql } from 'kysely';
import type { TextKey } from '#features/rich-text/public.ts';
import { array, unnest } from '#platform/database/arrays.ts';
import type { Db, Tx } from '#platform/database/database.ts';

interface SearchWaitingTable {
  id: Generated<number>;
  kind: string;
  thing: string;
  number: number;
}

interface SearchFillingTable {
  kind: string;
  total: number;
  done: number;
  before_thing: string | null;
  before_number: number | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    search_waiting: SearchWaitingTable;
    search_filling: SearchFillingTable;
  }
}

/**
 * Lets one process at a time change the index, until the transaction ends: otherwise what was read first could be stored last.
 * @returns false: another one is doing it
 */
export async function lockIndex(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(hashtext('search'), 0) as taken`.execute(tx);
  return rows[0]?.taken === true;
}

/** Takes texts that wait to be indexed, the oldest first. */
export async function takeWaiting(tx: Tx, most: number): Promise<(TextKey & { kind: string })[]> {
  return await tx
    .deleteFrom('search_waiting')
    .where('id', 'in', (waiting) => waiting.selectFrom('search_waiting').select('id').orderBy('id').limit(most))
    .returning(['kind', 'thing', 'number'])
    .execute();
}

export interface IndexedText extends TextKey {
  grams: number[];
}

/** Stores grams. @param isNewer whether they replace what's there */
export async function storeGrams(tx: Tx, texts: readonly IndexedText[], isNewer: boolean): Promise<void> {
  if (texts.length === 0) return;
  const given = unnest('given', {
    thing: array(
      texts.map(({ thing }) => thing),
      'uuid',
    ),
    number: array(
      texts.map(({ number }) => number),
      'bigint',
    ),
    // PostgreSQL has no arrays of arrays of different lengths.
    grams: array(
      texts.map(({ grams }) => `{${grams.join()}}`),
      'text',
    ),
  });
  await tx
    .insertInto('search_texts')
    .columns(['thing', 'number', 'grams'])
    .expression((query) =>
      query
        .selectFrom(given)
        .select(['given.thing', 'given.number'])
        .select((row) => row.cast<number[]>('given.grams', sql`integer[]`).as('grams')),
    )
    .onConflict((conflict) => {
      const known = conflict.columns(['thing', 'number']);
      return isNewer ? known.doUpdateSet((texts) => ({ grams: texts.ref('excluded.grams') })) : known.doNothing();
    })
    .execute();
}

/** Removes deleted texts from the index. */
export async function removeGrams(tx: Tx, keys: readonly TextKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .deleteFrom('search_texts')
    .where(
      sql<boolean>`(thing, number) in (select * from unnest(${keys.map(({ thing }) => thing)}::uuid[],
        ${keys.map(({ number }) => number)}::bigint[]))`,
    )
    .execute();
}

/** The progress of indexing texts from before the index, locked. Undefined: it's complete, or another process is working on it. */
export async function lockFilling(tx: Tx, kind: string): Promise<SearchFillingTable | undefined> {
  return await tx
    .selectFrom('search_filling')
    .selectAll()
    .where('kind', '=', kind)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function moveFilling(tx: Tx, kind: string, last: TextKey, count: number): Promise<void> {
  await tx
    .updateTable('search_filling')
    .set((filling) => ({
      before_thing: last.thing,
      before_number: last.number,
      done: filling('done', '+', count),
    }))
    .where('kind', '=', kind)
    .execute();
}

export async function endFilling(tx: Db, kind: string): Promise<void> {
  await tx.deleteFrom('search_filling').where('kind', '=', kind).execute();
}
