import { type Generated, type Selectable, sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Db, Tx } from '#platform/database/database.ts';

export type MediaPurpose = 'post' | 'profile' | 'message';
export type MediaState = 'processing' | 'ready' | 'failed';
/** Whether a recording still has the metadata its device wrote; `stuck`: it couldn't be removed, so the file isn't served. */
export type MediaMetadata = 'kept' | 'removed' | 'stuck';

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
  metadata: Generated<MediaMetadata>;
  created_at: Generated<Date>;
  attached_at: Date | null;
  turn: number | null;
  /** The alt text, by its owner. */
  alt: string | null;
  /** The name that its sender gave it. Null: none. */
  name: string | null;
  /** The extension of the stored file, if it's still to be converted to its path's type. Null: it isn't. */
  converts_from: Generated<string | null>;
  /** Progress of the conversion in percent. Null: it hasn't begun. */
  progress: Generated<number | null>;
  /** It couldn't be converted to a format that browsers play. */
  unplayable: Generated<boolean>;
}

interface MediaUsageTable {
  owner_id: string;
  bytes: string;
}

/** Media of removed content; `path` is where they return to if it's restored. */
interface WithheldMediaTable {
  media_id: string;
  path: string;
  since: Date;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    media_files: MediaFilesTable;
    media_usage: MediaUsageTable;
    withheld_media: WithheldMediaTable;
  }
}

export type MediaRow = Selectable<MediaFilesTable>;

/** The facts about a file when it has arrived. */
export type NewMedia = Pick<
  MediaRow,
  | 'id'
  | 'owner_id'
  | 'purpose'
  | 'path'
  | 'type'
  | 'bytes'
  | 'width'
  | 'height'
  | 'duration'
  | 'is_nsfw'
  | 'state'
  | 'metadata'
  | 'name'
  | 'converts_from'
  | 'unplayable'
>;

/** The check's results and the renderings. */
export type MediaFindings = Pick<MediaRow, 'placeholder' | 'poster' | 'variants' | 'is_nsfw' | 'state'>;

/** The columns that determine a medium's files. */
export interface StoredMedia {
  path: string;
  /** The original's media type. */
  type: string;
  purpose: MediaPurpose;
  metadata: MediaMetadata;
  poster: string | null;
  variants: readonly MediaVariant[];
  converts_from: string | null;
  isAttached: boolean;
}

export async function insertMedia(db: Db, media: NewMedia): Promise<void> {
  await db
    .insertInto('media_files')
    .values({ ...media, alt: null, placeholder: null, poster: null, attached_at: null })
    .execute();
}

