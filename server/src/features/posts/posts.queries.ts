import { written } from '@hubbub/contract/features/posts/posts.shapes.ts';
import type { LinkPreview } from '@hubbub/contract/features/rich-text/rich-text.shapes.ts';
import { pages } from '@hubbub/contract/platform/pages.ts';
import { type ColumnType, type Generated, type Insertable, type Selectable, sql } from 'kysely';
import type { Audience } from '#features/rich-text/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { eb, exists, or, row, val } from '#platform/database/expressions.ts';
import { noId } from '#platform/ids.ts';
import { communityByHandle } from './post-communities.access.ts';
import { isForFeeds, mayRespondTo, postVisibleTo } from './posts.access.ts';

/** What people write in a post, as posts and scheduled posts store it. */
export interface WrittenColumns {
  author_id: string;
  content: string;
  /** The people it mentions, in the form described in 0075_mentions.sql. Written as JSON text. */
  mentions: ColumnType<unknown, string | null | undefined, string | null>;
  /** The post it quotes, which may be gone. */
  quote_id: ColumnType<string | null, string | null | undefined, never>;
}

export type NewWritten = Insertable<WrittenColumns>;

interface PostsTable extends WrittenColumns {
  id: string;
  created_at: Date;
  community_id: Generated<string | null>;
  upvote_count: Generated<number>;
  downvote_count: Generated<number>;
  comment_count: Generated<number>;
  /** How many of these are by people who are away. */
  away_comment_count: Generated<number>;
  /** The contract's `files`. Written as JSON text, read as a parsed value. */
  files: ColumnType<unknown, string, string>;
  /** The contract's `link`, as JSON text. */
  link: Generated<string | null>;
  has_poll: Generated<boolean>;
  edited_at: Generated<Date | null>;
  /** The moderators' reason for removing it; null: they didn't. */
  removal: ColumnType<unknown, string | null | undefined, string | null>;
  /** When it was posted, as its archive claims; null: it wasn't imported. */
  imported_created_at: Generated<Date | null>;
  /** Its identity in the archive. */
  import_source: Generated<Buffer | null>;
}

interface PostMediaTable {
  post_id: string;
  position: number;
  media_id: string;
}

interface PostVotesTable {
  post_id: string;
  user_id: string;
  value: number;
  previous: Generated<number>;
}

/** The post count of everyone who has ever posted. */
interface PostCountsTable {
  user_id: string;
  post_count: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    post_counts: PostCountsTable;
    posts: PostsTable;
    post_media: PostMediaTable;
    post_votes: PostVotesTable;
  }
}

/** Who may be mentioned in a post: everyone who sees the community it's in, or everybody if it's in none. */
export const audienceOfPosts: Audience = {
  name: 'posts',
  sees: (person, place) => {
    const handle = eb.cast<string>(place, 'text');
    return or(eb(handle, 'is', null), exists(communityByHandle(handle, person)));
  },
};

/** The contract's `written`, as it's stored. */
export type Written = Pick<Selectable<WrittenColumns>, keyof typeof written>;
export const writtenColumns = Object.keys(written) as (keyof Written)[];

/** What of it is in a form or a row, without anything else. */
export const writtenOf = <Given extends object>(given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(written, name))) as Pick<
    Given,
    keyof Given & keyof Written
  >;

/**
 * Stores a post with an id higher than all others.
 * @param post `id`: the one it gets unless there's a newer one
 * @param mediaIds in upload order
 * @returns its id
 */
export async function insertPost(
  tx: Tx,
  post: Insertable<PostsTable>,
  mediaIds: readonly string[] = [],
): Promise<string> {
  const { id } = await tx
    .insertInto('posts')
    .values({ ...post, id: sql<string>`id_after((select id from posts order by id desc limit 1), ${post.id})` })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (mediaIds.length > 0) {
    await tx
      .insertInto('post_media')
      .values(mediaIds.map((mediaId, position) => ({ post_id: id, position, media_id: mediaId })))
      .execute();
  }
  return id;
}

/** A post's author and its media; neither ever changes. */
export async function findAuthorAndMedia(
  db: Db,
  postId: string,
): Promise<{ author_id: string; media_ids: string[] } | undefined> {
  const post = await db.selectFrom('posts').select('author_id').where('id', '=', postId).executeTakeFirst();
  if (!post) return undefined;
  return { author_id: post.author_id, media_ids: await listMediaOfPost(db, postId) };
}

/** Some of a community's posts with their media, oldest first, starting after one of them. */
export async function listPostsOfCommunity(
  db: Db,
  communityId: string,
  { after, most }: { after: string; most: number },
): Promise<{ id: string; media_ids: string[] }[]> {
  return await db
    .selectFrom('posts')
    .select([
      'posts.id',
      sql<string[]>`array(select media_id from post_media where post_id = posts.id)`.as('media_ids'),
    ])
    .where('posts.community_id', '=', communityId)
    .where('posts.id', '>', after)
    .orderBy('posts.id')
    .limit(most)
    .execute();
}

