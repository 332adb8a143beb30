import { sql } from 'kysely';
import { authorJson } from '#features/accounts/public.ts';
import type { Hot, Statement, Tx } from '#platform/database/database.ts';
import { type JsonRow, jsonArray, jsonTime, lastPossibleId, sessionOfToken } from '#platform/database/json.ts';

interface CommentsTable {
  id: string;
  post_id: string;
  author_id: string;
  created_at: Date;
  content: string;
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
   ',"user":' || (select ${authorJson('users')} from users where users.id = ${comments}.author_id) || '}'`;

const pageStatements = new Map<number, Statement>();

/** The limit stands in the text for the sake of the plan: see posts.queries.ts. */
function pageStatement(size: number): Statement {
  let statement = pageStatements.get(size);
  if (!statement) {
    statement = {
      name: `comments-page-${size}`,
      mayLag: true,
      text: `select (select '{"comments":' || ${jsonArray(`select ${commentJson('comments')} as item from comments
          where comments.post_id = posts.id and comments.id < $3 order by comments.id desc limit ${size}`)} || '}'
          from posts where posts.id = $2) as body, session.*
        from (${sessionOfToken}) session`,
    };
    pageStatements.set(size, statement);
  }
  return statement;
}

/**
 * `{"comments": […]}`: the `size` newest comments of a post that are older than `before`. Undefined without a session; a null
 * body for a post that is not there.
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

/** Locks the person, then the post: the order of 0004_posts.sql. */
const insertStatement: Statement = {
  name: 'comments-insert',
  text: `with session as materialized (${sessionOfToken}),
    writer as materialized (
      select users.* from users where users.id = (select session.user_id from session) for key share
    ),
    target as materialized (
      select posts.id from posts where posts.id = $2 and exists (select from writer) for no key update
    ),
    counted as (
      update posts set comment_count = comment_count + 1 from target where posts.id = target.id returning posts.id
    ),
    added as (
      insert into comments (id, post_id, author_id, created_at, content)
      select $3::uuid, counted.id, writer.id, $4::timestamptz, $5::text from counted, writer
      returning *
    )
    select (select '{"comment":' || ${commentJson('added')} || '}' from added) as body, session.*
    from session where exists (select from writer)`,
};

/**
 * Adds a comment and counts it: `{"comment": …}`. Undefined without a session; a null body for a post that is not there.
 */
export async function insertComment(
  hot: Hot,
  tokenHash: Buffer,
  comment: { id: string; postId: string; content: string; createdAt: Date },
): Promise<JsonRow | undefined> {
  const [row] = await hot.query<JsonRow>(insertStatement, [
    tokenHash,
    comment.postId,
    comment.id,
    comment.createdAt,
    comment.content,
  ]);
  return row;
}

/**
 * Deletes the comments of a person and counts them out of the posts of others. The person's row must be locked, and
 * deletions of this kind must be queued, for they touch many posts.
 */
export async function deleteCommentsOf(tx: Tx, userId: string): Promise<void> {
  await sql`select id from posts where id in (select post_id from comments where author_id = ${userId})
    for no key update`.execute(tx);
  await sql`with gone as (delete from comments where author_id = ${userId} returning post_id),
    counts as (select post_id, count(*)::int as number from gone group by post_id)
    update posts set comment_count = comment_count - counts.number from counts where posts.id = counts.post_id`.execute(
    tx,
  );
}
