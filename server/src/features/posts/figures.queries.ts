import type { Db } from '#platform/database/database.ts';
import type {} from './posts.queries.ts';

/** How many posts there are. It adds up a row per person: for jobs only. */
export async function countPosts(db: Db): Promise<number> {
  const row = await db
    .selectFrom('post_counts')
    .select((sum) => sum.fn.sum('post_count').as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