/** Deletes posts like `deletePost`. */
export async function deletePosts(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select id from posts where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx);
  await tx.deleteFrom('posts').where('id', 'in', ids).execute();
}

/** Ids, in upload order. */
export async function listMediaOfPost(db: Db, postId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('post_media')
    .select('media_id')
    .where('post_id', '=', postId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.media_id);
}

/** Deletes a post with its votes and comments; false if it was gone. Discard its media first because of the lock order. */
export async function deletePost(tx: Tx, postId: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('posts').where('id', '=', postId).returning('id').executeTakeFirst();
  return deleted !== undefined;
}

/** The post a medium belongs to, locked, and that post's media in upload order. */
export async function lockPostOfMedia(
  tx: Tx,
  mediaId: string,
): Promise<{ id: string; mediaIds: string[] } | undefined> {
  const post = await tx
    .selectFrom('posts')
    .innerJoin('post_media', 'post_media.post_id', 'posts.id')
    .select('posts.id')
    .where('post_media.media_id', '=', mediaId)
    .forNoKeyUpdate('posts')
    .executeTakeFirst();
  if (!post) return undefined;
  return { id: post.id, mediaIds: await listMediaOfPost(tx, post.id) };
}

export async function updateFiles(tx: Tx, postId: string, files: string): Promise<void> {
  await tx.updateTable('posts').set({ files }).where('id', '=', postId).execute();
}

/**
 * Locks, in id order, a person's posts, those they voted on or whose poll they answered, and some more. The person's row must be locked, so
 * that no vote is added meanwhile.
 */
export async function lockPostsTouchedBy(tx: Tx, userId: string, more: readonly string[]): Promise<void> {
  await sql`select posts.id from posts where posts.id in (
      select own.id from posts own where own.author_id = ${userId}
      union select post_votes.post_id from post_votes where post_votes.user_id = ${userId}
      union select post_poll_answers.post_id from post_poll_answers where post_poll_answers.user_id = ${userId}
      union select unnest(${more}::uuid[])
    ) order by posts.id for update`.execute(tx);
}

/** Deletes a person's posts, which must be locked, with the votes and comments on them. */
export async function deletePostsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.deleteFrom('posts').where('author_id', '=', userId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes a person's votes and subtracts them, together with deleted comments, from other people's posts: one update per post. The
 * posts must be locked.
 */
export async function deleteVotesOf(
  tx: Tx,
  userId: string,
  comments: readonly { post_id: string; number: number }[],
): Promise<void> {
  await sql`with gone as (delete from post_votes where user_id = ${userId} returning post_id, value),
    counted as (
      select gone.post_id, (gone.value = 1)::int as ups, (gone.value = -1)::int as downs, 0 as written from gone
      union all
      select said.post_id, 0, 0, said.number
      from unnest(${comments.map((one) => one.post_id)}::uuid[], ${comments.map((one) => one.number)}::int[]) said (post_id, number)
    ),
    change as (
      select counted.post_id, sum(counted.ups)::int as ups, sum(counted.downs)::int as downs, sum(counted.written)::int as written
      from counted group by counted.post_id
    )
    update posts set
      upvote_count = upvote_count - change.ups,
      downvote_count = downvote_count - change.downs,
      comment_count = comment_count - change.written
    from change where posts.id = change.post_id and (change.ups, change.downs, change.written) <> (0, 0, 0)`.execute(
    tx,
  );
}

/** Whether a post exists that somebody may respond to. */
export async function isOpenToResponses(db: Db, id: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('posts')
    .select('posts.id')
    .where('posts.id', '=', id)
    .where(mayRespondTo(row('posts'), val(userId)))
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a post can be in feeds and everybody may see it, even people without any relation to its author. */
export async function isPostForEverybody(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', id)
    .where(isForFeeds(row('posts')))
    .where(postVisibleTo(row('posts'), val(noId)))
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a post has this author and text. */
export async function isTextBy(db: Db, id: string, { authorId, content }: { authorId: string; content: string }) {
  const found = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .where('content', '=', content)
    .executeTakeFirst();
  return found !== undefined;
}

/** A post's text. */
export async function findContent(db: Db, id: string): Promise<string | undefined> {
  return (await db.selectFrom('posts').select('content').where('id', '=', id).executeTakeFirst())?.content;
}

/** Stores the preview of a post's link, unless its text has changed meanwhile. */
export async function setLink(
  db: Db,
  { postId, content, link }: { postId: string; content: string; link: LinkPreview | null },
): Promise<void> {
  await db
    .updateTable('posts')
    .set({ link: link && JSON.stringify(link) })
    .where('id', '=', postId)
    .where('content', '=', content)
    .execute();
}

/** The communities of those posts that still exist. No text: the audit log isn't the place to read posts. */
export async function namesOfPosts(db: Db, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await db.selectFrom('posts').select('id').where('id', 'in', ids).execute();
  return new Map(rows.map(({ id }) => [id, { name: 'a post', url: pages.post.path.replace(':post_id', id) }]));
}
