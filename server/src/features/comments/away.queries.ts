import { sql } from 'kysely';
import { isAway } from '#features/accounts/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { row } from '#platform/database/expressions.ts';

/**
 * Updates `away` on at most `most` comments of a person who left or returned, which takes them out of the counts or
 * back in. Locks their posts first, like all code that counts comments.
 * @returns how many were changed
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