/** How many bytes an owner's media take up, updated as media are added and deleted (0017). */
export async function selectUsage(db: Db, ownerId: string): Promise<number> {
  const row = await db.selectFrom('media_usage').select('bytes').where('owner_id', '=', ownerId).executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** How many bytes everybody's media take up. It adds up one row per person: only for jobs. */
export async function sumMediaBytes(db: Db): Promise<number> {
  const row = await db
    .selectFrom('media_usage')
    .select((sum) => sum.fn.sum('bytes').as('bytes'))
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** The people whose media take up the most space, the largest first. */
export async function listLargestPeople(db: Db, size: number): Promise<{ user_id: string; bytes: number }[]> {
  const rows = await db
    .selectFrom('media_usage')
    .innerJoin('users', 'users.id', 'media_usage.owner_id')
    .select(['media_usage.owner_id', 'media_usage.bytes'])
    .where('media_usage.bytes', '>', '0')
    .orderBy('media_usage.bytes', 'desc')
    .orderBy('media_usage.owner_id')
    .limit(size)
    .execute();
  return rows.map(({ owner_id, bytes }) => ({ user_id: owner_id, bytes: Number(bytes) }));
}

/** Rows by id, in the order of the ids; skips unknown ids. */
export async function selectMedia(db: Db, ids: readonly string[]): Promise<MediaRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('media_files').selectAll().where('id', 'in', ids).execute();
  return inOrder(rows, ids);
}

/** Whether some media aren't ready yet: a picture has to be checked, or a recording's metadata removed. */
export async function hasUnfinished(db: Db, ids: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('media_files')
    .select('id')
    .where('id', 'in', ids)
    .where((is) =>
      is.or([is.and([is('state', '=', 'processing'), is('type', 'like', 'image/%')]), is('metadata', '=', 'kept')]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ids of rows, locked in order: all code that changes several locks them in this order, which prevents deadlocks. */
const lockedIds = (db: Db) => db.selectFrom('media_files').select('id').orderBy('id').forUpdate();

/**
 * Marks files as attached, so that they aren't swept; returns those that weren't before.
 * @param alts the alt texts, in the order of the ids
 */
export async function markAttached(
  db: Tx,
  ids: readonly string[],
  alts: readonly (string | null)[],
): Promise<MediaRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable('media_files')
    .set({ attached_at: sql`now()`, alt: sql`(${alts}::text[])[array_position(${ids}::uuid[], id)]` })
    .where('id', 'in', lockedIds(db).where('id', 'in', ids).where('attached_at', 'is', null))
    .returningAll()
    .execute();
  return inOrder(rows, ids);
}

/** Media of one owner that are joining the queue for checking. */
export interface TurnRequest {
  ownerId: string;
  ids: readonly string[];
  /** The turn that other owners have reached. */
  now: number;
  /** Whether they queue behind the owner's pictures, or behind their other media. */
  pictures: boolean;
}

/** Gives media the turns after the owner's last one, and blocks the owner's other media until the transaction ends. */
export async function assignTurns(tx: Tx, { ownerId, ids, now, pictures }: TurnRequest): Promise<number[]> {
  await tx.selectFrom('media_usage').select('bytes').where('owner_id', '=', ownerId).forUpdate().execute();
  const last = await tx
    .selectFrom('media_files')
    .select('turn')
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'processing')
    .where('turn', 'is not', null)
    .where('type', pictures ? 'like' : 'not like', 'image/%')
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirst();
  const first = Math.max(now, (last?.turn ?? -1) + 1);
  const turns = ids.map((_id, index) => Math.min(first + index, lastTurn));
  await sql`update media_files set turn = given.turn
    from unnest(${ids}::uuid[], ${turns}::smallint[]) as given (id, turn) where media_files.id = given.id`.execute(tx);
  return turns;
}

/** @returns whether the file still exists, hasn't moved since it was read, and, if it's to be converted, hasn't been meanwhile */
export async function updateFindings(
  tx: Tx,
  { id, path }: Pick<MediaRow, 'id' | 'path'>,
  findings: MediaFindings,
): Promise<boolean> {
  const { variants, ...rest } = findings;
  const result = await tx
    .updateTable('media_files')
    .set({ ...rest, variants: sql`${JSON.stringify(variants)}::json` })
    .where('id', '=', id)
    .where('path', '=', path)
    .$if(findings.state === 'processing', (update) => update.where('converts_from', 'is not', null))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Records the state of a recording's metadata, and how long it is. @returns whether the recording still exists, and hasn't moved since it was read */
export async function updateMetadata(
  db: Db,
  { id, path }: Pick<MediaRow, 'id' | 'path'>,
  state: Pick<MediaRow, 'metadata' | 'duration' | 'converts_from'>,
): Promise<boolean> {
  const result = await db
    .updateTable('media_files')
    .set(state)
    .where('id', '=', id)
    .where('path', '=', path)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Attached recordings that still have their metadata and aren't queued: an older version stored them that way. */
export async function selectStoredWithMetadata(db: Db, limit: number): Promise<MediaRow[]> {
  return await db
    .selectFrom('media_files')
    .selectAll()
    .where('metadata', '=', 'kept')
    .where('type', 'not like', 'image/%')
    .where('state', '<>', 'processing')
    .where('attached_at', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The maximum of a `smallint`. */
const lastTurn = 32_767;

const pageOfMedia = 2000;

/** All media in a connection's snapshot, in pages, because they may not fit into memory. */
export async function* selectStoredMedia(snapshot: ClientBase): AsyncGenerator<StoredMedia[]> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await snapshot.query<StoredMedia & { id: string }>(
      `select id, path, type, purpose, metadata, poster, variants, converts_from, attached_at is not null as "isAttached" from media_files
       where id > $1 order by id limit $2`,
      [last, pageOfMedia],
    );
    yield rows;
    if (rows.length < pageOfMedia) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Deletes rows and returns their paths. */
export async function deleteMedia(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .deleteFrom('media_files')
    .where('id', 'in', lockedIds(db).where('id', 'in', ids))
    .returning('path')
    .execute();
  return rows.map(({ path }) => path);
}

/** Deletes the rows with these paths; returns the paths that had one. */
export async function deleteMediaByPath(db: Db, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const rows = await db
    .deleteFrom('media_files')
    .where('id', 'in', lockedIds(db).where('path', 'in', paths))
    .returning('path')
    .execute();
  return rows.map(({ path }) => path);
}

/** The id of the medium at a path. */
export async function findMediaId(db: Db, path: string): Promise<string | undefined> {
  const row = await db.selectFrom('media_files').select('id').where('path', '=', path).executeTakeFirst();
  return row?.id;
}

/** The name of the file at a path; undefined: there's no such file, or it has no name. */
export async function findFileName(db: Db, path: string): Promise<string | undefined> {
  const row = await db.selectFrom('media_files').select('name').where('path', '=', path).executeTakeFirst();
  return row?.name ?? undefined;
}

/** Deletes everything a person has uploaded; returns the paths. */
export async function deleteMediaOf(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('media_files')
    .where('id', 'in', lockedIds(db).where('owner_id', '=', ownerId))
    .returning('path')
    .execute();
  return rows.map(({ path }) => path);
}

/** Deletes uploads that arrived before a given time and were never attached; at most 1000 rows. */
export async function deleteUnattached(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .deleteFrom('media_files')
    .where(
      'id',
      'in',
      lockedIds(db).where('attached_at', 'is', null).where('created_at', '<', before).limit(1000).skipLocked(),
    )
    .returning('path')
    .execute();
  return rows.map(({ path }) => path);
}

/** Media, locked in order. */
export async function lockMedia(tx: Tx, ids: readonly string[]): Promise<MediaRow[]> {
  if (ids.length === 0) return [];
  return await tx.selectFrom('media_files').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

/** Changes a medium's path, and those of its other files. */
export async function updatePaths(
  tx: Tx,
  id: string,
  { path, poster, variants }: Pick<MediaRow, 'path' | 'poster' | 'variants'>,
): Promise<void> {
  await tx
    .updateTable('media_files')
    .set({ path, poster, variants: sql`${JSON.stringify(variants)}::json` })
    .where('id', '=', id)
    .execute();
}

/** Remembers the path of a medium that's being withheld. */
export async function insertWithheld(tx: Tx, withheld: WithheldMediaTable): Promise<void> {
  await tx.insertInto('withheld_media').values(withheld).execute();
}

/** The paths that the withheld media among these return to. */
export async function selectWithheld(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('withheld_media')
    .select(['media_id', 'path'])
    .where('media_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ media_id, path }) => [media_id, path]));
}

/** Changes the path that a withheld medium returns to. */
export async function updateWithheld(tx: Tx, id: string, path: string): Promise<void> {
  await tx.updateTable('withheld_media').set({ path }).where('media_id', '=', id).execute();
}

export async function deleteWithheld(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('withheld_media').where('media_id', '=', id).execute();
}

/** Media that have been withheld since before a time, longest first. */
export async function listWithheldBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('withheld_media')
    .select('media_id')
    .where('since', '<', before)
    .orderBy('since')
    .limit(limit)
    .execute();
  return rows.map(({ media_id }) => media_id);
}

function inOrder(rows: readonly MediaRow[], ids: readonly string[]): MediaRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
