import type { Compilable, QueryResult, RawBuilder } from 'kysely';
import type { Db } from './database.ts';
import { prepareText } from './wire.ts';

/**
 * Runs a statement that's prepared once per connection, as `Pipeline` does, but as part of a transaction: for frequent statements that take
 * longer to plan than to run. Its text must be the same each time, so its arrays are `arrayOf` or `anyPrepared`.
 */
export async function executePrepared<Row>(
  db: Db,
  query: Compilable<Row> | RawBuilder<Row>,
): Promise<QueryResult<Row>> {
  const compiled = query.compile(db);
  prepareText(compiled.sql);
  return await db.executeQuery(compiled);
}
