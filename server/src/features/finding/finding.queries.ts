import { type Expression, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Looking, Searchable, TextRow } from '#features/texts/public.ts';
import type { Db } from '#platform/database/database.ts';

interface SearchTextsTable {
  thing: string;
  number: number;
  grams: number[];
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    search_texts: SearchTextsTable;
  }
}

/** The newest of what's `matching`, in a lateral order that every noun has an index for. */
const newestOf = (db: Db, { order }: Searchable, matching: Expression<TextRow>, size: number) =>
  db.selectFrom(sql<TextRow>`(${matching})`.as('text')).selectAll().orderBy(`text.${order}`, 'desc').limit(size);

/** The newest texts that a person sees, whatever they say. */
export async function findNewest(db: Db, searchable: Searchable, looking: Looking, size: number): Promise<TextRow[]> {
  return await newestOf(db, searchable, searchable.matching(looking), size).execute();
}

/**
 * The newest texts that a person sees and that have all grams, in one statement with who sees what. Undefined: more than `most` texts have
 * them, whoever sees those.
 */
export async function findByGrams(
  db: Db,
  searchable: Searchable,
  looking: Looking,
  { grams, most, size }: { grams: readonly number[]; most: number; size: number },
): Promise<TextRow[] | undefined> {
  const matching = sql<TextRow>`(select seen.* from (${searchable.matching(looking)}) seen
    join found on found.thing = seen.thing and found.number = seen.number where (select count(*) from found) <= ${most})`;
  const row = await db
    .with(
      (cte) => cte('found').materialized(),
      (query) =>
        query
          .selectFrom('search_texts')
          .select(['thing', 'number'])
          .where(sql<boolean>`grams @> ${grams}::int[]`)
          .where(sql<boolean>`grams && ${searchable.places(looking.viewerId)}`)
          .limit(most + 1),
    )
    .selectNoFrom((query) => [
      query.selectFrom('found').select(query.fn.countAll<number>().as('number')).as('number'),
      jsonArrayFrom(
        query.selectFrom(matching.as('text')).selectAll().orderBy(`text.${searchable.order}`, 'desc').limit(size),
      ).as('texts'),
    ])
    .executeTakeFirstOrThrow();
  return Number(row.number) > most ? undefined : row.texts;
}

/** How many of a kind's older texts aren't in the index yet, if any. */
export async function isFilling(db: Db, kind: Searchable['kind']): Promise<boolean> {
  const row = await db.selectFrom('search_filling').select('kind').where('kind', '=', kind).executeTakeFirst();
  return row !== undefined;
}
