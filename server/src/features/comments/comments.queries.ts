import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { type ColumnType, type Generated, sql } from 'kysely';
import { authorJson } from '#features/accounts/public.ts';
import { accessColumns as accessColumnsOfPosts, mayRespondToText, postVisibleToText } from '#features/posts/public.ts';
import { type Audience, mentionsJson } from '#features/texts/public.ts';
import type { Hot, Statement, Tx } from '#platform/database/database.ts';
import { row, textOf } from '#platform/database/expressions.ts';
import { type JsonRow, jsonArray, jsonTime } from '#platform/database/json.ts';
import { once, perSize, sessionOfToken } from '#platform/database/session-statement.ts';
import { deferredSql } from '#platform/events/deferred.queries.ts';
import { lastPossibleId, noId } from '#platform/ids.ts';
import { updateMadeText } from '#platform/repeats/repeats.queries.ts';
import {
  accessColumns,
  commentVisibleTo,
  mayAnswerComment,
  mayDeleteComment,
  mayEditComment,
  standsForReplies,
  threadVisibleTo,
} from './comments.access.ts';
import { reactionsOf } from './reactions.queries.ts';

interface CommentsTable {
  id: string;
  post_id: string;
  /** Null: the comment was deleted. */
  author_id: string | null;
  /** The comment that its thread begins with; null for that one. */
  parent_id: string | null;
  /** Which comment of the thread it answers. */
  reply_to: string | null;
  /** How many replies weren't removed. */
  reply_count: Generated<number>;
  /** Of these, those of people who are away. */
  away_reply_count: Generated<number>;
  /** Whether its author is away, so that it isn't counted. */
  away: Generated<boolean>;
  created_at: Date;
  edited_at: Date | null;
  content: string;
  /** It stands only for its replies. */
  deleted: Generated<boolean>;
  /** The people it mentions, in the form described in 0075_mentions.sql. Written as JSON text. */
  mentions: ColumnType<unknown, string | null | undefined, string | null>;
  /** Why moderators removed it; null: they didn't. */
  removal: ColumnType<unknown, string | null | undefined, string | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    comments: CommentsTable;
  }
}

/** What a viewer may do about a comment that they see: conditions. */
interface Abilities {
  mayEdit: string;
  mayDelete: string;
}

/** Who a reply answers, as JSON text; null if that comment is gone, or the viewer doesn't see it. */
const answeredJson = (comments: string, viewerId: string) =>
  `coalesce((select '{"comment_id":"' || answered.id || '","username":' || to_json(users.username) || '}'
    from comments answered join users on users.id = answered.author_id
    where answered.id = ${comments}.reply_to and ${commentVisibleTo('answered', viewerId)}), 'null')`;

/** A comment as JSON text for a viewer who sees it, up to its end. */
export const commentJson = (comments: string, viewerId: string, { mayEdit, mayDelete }: Abilities) =>
  `'{"comment_id":"' || ${comments}.id || '","post_id":"' || ${comments}.post_id ||
   '","content":' || to_json(${comments}.content) || ',"created_at":' || ${jsonTime(`${comments}.created_at`)} ||
   ',"user":' || (select ${textOf(authorJson(row('users')))} from users where users.id = ${comments}.author_id) ||
   ${mentionsJson(`${comments}.mentions`, `${comments}.content`)} ||
   case when ${comments}.parent_id is null then ',"parent_id":null,"reply_to":null'
     else ',"parent_id":"' || ${comments}.parent_id || '","reply_to":' || ${answeredJson(comments, viewerId)} end ||
   ',"reply_count":' || (${comments}.reply_count - ${comments}.away_reply_count) ||
   ',"edited_at":' || coalesce(${jsonTime(`${comments}.edited_at`)}, 'null') ||
   ',"deleted":false,"can_edit":' || (${mayEdit}) || ',"can_delete":' || (${mayDelete}) ||
   ',"reactions":' || ${reactionsOf(`${comments}.id`, viewerId)} ||
   case when ${comments}.removal is null then '' else ',"removed":' || ${comments}.removal::text end`;

const { username, name, profile_path } = deletedUser;
const deletedAuthor = JSON.stringify({ username, name, profile_path });

/** A comment that stands only for its replies, as JSON text, up to its end. */
const deletedJson = (comments: string) =>
  `'{"comment_id":"' || ${comments}.id || '","post_id":"' || ${comments}.post_id ||
   '","content":"","created_at":' || ${jsonTime(`${comments}.created_at`)} || ',"user":${deletedAuthor},"mentions":[]' ||
   ',"parent_id":null,"reply_to":null,"reply_count":' || (${comments}.reply_count - ${comments}.away_reply_count) ||
   ',"edited_at":null,"deleted":true,"can_edit":false,"can_delete":false,"reactions":[]'`;

const abilitiesOf = (comments: string, viewerId: string): Abilities => ({
  mayEdit: mayEditComment(comments, viewerId),
  mayDelete: mayDeleteComment(comments, viewerId),
});

