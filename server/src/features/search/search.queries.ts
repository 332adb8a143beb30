import { isDeepStrictEqual } from 'node:util';
import { type Compilable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Looking, Searchable, TextFilters, TextRow } from '#features/rich-text/public.ts';
import { arrayOf } from '#platform/database/arrays.ts';
import type { Db } from '#platform/database/database.ts';
import { byKey, unforeseen } from '#platform/database/expressions.ts';
import { executePrepared } from '#platform/database/prepared.ts';

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

export const noFilters: TextFilters = { from: [], places: [], has: [] };

/** Whether a search has other filters than a room. */
export const isFiltered = ({ roomId: _, ...filters }: TextFilters): boolean => !isDeepStrictEqual(filters, noFilters);

/**
 * Runs a statement of a search. They take about as long to plan as to run, so they're prepared, except with filters: their texts are of as
 * many kinds as people type.
 */
const run = async <Row>(db: Db, { filters }: Pick<Looking, 'filters'>, query: Compilable<Row>): Promise<Row[]> =>
  (isFiltered(filters) ? await db.executeQuery(query) : await executePrepared(db, query)).rows;

/** A number of rows; with one that it sees, PostgreSQL would plan anew each time. */
const rows = (count: number) => unforeseen(sql<number>`${count}`, 'bigint');

/** A statement that begins with the places where a person can see something, which are looked up once. */
const readableOf = (db: Db, searchable: Searchable, looking: Looking) =>
  db.with(
    (cte) => cte('places').materialized(),
    () => searchable.places(looking),
  );

/** The newest texts that a person can see, without matching words. */
export async function findNewest(db: Db, searchable: Searchable, looking: Looking, size: number): Promise<TextRow[]> {
  return await readableOf(db, searchable, looking)
    .selectFrom(sql<TextRow>`(${searchable.matching(looking)})`.as('text'))
    .selectAll()
    .orderBy(`text.${searchable.order}`, 'desc')
    .limit(size)
    .execute();
}

interface Wanted {
  grams: readonly number[];
  /** Among how many texts. */
  most: number;
  size: number;
}

/** The newest texts that a person can see and that have all grams, if any are given, with access checks in the same statement. */
export async function findAmongNewest(
  db: Db,
  searchable: Searchable,
  looking: Omit<Looking, 'among'>,
  { grams, most, size }: Wanted,
): Promise<TextRow[]> {
  const asked: Looking = { ...looking, among: 'found' };
  const query = readableOf(db, searchable, asked)
    .with(
      (cte) => cte('newest').materialized(),
      () => searchable.newest(asked, rows(most)),
    )
    .with(
      // Otherwise PostgreSQL might look up the place of each before its grams.
      (cte) => cte('found').materialized(),
      (query) => {
        const keys = query.selectFrom('newest').select(['newest.thing', 'newest.number']);
        if (grams.length === 0) return keys;
        return keys
          .innerJoinLateral(
            (text) =>
              text
                .selectFrom('search_texts')
                .select('search_texts.thing as known')
                .whereRef('search_texts.thing', '=', 'newest.thing')
                .whereRef('search_texts.number', '=', 'newest.number')
                .where(sql<boolean>`grams @> ${arrayOf(grams, 'int')}`)
                .offset(byKey)
                .as('text'),
            (join) => join.onTrue(),
          )
          .orderBy(`newest.${searchable.order}`, 'desc');
      },
    )
    .selectFrom(sql<TextRow>`(${searchable.matching(asked)})`.as('text'))
    .selectAll()
    .orderBy(`text.${searchable.order}`, 'desc')
    .limit(rows(size));
  return await run(db, looking, query);
}

/**
 * The newest texts that a person can see and that have all grams, with access checks in the same statement. Undefined: more than `most`
 * texts have them, before access checks.
 */
export async function findByGrams(
  db: Db,
  searchable: Searchable,
  looking: Omit<Looking, 'among'>,
  { grams, most, size }: Wanted,
): Promise<TextRow[] | undefined> {
  const asked: Looking = { ...looking, among: 'found' };
  // Sorted before access is checked, so that it's checked only for the newest, until there are enough.
  const matching = sql<TextRow>`(select * from (${searchable.matching(asked)}) seen where (select count(*) from found) <= ${most})`;
  const query = readableOf(db, searchable, asked)
    .with(
      (cte) => cte('found').materialized(),
      (query) =>
        query
          .selectFrom('search_texts')
          .select(['thing', 'number'])
          // Only messages are numbered, and have an index of their own.
          .where('number', searchable.order === 'number' ? '>' : '=', sql.lit(0))
          .where(sql<boolean>`grams @> ${arrayOf(grams, 'int')}`)
          .where(sql<boolean>`grams && array(select gram from places)`)
          .limit(rows(most + 1)),
    )
    .selectNoFrom((query) => [
      query.selectFrom('found').select(query.fn.countAll<number>().as('number')).as('number'),
      jsonArrayFrom(
        query.selectFrom(matching.as('text')).selectAll().orderBy(`text.${searchable.order}`, 'desc').limit(rows(size)),
      ).as('texts'),
    ]);
  const [row] = await run(db, looking, query);
  return row === undefined || Number(row.number) > most ? undefined : row.texts;
}

/** The kinds whose older texts aren't all in the index yet. */
export async function listFilling(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('search_filling').select('kind').execute();
  return new Set(rows.map(({ kind }) => kind));
}
