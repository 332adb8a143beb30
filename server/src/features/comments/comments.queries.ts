import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { type ColumnType, type Generated, sql } from 'kysely';
import { authorJson } from '#features/accounts/public.ts';
import { postVisibleTo } from '#features/posts/public.ts';
import { type Audience, mentionsJson } from '#features/rich-text/public.ts';
import type { Pipeline } from '#platform/database/database.ts';
import {
  and,
  builder,
  byKey,
  type Condition,
  eb,
  exists,
  fact,
  type Id,
  or,
  type Row,
  row,
  type Value,
} from '#platform/database/expressions.ts';
import {
  type Json,
  type JsonRow,
  jsonArray,
  jsonId,
  jsonObject,
  jsonString,
  jsonText,
  jsonTime,
} from '#platform/database/json.ts';
import { type Given, perSize, sessionColumns, sessionStatement, viewer } from '#platform/database/session-statement.ts';
import { lastPossibleId, noId } from '#platform/ids.ts';
import {
  commentVisibleTo,
  mayDeleteComment,
  mayEditComment,
  standsForReplies,
  threadVisibleTo,
} from './comments.access.ts';
import { reactionsOf } from './reactions.queries.ts';

type Comment = Row<'comments'>;

interface CommentsTable {
  id: string;
  post_id: string;
  /** Null: the comment was deleted. */
  author_id: string | null;
  /** The comment that starts its thread; null for that comment itself. */
  parent_id: string | null;
  /** The comment in the thread that it answers. */
  reply_to: string | null;
  /** How many replies weren't removed. */
  reply_count: Generated<number>;
  /** How many of these are by people who are away. */
  away_reply_count: Generated<number>;
  /** Whether its author is away, so that it isn't counted. */
  away: Generated<boolean>;
  created_at: Date;
  edited_at: Date | null;
  content: string;
  /** It's shown as deleted, because it has replies. */
  deleted: Generated<boolean>;
  /** The people it mentions, in the form described in 0075_mentions.sql. Written as JSON text. */
  mentions: ColumnType<unknown, string | null | undefined, string | null>;
  /** The moderators' reason for removing it, as JSON text; null: they didn't. */
  removal: ColumnType<unknown, string | null | undefined, string | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    comments: CommentsTable;
  }
}

/** What a viewer may do about a comment that they see. */
interface Abilities {
  mayEdit: Condition;
  mayDelete: Condition;
}

/** The author of the answered comment, as JSON text; null if that comment is gone, or the viewer doesn't see it. */
const answeredJson = (comments: Comment, viewerId: Id) =>
  eb.fn.coalesce(
    eb
      .selectFrom('comments as answered')
      .innerJoin('users', 'users.id', 'answered.author_id')
      .select((answered) =>
        jsonObject({
          comment_id: jsonId(answered.ref('answered.id')),
          username: jsonString(answered.ref('users.username')),
        }).as('json'),
      )
      .where('answered.id', '=', comments.reply_to)
      .where(commentVisibleTo(row('comments', 'answered'), viewerId)),
    sql.lit('null'),
  );

/** How many replies others can see. */
const replyCount = (comments: Comment) => eb(comments.reply_count, '-', comments.away_reply_count);

