import { sql } from 'kysely';
import { postVisibleTo } from '#features/posts/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { row } from '#platform/database/expressions.ts';
import { commentVisibleTo } from './comments.access.ts';

export interface CommentFacts {
  id: string;
  author_id: string | null;
  post_id: string;
  content: string;
}

const factColumns = ['comments.id', 'comments.author_id', 'comments.post_id', 'comments.content'] as const;

/** A comment that a person can see, and the community of its post; undefined: there's none. */
export async function findVisible(
  db: Db,
  id: string,
  viewerId: string,
): Promise<(CommentFacts & { community_id: string | null }) | undefined> {
  return await db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .crossJoin(sql<{ id: string }>`(select ${viewerId}::uuid as id)`.as('viewer'))
    .select([...factColumns, 'posts.community_id'])
    .where('comments.id', '=', id)
    .where(commentVisibleTo(row('comments'), sql.ref('viewer.id')))
    .where(postVisibleTo(row('posts'), sql.ref('viewer.id')))
    .executeTakeFirst();
}

/** Comments by id, whoever may see them. */
export async function listByIds(db: Db, ids: readonly string[]): Promise<(CommentFacts & { isRemoved: boolean })[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('comments')
    .select([...factColumns, sql<boolean>`removal is not null`.as('isRemoved')])
    .where('id', 'in', ids)
    .where('deleted', '=', false)
    .execute();
}

/**
 * Removes or restores a comment and updates its post's count; the post is locked first.
 * @param removal JSON text; null restores it
 * @returns whether that changed anything
 */
export async function setRemoval(tx: Tx, id: string, removal: string | null): Promise<boolean> {
  const { rows } = await sql`with target as materialized (
      select posts.id from posts where posts.id = (select comments.post_id from comments where comments.id = ${id}::uuid)
      for no key update
    ),
    changed as (
      update comments set removal = ${removal}::json
      where comments.id = ${id}::uuid and not comments.deleted and (comments.removal is null) = ${removal !== null}::boolean and exists (select from target)
      returning comments.post_id
    )
    update posts set comment_count = posts.comment_count + ${removal === null ? 1 : -1}::int
    from changed where posts.id = changed.post_id returning posts.id`.execute(tx);
  return rows.length > 0;
}
