import type { Db } from '#platform/database/database.ts';

/** The site's rules, in order; none if nobody has written any. */
export async function listRules(db: Db): Promise<string[]> {
  return (await db.selectFrom('site').select('rules').executeTakeFirst())?.rules ?? [];
}