/**
 * A select of comments as JSON text for the session's viewer, who sees their post: those they see, and those that are shown as deleted.
 * @param more what comes after each, as an expression of JSON text
 */
export const listOf = (comments: string, rest: string, more = `''`) => {
  const viewer = 'session.user_id';
  return `select case when seen.whole then ${commentJson(comments, viewer, abilitiesOf(comments, viewer))}
      else ${deletedJson(comments)} end || ${more} || '}' as item
    from comments ${comments} cross join lateral (select ${commentVisibleTo(comments, viewer)} as whole offset 0) seen
    where (seen.whole or ${standsForReplies(comments, viewer)}) and ${rest}`;
};

/** How many replies come with the comment that they answer. */
const repliesAlong = 3;

/** Which of a post's comments a page has: all, those that threads begin with, or the replies of one thread. */
export type CommentsPart = 'all' | 'top' | 'thread';

const partOf: Record<CommentsPart, { where?: () => string; list: (size: number) => string }> = {
  all: {
    list: (size) =>
      listOf('comments', `comments.post_id = posts.id and comments.id < $3 order by comments.id desc limit ${size}`),
  },
  top: {
    list: (size) =>
      listOf(
        'comments',
        `comments.post_id = posts.id and comments.parent_id is null and comments.id < $3 order by comments.id desc limit ${size}`,
        `',"replies":' || case when comments.reply_count = 0 and comments.removal is null then '[]' else ${jsonArray(
          listOf('replies', `replies.parent_id = comments.id order by replies.id limit ${repliesAlong}`),
        )} end`,
      ),
  },
  thread: {
    where: () => `and exists (select from comments beginning
      where beginning.id = $4 and beginning.post_id = posts.id and beginning.parent_id is null
        and (${commentVisibleTo('beginning', 'session.user_id')} or ${standsForReplies('beginning', 'session.user_id')}))`,
    list: (size) =>
      listOf('comments', `comments.parent_id = $4 and comments.id > $3 order by comments.id limit ${size}`),
  },
};

const pageStatement = (part: CommentsPart) =>
  perSize((size): Statement => {
    const { list, where = () => '' } = partOf[part];
    return {
      name: `comments-${part}-${size}`,
      mayLag: true,
      text: `select (select '{"comments":' || ${jsonArray(list(size))} || '}'
          from posts where posts.id = $2 and ${postVisibleToText('posts', 'session.user_id')} ${where()}) as body, session.*
        from (${sessionOfToken}) session`,
    };
  });

const pageStatements = { all: pageStatement('all'), top: pageStatement('top'), thread: pageStatement('thread') };

/**
 * `{"comments": […]}`: `size` comments on a post, the newest first that are older than `last`, or of a thread the oldest first that are
 * newer. Undefined without a session; a null body for a missing post or thread.
 */
export async function readPage(
  hot: Hot,
  tokenHash: Buffer,
  page: { postId: string; part: CommentsPart; threadId: string; size: number; last: string | undefined },
): Promise<JsonRow | undefined> {
  const { postId, part, threadId, size, last = part === 'thread' ? noId : lastPossibleId } = page;
  const values = [tokenHash, postId, last];
  const [row] = await hot.query<JsonRow>(
    pageStatements[part](size),
    part === 'thread' ? [...values, threadId] : values,
  );
  return row;
}

const oneStatement = once(
  (): Statement => ({
    name: 'comments-one',
    text: `select (select '{"comment":' || one.item || '}' from (${listOf('comments', 'comments.id = $2')}) one) as body, session.*
      from (${sessionOfToken}) session`,
  }),
);

/** `{"comment": …}` of one that the caller sees. */
export async function readComment(hot: Hot, tokenHash: Buffer, id: string): Promise<JsonRow | undefined> {
  const [row] = await hot.query<JsonRow>(oneStatement(), [tokenHash, id]);
  return row;
}

/** A comment to add. */
export interface CommentRow {
  tokenHash: Buffer;
  id: string;
  postId: string;
  /** The comment it answers; null: the post. */
  answers: string | null;
  content: string;
  /** JSON text. */
  mentions: string | null;
  /** Whose claim notes it; null: it has no `client_id`. */
  attempt: string | null;
}

/** Who may be mentioned in the thread of a comment that's there already: whoever sees the post and the thread. */
export const audienceOfThread = once(
  (): Audience => ({
    name: 'threads',
    sees: `exists (select from comments place join posts on posts.id = place.post_id
      where place.id = $3::uuid and ${postVisibleToText('posts', 'users.id')} and ${threadVisibleTo('place', 'users.id')})`,
  }),
);

/** Who may be mentioned in a comment on a post: whoever sees the post. */
export const audienceOfComments = once(
  (): Audience => ({
    name: 'comments',
    sees: `exists (select from posts where posts.id = $3::uuid and ${postVisibleToText('posts', 'users.id')})`,
  }),
);

