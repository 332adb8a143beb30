import { type Generated, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Connection } from '#platform/jobs/jobs.queries.ts';

interface UploadsTable {
  id: string;
  owner_id: string;
  /** The name that its sender gave it. Null: none. */
  name: string | null;
  /** The media type its sender claims. */
  type: string | null;
  /** The announced size in bytes. */
  length: string;
  received: Generated<string>;
  created_at: Date;
}

interface UploadPiecesTable {
  key: string;
  upload_id: string;
  starts_at: string;
  is_stored: Generated<boolean>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    uploads: UploadsTable;
    upload_pieces: UploadPiecesTable;
  }
}

export type UploadRow = Omit<Selectable<UploadsTable>, 'length' | 'received'> & { length: number; received: number };

const toUpload = (row: Selectable<UploadsTable>): UploadRow => ({
  ...row,
  length: Number(row.length),
  received: Number(row.received),
});

/** Creates a person's uploads one after another, and none while their media are being counted, until the transaction ends. */
export async function lockOwner(tx: Tx, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('uploads:' || ${ownerId}, 0))`.execute(tx);
  await tx.selectFrom('media_usage').select('bytes').where('owner_id', '=', ownerId).forUpdate().execute();
}

export async function insertUpload(tx: Tx, upload: Omit<UploadRow, 'received'>): Promise<void> {
  await tx
    .insertInto('uploads')
    .values({ ...upload, length: String(upload.length) })
    .execute();
}

/** How many of a person's uploads are unfinished; an empty one never begins. */
export async function countUnfinished(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('uploads')
    .select((count) => count.fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .where((is) => is.or([is('received', '<', is.ref('length')), is('length', '=', '0')]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many bytes a person's uploads take up or will take up, except some. */
export async function sumUploads(db: Db, ownerId: string, except: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('uploads')
    .select((sum) => sum.fn.sum('length').as('bytes'))
    .where('owner_id', '=', ownerId)
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** An upload, if it began after a moment. */
export async function findUpload(db: Db, id: string, after: Date): Promise<UploadRow | undefined> {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('created_at', '>', after)
    .executeTakeFirst();
  return row && toUpload(row);
}

/** A person's finished uploads among these, if they began after a moment. */
export async function listFinished(
  db: Db,
  { ownerId, ids, after }: { ownerId: string; ids: readonly string[]; after: Date },
): Promise<UploadRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', 'in', ids)
    .where('owner_id', '=', ownerId)
    .where('created_at', '>', after)
    .whereRef('received', '=', 'length')
    .execute();
  return rows.map(toUpload);
}

/** @returns false if the upload is gone */
export async function insertPiece(
  db: Db,
  piece: { key: string; uploadId: string; startsAt: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('upload_pieces')
    .columns(['key', 'upload_id', 'starts_at'])
    .expression((from) =>
      from
        .selectFrom('uploads')
        .select(({ val, cast }) => [
          cast<string>(val(piece.key), 'text').as('key'),
          'id',
          cast<string>(val(String(piece.startsAt)), 'bigint').as('starts_at'),
        ])
        .where('id', '=', piece.uploadId),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Adds a stored piece. @returns false if the upload is gone or ends somewhere else */
export async function addPiece(
  tx: Tx,
  { key, uploadId, startsAt, bytes }: { key: string; uploadId: string; startsAt: number; bytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ received: String(startsAt + bytes) })
    .where('id', '=', uploadId)
    .where('received', '=', String(startsAt))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx.updateTable('upload_pieces').set({ is_stored: true }).where('key', '=', key).execute();
  return true;
}

export async function deletePiece(db: Db, key: string): Promise<void> {
  await db.deleteFrom('upload_pieces').where('key', '=', key).execute();
}

/** The storage keys of an upload's pieces, from its beginning. */
export async function listPieces(db: Db, uploadId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('upload_pieces')
    .select('key')
    .where('upload_id', '=', uploadId)
    .where('is_stored', '=', true)
    .orderBy('starts_at')
    .execute();
  return rows.map(({ key }) => key);
}

/** Deletes uploads. @returns how many there were, and the storage keys of their pieces */
export async function deleteUploads(tx: Tx, ids: readonly string[]): Promise<{ count: number; keys: string[] }> {
  if (ids.length === 0) return { count: 0, keys: [] };
  const locked = await tx.selectFrom('uploads').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
  const pieces = await tx.deleteFrom('upload_pieces').where('upload_id', 'in', ids).returning('key').execute();
  await tx.deleteFrom('uploads').where('id', 'in', ids).execute();
  return { count: locked.length, keys: pieces.map(({ key }) => key) };
}

/** Uploads that began before a moment. */
export async function listUploadsBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** A person's uploads. */
export async function listUploadsOf(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db.selectFrom('uploads').select('id').where('owner_id', '=', ownerId).execute();
  return rows.map(({ id }) => id);
}

/** Takes an upload's lock, which is held until it's released or the connection ends. @returns false if another process has it */
export async function takeUploadLock(connection: Connection, id: string): Promise<boolean> {
  const { rows } = await connection.query<{ taken: boolean }>(
    "select pg_try_advisory_lock(hashtextextended('upload:' || $1, 0)) as taken",
    [id],
  );
  return rows[0]?.taken === true;
}

export async function giveUploadLock(connection: Connection, id: string): Promise<void> {
  await connection.query("select pg_advisory_unlock(hashtextextended('upload:' || $1, 0))", [id]);
}
