import { postVisibleToText } from '#features/posts/public.ts';
import type { Db, Hot, Statement } from '#platform/database/database.ts';
import { jsonTime } from '#platform/database/json.ts';
import { once } from '#platform/database/session-statement.ts';
import { commentVisibleTo } from './comments.access.ts';
import { commentJson } from './comments.queries.ts';

/** Which posts these comments are on; without those that are gone. */
export async function findPostsOf(db: Db, commentIds: readonly string[]): Promise<{ id: string; post_id: string }[]> {
  return await db.selectFrom('comments').select(['id', 'post_id']).where('id', 'in', commentIds).execute();
}

/** A comment, somebody, and what was known of it, if it's deleted. */
export interface AskedComment {
  commentId: string;
  postId: string;
  userId: string;
  authorId: string | null;
  parentId: string | null;
  createdAt: string | null;
}

/** A comment for somebody who sees its post. */
export interface LiveCommentRow {
  comment_id: string;
  post_id: string;
  user_id: string;
  /** JSON text; null: they don't see it. */
  body: string | null;
  /** Whether they'd see it if it weren't removed or deleted. */
  saw: boolean;
  parent_id: string | null;
  /** ISO 8601. */
  created_at: string | null;
  reply_count: number;
}

const liveStatement = once(
  (): Statement => ({
    name: 'comments-live',
    text: `select asked.comment_id, asked.post_id, asked.user_id, seen.saw, past.parent_id,
        coalesce(trim('"' from ${jsonTime('comments.created_at')}::text), asked.created_at) as created_at,
        coalesce(comments.reply_count - comments.away_reply_count, 0) as reply_count,
        case when seen.whole then ${commentJson('comments', 'asked.user_id', { mayEdit: 'false', mayDelete: 'false' })} || '}' end as body
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[])
          asked (comment_id, post_id, user_id, author_id, parent_id, created_at)
        join posts on posts.id = asked.post_id and ${postVisibleToText('posts', 'asked.user_id')}
        left join comments on comments.id = asked.comment_id and comments.post_id = asked.post_id
        cross join lateral (
          select asked.comment_id as id, asked.post_id, coalesce(comments.author_id, asked.author_id) as author_id,
            coalesce(comments.parent_id, asked.parent_id) as parent_id, null::json as removal, false as deleted
        ) past
        cross join lateral (
          select coalesce(comments.id is not null and ${commentVisibleTo('comments', 'asked.user_id')}, false) as whole,
            coalesce(past.author_id is not null and ${commentVisibleTo('past', 'asked.user_id')}, false) as saw offset 0
        ) seen`,
  }),
);

/** These comments as they are now for these people, pairwise, as far as they see their posts. */
export async function readLive(hot: Hot, asked: readonly AskedComment[]): Promise<LiveCommentRow[]> {
  return await hot.query<LiveCommentRow>(liveStatement(), [
    asked.map(({ commentId }) => commentId),
    asked.map(({ postId }) => postId),
    asked.map(({ userId }) => userId),
    asked.map(({ authorId }) => authorId),
    asked.map(({ parentId }) => parentId),
    asked.map(({ createdAt }) => createdAt),
  ]);
}
