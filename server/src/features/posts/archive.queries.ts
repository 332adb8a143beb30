import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { archivePath } from '#features/media/public.ts';
import type { Db } from '#platform/database/database.ts';
import { anyOf, row } from '#platform/database/expressions.ts';
import { ownRows } from '#platform/database/pages.ts';
import { noId } from '#platform/ids.ts';
import { communityJson } from './post-communities.access.ts';
import { type Written, writtenColumns } from './posts.queries.ts';

interface OwnPostRow extends Written {
  post_id: string;
  created_at: Date;
  edited_at: Date | null;
  community: string | null;
  quote: string | null;
  poll: { choices: string[]; multiple: boolean; ends_at: unknown } | null;
  files: { path: string; type: string; alt: string | null }[];
  removed: string | null;
}

/** A person's posts, oldest first. */
export const ownPosts = ownRows<OwnPostRow>(100, async (db, { userId, after, size }) => {
  return await db
    .selectFrom('posts')
    .select(writtenColumns)
    .select(['posts.id as post_id', 'posts.created_at', 'posts.edited_at', 'posts.quote_id as quote'])
    .select(sql<string | null>`posts.removal->>'text'`.as('removed'))
    .select(sql<string | null>`${communityJson(row('posts').community_id)}::json->>'community_handle'`.as('community'))
    .select((post) => [
      jsonObjectFrom(
        post
          .selectFrom('post_polls')
          .select(['post_polls.choices', 'post_polls.multiple', 'post_polls.ends_at'])
          .whereRef('post_polls.post_id', '=', 'posts.id'),
      ).as('poll'),
      jsonArrayFrom(
        post
          .selectFrom('post_media')
          .innerJoin('media_files as media', 'media.id', 'post_media.media_id')
          .select([archivePath(row('media_files', 'media')).as('path'), 'media.type', 'media.alt'])
          .whereRef('post_media.post_id', '=', 'posts.id')
          .orderBy('post_media.position'),
      ).as('files'),
    ])
    .where('posts.author_id', '=', userId)
    .where('posts.id', '>', after?.post_id ?? noId)
    .orderBy('posts.id')
    .limit(size)
    .execute();
});

/** The ones among these files that are in posts; those of scheduled posts aren't yet. */
export async function listPosted(db: Db, mediaIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('post_media').select('media_id').where('media_id', '=', anyOf(mediaIds)).execute();
  return new Set(rows.map(({ media_id }) => media_id));
}

interface OwnVoteRow {
  post_id: string;
  vote: number;
}

/** A person's votes. */
export const ownVotes = ownRows<OwnVoteRow>(5000, async (db, { userId, after, size }) => {
  return await db
    .selectFrom('post_votes')
    .select(['post_id', 'value as vote'])
    .where('user_id', '=', userId)
    .where('value', '<>', 0)
    .where('post_id', '>', after?.post_id ?? noId)
    .orderBy('post_id')
    .limit(size)
    .execute();
});

/** A person's answers to polls: the indexes of the choices, from 0. */
export const ownPollAnswers = ownRows<{ post_id: string; choices: number[] }>(
  5000,
  async (db, { userId, after, size }) => {
    return await db
      .selectFrom('post_poll_answers')
      .select(['post_id', 'choices'])
      .where('user_id', '=', userId)
      .where('post_id', '>', after?.post_id ?? noId)
      .orderBy('post_id')
      .limit(size)
      .execute();
  },
);

/** The posts a person bookmarked. */
export const ownBookmarks = ownRows<{ bookmark_id: string; post_id: string }>(
  5000,
  async (db, { userId, after, size }) => {
    return await db
      .selectFrom('bookmarks')
      .select(['id as bookmark_id', 'post_id'])
      .where('user_id', '=', userId)
      .where('id', '>', after?.bookmark_id ?? noId)
      .orderBy('id')
      .limit(size)
      .execute();
  },
);
