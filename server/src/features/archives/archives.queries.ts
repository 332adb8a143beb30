import type { Generated, Selectable } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';

interface ExportsTable {
  user_id: string;
  id: string;
  /** Where its ZIP is, or will be, in the storage. */
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
  }
}

export type ExportRow = Selectable<ExportsTable>;

/** A person's latest export. */
export async function findExport(db: Db, userId: string): Promise<ExportRow | undefined> {
  return await db.selectFrom('exports').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockExport(tx: Tx, userId: string): Promise<ExportRow | undefined> {
  return await tx.selectFrom('exports').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();
}

/** Whose export it is, and of which account. */
export async function findExportById(db: Db, id: string): Promise<(ExportRow & { username: string }) | undefined> {
  return await db
    .selectFrom('exports')
    .innerJoin('users', 'users.id', 'exports.user_id')
    .selectAll('exports')
    .select('users.username')
    .where('exports.id', '=', id)
    .executeTakeFirst();
}

/** The most exports that are looked at together. */
const mostListed = 1000;

/** Exports that have been in the making since before then. */
export async function listExportsBefore(db: Db, before: Date): Promise<Pick<ExportRow, 'id' | 'key'>[]> {
  return await db
    .selectFrom('exports')
    .select(['id', 'key'])
    .where('state', '=', 'working')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(mostListed)
    .execute();
}

/** Puts an export in the place of the person's last one. The account must be locked. */
export async function replaceExport(
  tx: Tx,
  started: Pick<ExportRow, 'user_id' | 'id' | 'key' | 'created_at'>,
): Promise<ExportRow> {
  const row = { ...started, state: 'working' as const, done: 0, size: null, expires_at: null };
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
  id: string,
  change: Partial<Pick<ExportRow, 'state' | 'done' | 'size' | 'expires_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('exports').set(change).where('id', '=', id).executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes exports whose time is over; at most 100. @returns where their files are */
export async function deleteExpiredExports(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx
    .deleteFrom('exports')
    .where('id', 'in', (query) =>
      query
        .selectFrom('exports')
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

/** Deletes a person's export. @returns where its file is */
export async function deleteExportOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.deleteFrom('exports').where('user_id', '=', userId).returning('key').execute();
  return rows.map(({ key }) => key);
}
