import { type Generated, type Selectable, sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Db, Tx } from '#platform/database/database.ts';

export type MediaPurpose = 'post' | 'profile' | 'message';
export type MediaState = 'processing' | 'ready' | 'failed';

export interface MediaVariant {
  path: string;
  width: number;
  type: string;
}

interface MediaFilesTable {
  id: string;
  owner_id: string;
  purpose: MediaPurpose;
  path: string;
  type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  duration: number | null;
  placeholder: string | null;
  poster: string | null;
  variants: Generated<MediaVariant[]>;
  is_nsfw: Generated<boolean>;
  state: Generated<MediaState>;
  created_at: Generated<Date>;
  attached_at: Date | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    media_files: MediaFilesTable;
  }
}

export type MediaRow = Selectable<MediaFilesTable>;

/** What is known of a file when it has arrived. */
export type NewMedia = Pick<
  MediaRow,
  'id' | 'owner_id' | 'purpose' | 'path' | 'type' | 'bytes' | 'width' | 'height' | 'duration' | 'is_nsfw' | 'state'
>;

/** What the job found out and made. */
export type MediaFindings = Pick<MediaRow, 'placeholder' | 'poster' | 'variants' | 'is_nsfw' | 'state'>;

/** What decides which files of a medium there are. */
export interface KeptMedia {
  path: string;
  /** Media type of the original. */
  type: string;
  purpose: MediaPurpose;
  poster: string | null;
  variants: readonly MediaVariant[];
  isAttached: boolean;
}

export async function insertMedia(db: Db, media: NewMedia): Promise<void> {
  await db
    .insertInto('media_files')
    .values({ ...media, placeholder: null, poster: null, attached_at: null })
    .execute();
}

/** Rows by id, in the order of the ids; unknown ids are left out. */
export async function selectMedia(db: Db, ids: readonly string[]): Promise<MediaRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('media_files').selectAll().where('id', 'in', ids).execute();
  return inOrder(rows, ids);
}

/** Marks files as shown by something, so that they are not swept away; answers those that were not before. */
export async function markAttached(tx: Tx, ids: readonly string[]): Promise<MediaRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .updateTable('media_files')
    .set({ attached_at: sql`now()` })
    .where('id', 'in', ids)
    .where('attached_at', 'is', null)
    .returningAll()
    .execute();
  return inOrder(rows, ids);
}

/** @returns whether the file still exists */
export async function updateFindings(tx: Tx, id: string, findings: MediaFindings): Promise<boolean> {
  const { variants, ...rest } = findings;
  const result = await tx
    .updateTable('media_files')
    .set({ ...rest, variants: sql`${JSON.stringify(variants)}::json` })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

const pageOfMedia = 2000;

/** All media, as a connection's snapshot has them, in pages: there may be more than fit into memory. */
export async function* selectKeptMedia(snapshot: ClientBase): AsyncGenerator<KeptMedia[]> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await snapshot.query<KeptMedia & { id: string }>(
      `select id, path, type, purpose, poster, variants, attached_at is not null as "isAttached" from media_files
       where id > $1 order by id limit $2`,
      [last, pageOfMedia],
    );
    yield rows;
    if (rows.length < pageOfMedia) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Deletes rows and answers their paths. */
export async function deleteMedia(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.deleteFrom('media_files').where('id', 'in', ids).returning('path').execute();
  return rows.map(({ path }) => path);
}

/** Deletes the rows of these paths; answers the paths that had one. */
export async function deleteMediaByPath(db: Db, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const rows = await db.deleteFrom('media_files').where('path', 'in', paths).returning('path').execute();
  return rows.map(({ path }) => path);
}

/** Deletes what a person has sent for some purposes; answers the paths. */
export async function deleteMediaOf(db: Db, ownerId: string, purposes: readonly MediaPurpose[]): Promise<string[]> {
  const rows = await db
    .deleteFrom('media_files')
    .where('owner_id', '=', ownerId)
    .where('purpose', 'in', purposes)
    .returning('path')
    .execute();
  return rows.map(({ path }) => path);
}

/** Deletes what arrived before a time and was never shown; at most 1000 rows. */
export async function deleteUnattached(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .deleteFrom('media_files')
    .where('id', 'in', (old) =>
      old
        .selectFrom('media_files')
        .select('id')
        .where('attached_at', 'is', null)
        .where('created_at', '<', before)
        .limit(1000),
    )
    .where('attached_at', 'is', null)
    .returning('path')
    .execute();
  return rows.map(({ path }) => path);
}

function inOrder(rows: readonly MediaRow[], ids: readonly string[]): MediaRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
