import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/** The site's rules, in order; none if nobody has written any. */
export async function listRules(db: Db): Promise<string[]> {
  const { rows } = await sql<{ rules: string[] }>`select rules from site`.execute(db);
  return rows[0]?.rules ?? [];
}
