import { type ColumnType, sql } from 'kysely';
import { authorJson } from '#features/accounts/public.ts';
import { accessColumns, mayRespondTo, postVisibleTo } from '#features/posts/public.ts';
import type { Hot, Statement, Tx } from '#platform/database/database.ts';
import { type JsonRow, jsonArray, jsonTime } from '#platform/database/json.ts';
import { once, perSize, sessionOfToken } from '#platform/database/session-statement.ts';
import { lastPossibleId } from '#platform/ids.ts';
import { commentVisibleTo } from './comments.access.ts';

interface CommentsTable {
  id: string;
  post_id: string;
  author_id: string;
  created_at: Date;
  content: string;
  /** Why moderators removed it; null: they didn't. */
  removal: ColumnType<unknown, string | null | undefined, string | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    comments: CommentsTable;
  }
}

/** A comment as JSON text. */
const commentJson = (comments: string) =>
  `'{"comment_id":"' || ${comments}.id || '","post_id":"' || ${comments}.post_id ||
   '","content":' || to_json(${comments}.content) || ',"created_at":' || ${jsonTime(`${comments}.created_at`)} ||
   ',"user":' || (select ${authorJson('users')} from users where users.id = ${comments}.author_id) ||
   case when ${comments}.removal is null then '' else ',"removed":' || ${comments}.removal::text end || '}'`;

const pageStatement = perSize(
  (size): Statement => ({
    name: `comments-page-${size}`,
    mayLag: true,
    text: `select (select '{"comments":' || ${jsonArray(`select ${commentJson('comments')} as item from comments
          where comments.post_id = posts.id and comments.id < $3 and ${commentVisibleTo('comments', 'session.user_id')}
          order by comments.id desc limit ${size}`)} || '}'
          from posts where posts.id = $2 and ${postVisibleTo('posts', 'session.user_id')}) as body, session.*
        from (${sessionOfToken}) session`,
  }),
);

/**
 * `{"comments": […]}`: a post's `size` newest comments older than `before`. Undefined without a session; a null body for a missing
 * post.
 */
export async function readPage(
  hot: Hot,
  tokenHash: Buffer,
  page: { postId: string; size: number; before: string | undefined },
): Promise<JsonRow | undefined> {
  const [row] = await hot.query<JsonRow>(pageStatement(page.size), [
    tokenHash,
    page.postId,
    page.before ?? lastPossibleId,
  ]);
  return row;
}

/** A comment to add. */
export interface CommentRow {
  tokenHash: Buffer;
  id: string;
  postId: string;
  content: string;
}

/** The outcome of one: nulls without a session, a null body for a missing post. */
export interface AddedRow {
  body: string | null;
  user_id: string | null;
  stale: boolean | null;
}

/**
 * Locks the people, then the posts, each in id order, as in 0004_posts.sql. The newest comment is read under all of these locks. Either
 * all of the given ids are above it, or they're all replaced, in order.
 */
const insertStatement = once(
  (): Statement => ({
    name: 'comments-insert',
    text: `with given as materialized (
      select * from unnest($1::bytea[], $2::uuid[], $3::uuid[], $4::text[])
        with ordinality as given (token_hash, id, post_id, content, place)
    ),
    draft as materialized (
      select given.*, sessions.user_id, sessions.last_seen_at < now() - interval '1 hour' as stale
      from given join sessions on sessions.token_hash = given.token_hash and sessions.expires_at > now()
    ),
    writer as materialized (
      select users.* from users where users.id in (select draft.user_id from draft) order by users.id for key share
    ),
    target as materialized (
      select ${accessColumns('posts')} from posts
      where posts.id in (select draft.post_id from draft join writer on writer.id = draft.user_id)
      order by posts.id for no key update
    ),
    newest as materialized (
      select newest_comment_id() as id where (select bool_or(true) from target)
    ),
    wanted as materialized (
      select draft.*, case when first_value(draft.id) over (order by draft.id) > newest.id then draft.id
          else id_after(newest.id, draft.id, (row_number() over (order by draft.place))::int) end as new_id
      from draft join writer on writer.id = draft.user_id join target on target.id = draft.post_id left join newest on true
      where ${mayRespondTo('target', 'draft.user_id')}
    ),
    counted as (
      update posts set comment_count = comment_count + written.number
      from (select wanted.post_id, count(*)::int as number from wanted group by wanted.post_id) written
      where posts.id = written.post_id
    ),
    added as (
      insert into comments (id, post_id, author_id, created_at, content)
      select wanted.new_id, wanted.post_id, wanted.user_id, $5::timestamptz, wanted.content from wanted order by wanted.place
      returning *
    )
    select '{"comment":' || ${commentJson('added')} || '}' as body, writer.id as user_id, draft.stale
    from given
      left join draft on draft.place = given.place
      left join writer on writer.id = draft.user_id
      left join wanted on wanted.place = given.place
      left join added on added.id = wanted.new_id
    order by given.place`,
  }),
);

/** Adds comments and counts them in one statement: `{"comment": …}` for each, in order. */
export async function insertComments(hot: Hot, comments: readonly CommentRow[], now: Date): Promise<AddedRow[]> {
  return await hot.query<AddedRow>(insertStatement(), [
    comments.map(({ tokenHash }) => tokenHash),
    comments.map(({ id }) => id),
    comments.map(({ postId }) => postId),
    comments.map(({ content }) => content),
    now,
  ]);
}

/** Ids of the posts a person has commented on. */
export async function listPostsCommentedBy(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('comments').select('post_id').distinct().where('author_id', '=', userId).execute();
  return rows.map(({ post_id }) => post_id);
}

/** Deletes a person's comments, whose posts must be locked, and returns how many were deleted from each post. */
export async function deleteCommentsOf(tx: Tx, userId: string): Promise<{ post_id: string; number: number }[]> {
  const { rows } = await sql<{ post_id: string; number: number }>`with gone as (
      delete from comments where author_id = ${userId} returning post_id, removal
    )
    select post_id, (count(*) filter (where removal is null))::int as number from gone group by post_id`.execute(tx);
  return rows;
}
