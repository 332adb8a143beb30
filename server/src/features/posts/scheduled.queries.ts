import { type ColumnType, type Generated, type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { archivePath, fileGuard } from '#features/media/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { eb, exists, row } from '#platform/database/expressions.ts';
import { ownRows } from '#platform/database/pages.ts';
import { viewer } from '#platform/database/session-statement.ts';
import { noId } from '#platform/ids.ts';
import type { NewPoll } from './polls.queries.ts';
import { communityJson } from './post-communities.access.ts';
import { type Written, type WrittenColumns, writtenColumns } from './posts.queries.ts';

/** A poll as it's stored in JSON. */
type StoredPoll = Omit<NewPoll, 'ends_at'> & { ends_at: string };

interface ScheduledPostsTable extends WrittenColumns {
  id: string;
  created_at: Date;
  publish_at: Date;
  community_id: string | null;
  /** Its handle when the post was scheduled. */
  community: string | null;
  /** Written as JSON text. */
  poll: ColumnType<StoredPoll | null, string | null, never>;
  media_ids: string[];
  fault: Generated<string | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    scheduled_posts: ScheduledPostsTable;
  }
}

export type ScheduledRow = Selectable<ScheduledPostsTable>;
type Place = { community_handle: string; name: string; profile_path: string };

const drafts = row('scheduled_posts');

export async function insertDraft(tx: Tx, draft: Insertable<ScheduledPostsTable>): Promise<void> {
  await tx.insertInto('scheduled_posts').values(draft).execute();
}

export async function countDrafts(tx: Tx, authorId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('scheduled_posts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('author_id', '=', authorId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Somebody's scheduled posts, the next one first: all, or one. */
export async function listDrafts(
  db: Db,
  { authorId, id, most }: { authorId: string; id?: string; most: number },
): Promise<(ScheduledRow & { place: Place | null })[]> {
  return await db
    .selectFrom('scheduled_posts')
    .selectAll()
    .select(sql<Place | null>`${communityJson(drafts.community_id)}::json`.as('place'))
    .where('author_id', '=', authorId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? noId))
    .orderBy('publish_at')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** A scheduled post, with the handle that its community has now, if it's still there. */
export async function findDraft(db: Db, id: string): Promise<ScheduledRow | undefined> {
  const found = await db
    .selectFrom('scheduled_posts')
    .selectAll()
    .select(sql<string | null>`${communityJson(drafts.community_id)}::json->>'community_handle'`.as('handle'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return undefined;
  const { handle, ...draft } = found;
  return { ...draft, community: handle ?? draft.community };
}

/** A scheduled post, locked until the transaction ends. */
export async function lockDraft(tx: Tx, id: string): Promise<ScheduledRow | undefined> {
  return await tx.selectFrom('scheduled_posts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateDraft(db: Db, id: string, change: Updateable<ScheduledPostsTable>): Promise<void> {
  await db.updateTable('scheduled_posts').set(change).where('id', '=', id).execute();
}

export async function deleteDraft(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('scheduled_posts').where('id', '=', id).execute();
}

export async function deleteDraftsOf(tx: Tx, authorId: string): Promise<void> {
  await tx.deleteFrom('scheduled_posts').where('author_id', '=', authorId).execute();
}

/** Who may see the private files of scheduled posts: their authors. */
export const guardScheduledFiles = fileGuard('scheduled-file', (isAsked) =>
  exists(
    eb
      .selectFrom('scheduled_posts')
      .innerJoin('media_files', (join) =>
        join.on((on) => on('media_files.id', '=', on.fn.any('scheduled_posts.media_ids'))),
      )
      .where(isAsked)
      .where('scheduled_posts.author_id', '=', viewer),
  ),
);

interface OwnDraftRow extends Written {
  draft_id: string;
  created_at: Date;
  publish_at: Date;
  community: string | null;
  quote: string | null;
  poll: StoredPoll | null;
  files: { path: string; type: string; alt: string | null }[];
  fault: string | null;
}

/** A person's scheduled posts, for their archive. */
export const ownScheduledPosts = ownRows<OwnDraftRow>(100, async (db, { userId, after, size }) => {
  return await db
    .selectFrom('scheduled_posts')
    .select(writtenColumns)
    .select(['id as draft_id', 'created_at', 'publish_at', 'community', 'quote_id as quote', 'poll', 'fault'])
    .select((draft) =>
      jsonArrayFrom(
        draft
          .selectFrom('media_files as media')
          .select([archivePath(row('media_files', 'media')).as('path'), 'media.type', 'media.alt'])
          .where((media) => media('media.id', '=', media.fn.any('scheduled_posts.media_ids'))),
      ).as('files'),
    )
    .where('author_id', '=', userId)
    .where('id', '>', after?.draft_id ?? noId)
    .orderBy('id')
    .limit(size)
    .execute();
});
