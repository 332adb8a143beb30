import { sql } from 'kysely';
import { isAway } from '#features/accounts/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { row } from '#platform/database/expressions.ts';

/**
 * Marks at most `most` of the comments of a person who left or returned, so that they're counted or not. Their posts are locked first, as
 * by whoever else counts comments.
 * @returns how many weren't right
 */
export async function markCommentsOf(tx: Tx, userId: string, most: number): Promise<number> {
  const isAuthorAway = isAway(row('comments').author_id);
  const { rows } = await sql`with due as materialized (
      select comments.id, comments.post_id from comments
      where comments.author_id = ${userId} and comments.away <> ${isAuthorAway} limit ${most}
    ),
    places as materialized (
      select posts.id from posts where posts.id in (select due.post_id from due) order by posts.id for no key update
    ),
    changed as (
      update comments set away = not comments.away from due
      where comments.id = due.id and comments.post_id in (select places.id from places)
    )
    select from due`.execute(tx);
  return rows.length;
}
