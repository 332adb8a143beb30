import { type Compilable, type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import { prepareText } from './wire.ts';

/**
 * Runs a statement that's prepared once per connection, as `Hot` does, but as part of a transaction: for those that run often and take
 * longer to plan than to run. Its text must be the same each time, and so its arrays are `arrayOf`.
 */
export async function executePrepared<Row>(
  db: Db,
  query: Compilable<Row> | RawBuilder<Row>,
): Promise<QueryResult<Row>> {
  const compiled = query.compile(db);
  prepareText(compiled.sql);
  return await db.executeQuery(compiled);
}

/**
 * Values as an array of a PostgreSQL type. `select` keeps the planner from seeing how many there are: for few, it would plan anew each time.
 */
export const arrayOf = (values: readonly unknown[], type: string): RawBuilder<unknown[]> =>
  sql`(select ${[...values]}::${sql.raw(type)}[])`;

/** For `=` in such a statement: whether it's one of these values. */
export const anyPrepared = <T>(values: readonly T[], type: string): RawBuilder<T> =>
  sql<T>`any(${arrayOf(values, type)}::${sql.raw(type)}[])`;