/** The outcome of one: nulls without a session, a null body if the post, or what was to be answered, is missing. */
export interface AddedRow {
  body: string | null;
  /** Whether the person may comment on the post. */
  open: boolean;
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
      select * from unnest($1::bytea[], $2::uuid[], $3::uuid[], $4::text[], $6::text[], $7::uuid[], $8::uuid[])
        with ordinality as given (token_hash, id, post_id, content, mentions, answers, attempt, place)
    ),
    draft as materialized (
      select given.*, sessions.user_id, sessions.last_seen_at < now() - interval '1 hour' as stale
      from given join sessions on sessions.token_hash = given.token_hash and sessions.expires_at > now()
    ),
    writer as materialized (
      select users.* from users where users.id in (select draft.user_id from draft) order by users.id for key share
    ),
    target as materialized (
      select ${accessColumnsOfPosts.join()} from posts
      where posts.id in (select draft.post_id from draft join writer on writer.id = draft.user_id)
      order by posts.id for no key update
    ),
    newest as materialized (
      select newest_comment_id() as id where (select bool_or(true) from target)
    ),
    answered as materialized (
      select ${accessColumns('comments')} from comments
      where (select bool_or(true) from target) and comments.id in (select draft.answers from draft)
      order by comments.id for key share
    ),
    allowed as materialized (
      select draft.* from draft join writer on writer.id = draft.user_id join target on target.id = draft.post_id
      where ${mayRespondToText('target', 'draft.user_id')}
    ),
    wanted as materialized (
      select draft.*, coalesce(answered.parent_id, answered.id) as parent_id, case when first_value(draft.id) over (order by draft.id) > newest.id then draft.id
          else id_after(newest.id, draft.id, (row_number() over (order by draft.place))::int) end as new_id
      from allowed draft left join newest on true left join answered on answered.id = draft.answers and answered.post_id = draft.post_id
        and ${commentVisibleTo('answered', 'draft.user_id')} and ${mayAnswerComment('answered', 'draft.user_id')}
      where draft.answers is null or answered.id is not null
    ),
    counted as (
      update posts set comment_count = comment_count + written.number
      from (select wanted.post_id, count(*)::int as number from wanted group by wanted.post_id) written
      where posts.id = written.post_id
    ),
    added as (
      insert into comments (id, post_id, author_id, parent_id, reply_to, created_at, content, mentions)
      select wanted.new_id, wanted.post_id, wanted.user_id, wanted.parent_id, wanted.answers, $5::timestamptz, wanted.content,
        wanted.mentions::json
      from wanted order by wanted.place
      returning *
    ),
    noted as (
      ${updateMadeText('wanted')}
    ),
    told as materialized (
      select ${deferredSql('comments.written', "(select json_agg(json_build_object('commentId', added.id)) from added)")} as job
    )
    select '{"comment":' || ${commentJson('added', 'added.author_id', { mayEdit: 'true', mayDelete: 'true' })} || '}}' as body,
      allowed.place is not null as open, writer.id as user_id, draft.stale
    from given
      left join draft on draft.place = given.place
      left join writer on writer.id = draft.user_id
      left join allowed on allowed.place = given.place
      left join wanted on wanted.place = given.place
      left join added on added.id = wanted.new_id
      cross join told
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
    comments.map(({ mentions }) => mentions),
    comments.map(({ answers }) => answers),
    comments.map(({ attempt }) => attempt),
  ]);
}

/** What's left of a comment that was deleted and has replies. */
export const emptied = `author_id = null, content = '', mentions = null, removal = null, edited_at = null, deleted = true`;

/** Ids of the posts a person has commented on. */
export async function listPostsCommentedBy(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('comments').select('post_id').distinct().where('author_id', '=', userId).execute();
  return rows.map(({ post_id }) => post_id);
}

/**
 * Deletes a person's comments, whose posts must be locked; those with other people's replies stay as deleted.
 * @returns how many fewer each post has
 */
export async function deleteCommentsOf(tx: Tx, userId: string): Promise<{ post_id: string; number: number }[]> {
  const { rows } = await sql<{ post_id: string; number: number }>`with own as materialized (
      select comments.id, comments.removal, exists (
        select from comments answer where answer.parent_id = comments.id and answer.author_id is distinct from ${userId}::uuid
      ) as answered
      from comments where comments.author_id = ${userId}::uuid
    ),
    emptied as (
      update comments set ${sql.raw(emptied)} from own where own.answered and comments.id = own.id
      returning comments.post_id, own.removal
    ),
    gone as (
      delete from comments using own where not own.answered and comments.id = own.id returning comments.post_id, own.removal
    )
    select each.post_id, (count(*) filter (where each.removal is null))::int as number
    from (select * from emptied union all select * from gone) each group by each.post_id`.execute(tx);
  return rows;
}
