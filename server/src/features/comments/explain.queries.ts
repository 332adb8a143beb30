import { type RawBuilder, sql } from 'kysely';
import { isCommunityModeratedBy, postVisibleTo } from '#features/posts/public.ts';
import { visibleTo } from '#features/relations/public.ts';
import { standsAbove } from '#features/site/public.ts';
import type { Db } from '#platform/database/database.ts';
import { eb, fact, row } from '#platform/database/expressions.ts';
import { commentGates } from './comments.access.ts';
import type { CommentStanding } from './comments.rules.ts';

/** A comment, and what a person may see of it. */
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
  /** Whether neither they nor the author blocked the other, even if they can't see the comment for another reason. */
  isNotBlocked: boolean;
}

/** Undefined: there's no such comment. */
export async function findGated(db: Db, commentId: string, viewerId: string): Promise<FoundComment | undefined> {
  return await gatedFor(db, sql`(select ${viewerId}::uuid as id)`)
    .where('comments.id', '=', commentId)
    .executeTakeFirst();
}

/** Every pair of a comment and a person, for tests. */
export const findAllGated = async (db: Db): Promise<(FoundComment & { viewerId: string })[]> =>
  await gatedFor(db, sql`(select id from users)`).select('viewer.id as viewerId').execute();

/** @param viewers rows with an `id` */
function gatedFor(db: Db, viewers: RawBuilder<{ id: string }>) {
  const comments = row('comments');
  const posts = row('posts');
  const viewerId = sql.ref<string>('viewer.id');
  const gates = commentGates(comments, viewerId);
  return db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .crossJoin(viewers.as('viewer'))
    .select(['comments.id', 'comments.post_id', 'comments.author_id', 'comments.content', 'posts.community_id'])
    .select(['comments.parent_id', 'comments.created_at'])
    .select([
      fact(postVisibleTo(posts, viewerId)).as('isPostSeen'),
      fact(gates.isShown).as('isShown'),
      fact(gates.isNotApart).as('isNotApart'),
      fact(gates.isAuthorHere).as('isAuthorHere'),
      fact(gates.isInSeenThread).as('isInSeenThread'),
      fact(visibleTo(viewerId, comments.author_id)).as('isNotBlocked'),
      fact(eb(comments.author_id, '=', viewerId)).as('isAuthor'),
      fact(eb(posts.author_id, '=', viewerId)).as('ownsPost'),
      fact(isCommunityModeratedBy(posts, viewerId)).as('moderates'),
      fact(standsAbove(viewerId, comments.author_id)).as('outranks'),
      fact(eb(comments.removal, 'is not', null)).as('isRemoved'),
    ])
    .where('comments.deleted', '=', false);
}