/** A comment as JSON text for a viewer who sees it, without the closing brace. */
export const commentJson = (comments: Comment, viewerId: Id, { mayEdit, mayDelete }: Abilities): Json =>
  jsonText(
    '{"comment_id":',
    jsonId(comments.id),
    ',"post_id":',
    jsonId(comments.post_id),
    ',"content":',
    jsonString(comments.content),
    ',"created_at":',
    jsonTime(comments.created_at),
    ',"user":',
    eb
      .selectFrom('users')
      .select(authorJson(row('users')).as('json'))
      .where('users.id', '=', comments.author_id),
    mentionsJson(comments.mentions, comments.content),
    eb
      .case()
      .when(comments.parent_id, 'is', null)
      .then(sql.lit(',"parent_id":null,"reply_to":null'))
      .else(jsonText(',"parent_id":', jsonId(comments.parent_id), ',"reply_to":', answeredJson(comments, viewerId)))
      .end(),
    ',"reply_count":',
    replyCount(comments),
    ',"edited_at":',
    eb.fn.coalesce(jsonTime(comments.edited_at), sql.lit('null')),
    ',"deleted":false,"can_edit":',
    mayEdit,
    ',"can_delete":',
    mayDelete,
    ',"reactions":',
    reactionsOf(comments.id, viewerId),
    eb
      .case()
      .when(comments.removal, 'is', null)
      .then(sql.lit(''))
      .else(jsonText(',"removed":', eb.cast<string>(comments.removal, 'text')))
      .end(),
  );

const { username, name, profile_path } = deletedUser;
const deletedAuthor = JSON.stringify({ username, name, profile_path });

/** A comment that's shown as deleted above its replies, as JSON text, without the closing brace. */
const deletedJson = (comments: Comment): Json =>
  jsonText(
    '{"comment_id":',
    jsonId(comments.id),
    ',"post_id":',
    jsonId(comments.post_id),
    ',"content":"","created_at":',
    jsonTime(comments.created_at),
    `,"user":${deletedAuthor},"mentions":[],"parent_id":null,"reply_to":null,"reply_count":`,
    replyCount(comments),
    ',"edited_at":null,"deleted":true,"can_edit":false,"can_delete":false,"reactions":[]',
  );

/**
 * A select of comments as JSON text for the session's viewer, who sees their post: those they see, and those that are
 * shown as deleted.
 * @param as the alias of comments
 * @param more appended to each comment's fields, as JSON text
 */
export const listOf = (as: 'comments' | 'replies', which: Condition, more: Value<string> = sql.lit('')) => {
  const comments = row('comments', as);
  const whole = sql.ref<boolean>('seen.whole');
  const abilities = { mayEdit: mayEditComment(comments, viewer), mayDelete: mayDeleteComment(comments, viewer) };
  return eb
    .selectFrom(sql.table<object>('comments').as(as))
    .crossJoinLateral(
      builder
        .selectNoFrom(fact(commentVisibleTo(comments, viewer)).as('whole'))
        .offset(byKey)
        .as('seen'),
    )
    .select(
      jsonText(
        eb
          .case()
          .when(whole)
          .then(commentJson(comments, viewer, abilities))
          .else(deletedJson(comments))
          .end(),
        more,
        '}',
      ).as('item'),
    )
    .where(or(whole, standsForReplies(comments, viewer)))
    .where(which);
};

/** How many replies are returned along with a comment that starts a thread. */
const repliesAlong = 3;

/** The comments of a post that a page contains: all, those that start threads, or the replies in one thread. */
export type CommentsPart = 'all' | 'top' | 'thread';

interface PageValues {
  postId: string;
  threadId: string;
  before: string;
}

const comments = row('comments');
const replies = row('comments', 'replies');
const posts = row('posts');

/** The post's comments that are older than the given one. */
const olderOnPost = (before: Value<string>): Condition =>
  and(eb(comments.post_id, '=', posts.id), eb(comments.id, '<', before));

const repliesJson = () =>
  jsonText(
    ',"replies":',
    eb
      .case()
      .when(and(eb(comments.reply_count, '=', eb.lit(0)), eb(comments.removal, 'is', null)))
      .then(sql.lit('[]'))
      .else(
        jsonArray(
          listOf('replies', eb(replies.parent_id, '=', comments.id))
            .orderBy(replies.id)
            .limit(repliesAlong),
        ),
      )
      .end(),
  );

/** Whether the viewer can see a thread on the post. */
const isThreadOf = (threadId: Id): Condition => {
  const beginning = row('comments', 'beginning');
  return exists(
    eb
      .selectFrom('comments as beginning')
      .where('beginning.id', '=', threadId)
      .where('beginning.post_id', '=', posts.id)
      .where('beginning.parent_id', 'is', null)
      .where(or(commentVisibleTo(beginning, viewer), standsForReplies(beginning, viewer))),
  );
};

