import { type RawBuilder, sql } from 'kysely';
import { isCommunityModeratedByText, postVisibleToText } from '#features/posts/public.ts';
import { visibleToText } from '#features/relations/public.ts';
import { standsAboveText } from '#features/site/public.ts';
import type { Db } from '#platform/database/database.ts';
import { commentGates } from './comments.access.ts';
import type { CommentStanding } from './comments.rules.ts';

/** A comment for somebody who may or may not see it. */
export interface FoundComment extends CommentStanding {
  id: string;
  post_id: string;
  author_id: string | null;
  community_id: string | null;
  parent_id: string | null;
  created_at: Date;
  content: string;
  isPostSeen: boolean;
  isShown: boolean;
  isNotApart: boolean;
  isAuthorHere: boolean;
  isInSeenThread: boolean;
  /** Neither they nor the author blocked the other, whether or not they see the comment all the same. */
  isNotBlocked: boolean;
}

/** Undefined: there's no such comment. */
export async function findGated(db: Db, commentId: string, viewerId: string): Promise<FoundComment | undefined> {
  return await gatedFor(db, sql`(select ${viewerId}::uuid as id)`)
    .where('comments.id', '=', commentId)
    .executeTakeFirst();
}

/** Every comment as every person finds it, for tests. */
export const findAllGated = async (db: Db): Promise<(FoundComment & { viewerId: string })[]> =>
  await gatedFor(db, sql`(select id from users)`).select('viewer.id as viewerId').execute();

/** @param viewers rows with the `id` of whoever asks */
function gatedFor(db: Db, viewers: RawBuilder<{ id: string }>) {
  const gates = commentGates('comments', 'viewer.id');
  const is = (condition: string) => sql.raw<boolean>(condition);
  return db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .crossJoin(viewers.as('viewer'))
    .select(['comments.id', 'comments.post_id', 'comments.author_id', 'comments.content', 'posts.community_id'])
    .select(['comments.parent_id', 'comments.created_at'])
    .select([
      is(postVisibleToText('posts', 'viewer.id')).as('isPostSeen'),
      is(gates.isShown).as('isShown'),
      is(gates.isNotApart).as('isNotApart'),
      is(gates.isAuthorHere).as('isAuthorHere'),
      is(gates.isInSeenThread).as('isInSeenThread'),
      is(visibleToText('viewer.id', 'comments.author_id')).as('isNotBlocked'),
      is('comments.author_id = viewer.id').as('isAuthor'),
      is('posts.author_id = viewer.id').as('ownsPost'),
      is(isCommunityModeratedByText('posts', 'viewer.id')).as('moderates'),
      is(standsAboveText('viewer.id', 'comments.author_id')).as('outranks'),
      is('comments.removal is not null').as('isRemoved'),
    ])
    .where('comments.deleted', '=', false);
}
