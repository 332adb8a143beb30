import type { Generated, Selectable } from 'kysely';
import { findUser } from '#features/accounts/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';

interface ExportsTable {
  user_id: string;
  id: string;
  /** The storage key of its ZIP, which may not exist yet. */
  key: string;
  state: 'working' | 'ready' | 'failed';
  done: Generated<number>;
  /** Bytes. */
  size: number | null;
  created_at: Date;
  /** When it's deleted. */
  expires_at: Date | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    exports: ExportsTable;
    person_exports: ExportsTable & {
      /** The admin who requested it. */
      asked_by: string;
    };
  }
}

/** People's own exports, or those that admins asked for. */
export type ExportTable = 'exports' | 'person_exports';

export type ExportRow = Selectable<ExportsTable>;

/** A person's latest export. */
export async function findExport(db: Db, userId: string): Promise<ExportRow | undefined> {
  return await db.selectFrom('exports').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockExport(tx: Tx, userId: string): Promise<ExportRow | undefined> {
  return await tx.selectFrom('exports').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();
}

/** The owner of an export, and the account it's about. */
export async function findExportById(
  db: Db,
  table: ExportTable,
  id: string,
): Promise<(ExportRow & { username: string; profile_path: string | null }) | undefined> {
  const row = await db
    .selectFrom(table)
    .select(['user_id', 'id', 'key', 'state', 'done', 'size', 'created_at', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  const person = row && (await findUser(db, row.user_id));
  return person && { ...row, username: person.username, profile_path: person.profile_path };
}

/** An admin's latest export of somebody. */
export async function findPersonExport(
  db: Db,
  { askedBy, userId }: { askedBy: string; userId: string },
): Promise<ExportRow | undefined> {
  return await db
    .selectFrom('person_exports')
    .selectAll()
    .where('asked_by', '=', askedBy)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Replaces the admin's previous export of somebody with a new one. Both accounts must be locked. */
export async function replacePersonExport(
  tx: Tx,
  started: Pick<ExportRow, 'user_id' | 'id' | 'key' | 'created_at'> & { asked_by: string },
): Promise<ExportRow> {
  const row = { ...started, ...begun };
  return await tx
    .insertInto('person_exports')
    .values(row)
    .onConflict((conflict) => conflict.columns(['asked_by', 'user_id']).doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
}

const begun = { state: 'working', done: 0, size: null, expires_at: null } as const;

/** The most exports that are handled in one batch. */
const mostListed = 1000;

/** Exports that were started before a moment and aren't finished. */
export async function listExportsBefore(
  db: Db,
  table: ExportTable,
  before: Date,
): Promise<Pick<ExportRow, 'id' | 'key'>[]> {
  return await db
    .selectFrom(table)
    .select(['id', 'key'])
    .where('state', '=', 'working')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(mostListed)
    .execute();
}

/** Replaces a person's previous export with a new one. The account must be locked. */
export async function replaceExport(
  tx: Tx,
  started: Pick<ExportRow, 'user_id' | 'id' | 'key' | 'created_at'>,
): Promise<ExportRow> {
  const row = { ...started, ...begun };
  return await tx
    .insertInto('exports')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns whether it still exists */
export async function updateExport(
  db: Db,
  table: ExportTable,
  id: string,
  change: Partial<Pick<ExportRow, 'state' | 'done' | 'size' | 'expires_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable(table).set(change).where('id', '=', id).executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes expired exports; at most 100. @returns the storage keys of their files */
export async function deleteExpiredExports(tx: Tx, table: ExportTable, now: Date): Promise<string[]> {
  const rows = await tx
    .deleteFrom(table)
    .where('id', 'in', (query) =>
      query
        .selectFrom(table)
        .select('id')
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

/**
 * Deletes a person's export, those that they requested as an admin, and those that admins requested of them. @returns
 * the storage keys of the files
 */
export async function deleteExportsOf(tx: Tx, userId: string): Promise<string[]> {
  const own = await tx.deleteFrom('exports').where('user_id', '=', userId).returning('key').execute();
  const asked = await tx
    .deleteFrom('person_exports')
    .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('asked_by', '=', userId)]))
    .returning('key')
    .execute();
  return [...own, ...asked].map(({ key }) => key);
}