const listOfPart = {
  all: ({ before }: Given<PageValues>) => listOf('comments', olderOnPost(before)).orderBy(comments.id, 'desc'),
  top: ({ before }: Given<PageValues>) =>
    listOf('comments', and(olderOnPost(before), eb(comments.parent_id, 'is', null)), repliesJson()).orderBy(
      comments.id,
      'desc',
    ),
  thread: ({ before, threadId }: Given<PageValues>) =>
    listOf('comments', and(eb(comments.parent_id, '=', threadId), eb(comments.id, '>', before))).orderBy(comments.id),
};

const pageStatement = (part: CommentsPart) =>
  perSize((size) =>
    sessionStatement<PageValues, JsonRow>(
      `comments-${part}-${size}`,
      (db, given) => {
        const found = eb
          .selectFrom('posts')
          .select(jsonText('{"comments":', jsonArray(listOfPart[part](given).limit(size)), '}').as('body'))
          .where('posts.id', '=', given.postId)
          .where(postVisibleTo(posts, viewer));
        return db
          .selectFrom('session')
          .select((part === 'thread' ? found.where(isThreadOf(given.threadId)) : found).as('body'))
          .select(sessionColumns);
      },
      { mayLag: true },
    ),
  );

const pageStatements = { all: pageStatement('all'), top: pageStatement('top'), thread: pageStatement('thread') };

/**
 * `{"comments": […]}`: `size` comments on a post that are older than `before`, newest first; for a thread, those that
 * are newer, oldest first. Undefined without a session; a null body if the post or thread is missing.
 */
export async function readPage(
  pipeline: Pipeline,
  tokenHash: Buffer,
  page: { postId: string; part: CommentsPart; threadId: string; size: number; before: string | undefined },
): Promise<JsonRow | undefined> {
  const { postId, part, threadId, size, before = part === 'thread' ? noId : lastPossibleId } = page;
  return await pageStatements[part](size)(pipeline, tokenHash, { postId, threadId, before });
}

const isOnVisiblePost = exists(
  eb.selectFrom('posts').where('posts.id', '=', comments.post_id).where(postVisibleTo(posts, viewer)),
);

const oneStatement = sessionStatement<{ id: string }, JsonRow>('comments-one', (db, { id }) =>
  db
    .selectFrom('session')
    .select(
      eb
        .selectFrom(listOf('comments', and(eb(comments.id, '=', id), isOnVisiblePost)).as('one'))
        .select(jsonText('{"comment":', sql.ref('one.item'), '}').as('body'))
        .as('body'),
    )
    .select(sessionColumns),
);

/** `{"comment": …}` for a comment that the caller sees; a null body for any other, and undefined without a session. */
export async function readComment(pipeline: Pipeline, tokenHash: Buffer, id: string): Promise<JsonRow | undefined> {
  return await oneStatement(pipeline, tokenHash, { id });
}

/** For statements about mentions: converts a place to an id. */
const idOf = (place: Value<string>) => eb.cast<string>(place, 'uuid');

/** Who may be mentioned in the thread of an existing comment: everyone who sees the post and the thread. */
export const audienceOfThread: Audience = {
  name: 'threads',
  sees: (person, place) =>
    exists(
      eb
        .selectFrom('comments as place')
        .innerJoin('posts', 'posts.id', 'place.post_id')
        .where('place.id', '=', idOf(place))
        .where(and(postVisibleTo(posts, person), threadVisibleTo(row('comments', 'place'), person))),
    ),
};

/** Who may be mentioned in a comment on a post: everyone who sees the post. */
export const audienceOfComments: Audience = {
  name: 'comments',
  sees: (person, place) =>
    exists(eb.selectFrom('posts').where('posts.id', '=', idOf(place)).where(postVisibleTo(posts, person))),
};
