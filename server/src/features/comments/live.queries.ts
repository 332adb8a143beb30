import type { Comment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { sql } from 'kysely';
import { postVisibleTo } from '#features/posts/public.ts';
import { arrayOf, unnest } from '#platform/database/arrays.ts';
import type { Db, Pipeline } from '#platform/database/database.ts';
import { and, builder, byKey, eb, fact, row } from '#platform/database/expressions.ts';
import { jsonText, jsonTime, jsonValue } from '#platform/database/json.ts';
import { statement } from '#platform/database/statement.ts';
import { commentVisibleTo } from './comments.access.ts';
import { commentJson } from './comments.queries.ts';

/** The posts that these comments are on; deleted comments are left out. */
export async function findPostsOf(db: Db, commentIds: readonly string[]): Promise<{ id: string; post_id: string }[]> {
  return await db.selectFrom('comments').select(['id', 'post_id']).where('id', 'in', commentIds).execute();
}

/** A comment and a person, and the comment as it was if it's deleted. */
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
  /** Null: they don't see it. */
  comment: Comment | null;
  /** Whether they'd see it if it weren't removed or deleted. */
  saw: boolean;
  parent_id: string | null;
  /** ISO 8601. */
  created_at: string | null;
  reply_count: number;
}

interface LiveValues {
  commentIds: readonly string[];
  postIds: readonly string[];
  userIds: readonly string[];
  authorIds: readonly (string | null)[];
  parentIds: readonly (string | null)[];
  createdAt: readonly (string | null)[];
}

const comments = row('comments');
const past = row('comments', 'past');
const person = sql.ref<string>('asked.user_id');

/** A comment as it was before it was removed or deleted. */
const pastOf = builder
  .selectNoFrom([
    sql.ref('asked.comment_id').as('id'),
    sql.ref('asked.post_id').as('post_id'),
    eb.fn.coalesce(comments.author_id, sql.ref<string>('asked.author_id')).as('author_id'),
    eb.fn.coalesce(comments.parent_id, sql.ref<string>('asked.parent_id')).as('parent_id'),
    sql<null>`null::json`.as('removal'),
    eb.lit(false).as('deleted'),
  ])
  .as('past');

const seenOf = () =>
  builder
    .selectNoFrom([
      eb.fn
        .coalesce(fact(and(eb(comments.id, 'is not', null), commentVisibleTo(comments, person))), eb.lit(false))
        .as('whole'),
      eb.fn
        .coalesce(fact(and(eb(past.author_id, 'is not', null), commentVisibleTo(past, person))), eb.lit(false))
        .as('saw'),
    ])
    .offset(byKey)
    .as('seen');

const nobody = { mayEdit: eb.lit(false), mayDelete: eb.lit(false) };

const liveStatement = statement<LiveValues, LiveCommentRow>('comments-live', (db, given) =>
  db
    .selectFrom(
      unnest('asked', {
        comment_id: arrayOf(given.commentIds, 'uuid'),
        post_id: arrayOf(given.postIds, 'uuid'),
        user_id: arrayOf(given.userIds, 'uuid'),
        author_id: arrayOf(given.authorIds, 'uuid'),
        parent_id: arrayOf(given.parentIds, 'uuid'),
        created_at: arrayOf(given.createdAt, 'text'),
      }),
    )
    .innerJoin('posts', (join) => join.onRef('posts.id', '=', 'asked.post_id').on(postVisibleTo(row('posts'), person)))
    .leftJoin('comments', (join) =>
      join.onRef('comments.id', '=', 'asked.comment_id').onRef('comments.post_id', '=', 'asked.post_id'),
    )
    .crossJoinLateral(pastOf)
    .crossJoinLateral(seenOf())
    .select(['asked.comment_id', 'asked.post_id', 'asked.user_id', 'seen.saw', 'past.parent_id'])
    .select((asked) => [
      asked.fn
        .coalesce(sql<string>`trim('"' from ${jsonTime(comments.created_at)}::text)`, asked.ref('asked.created_at'))
        .as('created_at'),
      asked.fn.coalesce(asked(comments.reply_count, '-', comments.away_reply_count), asked.lit(0)).as('reply_count'),
      asked
        .case()
        .when(asked.ref('seen.whole'))
        .then(jsonValue<Comment>(jsonText(commentJson(comments, person, nobody), '}')))
        .end()
        .as('comment'),
    ]),
);

/** The comments as they are now for these people, pairwise, if they see the posts. */
export async function readLive(pipeline: Pipeline, asked: readonly AskedComment[]): Promise<LiveCommentRow[]> {
  return await liveStatement(pipeline, {
    commentIds: asked.map(({ commentId }) => commentId),
    postIds: asked.map(({ postId }) => postId),
    userIds: asked.map(({ userId }) => userId),
    authorIds: asked.map(({ authorId }) => authorId),
    parentIds: asked.map(({ parentId }) => parentId),
    createdAt: asked.map(({ createdAt }) => createdAt),
  });
}
