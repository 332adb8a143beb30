import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { sql } from 'kysely';
import { fileGuard } from '#features/media/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { eb, exists, row, val } from '#platform/database/expressions.ts';
import { viewer } from '#platform/database/session-statement.ts';
import { isCommunityModeratedBy, postVisibleTo } from './posts.access.ts';
import { listMediaOfPost } from './posts.queries.ts';

/** How many posts somebody has in a community. */
interface CommunityPostCountsTable {
  user_id: string;
  community_id: string;
  post_count: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    community_post_counts: CommunityPostCountsTable;
  }
}

/** A post that a person can see; undefined: there's none. */
export async function findVisible(
  db: Db,
  id: string,
  viewerId: string,
): Promise<{ id: string; author_id: string; community_id: string | null; content: string } | undefined> {
  return await db
    .selectFrom('posts')
    .select(['posts.id', 'posts.author_id', 'posts.community_id', 'posts.content'])
    .where('posts.id', '=', id)
    .where(postVisibleTo(row('posts'), val(viewerId)))
    .executeTakeFirst();
}

/** Posts by id, whoever may see them. */
export async function listByIds(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; author_id: string; content: string; files: MediaFile[]; isRemoved: boolean }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'author_id', 'files', sql<boolean>`removal is not null`.as('isRemoved')])
    .select(
      sql<string>`content || coalesce((
        select E'\n\nPoll: ' || array_to_string(post_polls.choices, ' / ') from post_polls where post_polls.post_id = posts.id
      ), '')`.as('content'),
    )
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => ({ ...row, files: row.files as MediaFile[] }));
}

/** Ids of the posts that these files are attached to. */
export async function listShowing(db: Db, paths: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct post_media.post_id as id
    from media_files join post_media on post_media.media_id = media_files.id
    where media_files.path = any(${[...paths]}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** @param removal JSON text; null restores the post. @returns whether that changed anything */
export async function setRemoval(tx: Tx, id: string, removal: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('posts')
    .set({ removal })
    .where('id', '=', id)
    .where('removal', removal === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Who may see the private files of posts: everyone who sees the post. */
export const guardPostFiles = fileGuard('posts-file', (isAsked) =>
  exists(
    eb
      .selectFrom('media_files')
      .innerJoin('post_media', 'post_media.media_id', 'media_files.id')
      .innerJoin('posts', 'posts.id', 'post_media.post_id')
      .where(isAsked)
      .where(postVisibleTo(row('posts'), viewer)),
  ),
);

interface PostForDeletion {
  author_id: string;
  community_id: string | null;
  isModerator: boolean;
  media_ids: string[];
}

/** A post that a person sees, with its media, and whether they moderate the community it's in. */
export async function findForDeletion(db: Db, postId: string, viewerId: string): Promise<PostForDeletion | undefined> {
  const post = await db
    .selectFrom('posts')
    .select(['posts.author_id', 'posts.community_id'])
    .select(isCommunityModeratedBy(row('posts'), val(viewerId)).as('moderated'))
    .where('posts.id', '=', postId)
    .where(postVisibleTo(row('posts'), val(viewerId)))
    .executeTakeFirst();
  if (!post) return undefined;
  const isModerator = Boolean(post.moderated) && post.author_id !== viewerId;
  const { author_id, community_id } = post;
  return { author_id, community_id, isModerator, media_ids: await listMediaOfPost(db, postId) };
}
