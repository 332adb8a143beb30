import type { Db } from '#platform/database/database.ts';
import type {} from './posts.queries.ts';

/** The number of all posts. It adds up one row per person: only for jobs. */
export async function countPosts(db: Db): Promise<number> {
  const row = await db
    .selectFrom('post_counts')
    .select((sum) => sum.fn.sum('post_count').as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
