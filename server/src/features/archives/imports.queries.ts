import { type Generated, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';

interface ImportsTable {
  user_id: string;
  id: string;
  /** The storage key of its ZIP. */
  key: string;
  state: 'working' | 'done' | 'failed';
  /** How many of its posts have been handled, in their order. */
  done: Generated<number>;
  /** Null until they're counted. */
  total: number | null;
  /** The first reasons why something wasn't imported, in words. */
  refused: Generated<string[]>;
  refused_count: Generated<number>;
  created_at: Date;
  /** Identifies the session that started it. */
  begun_by: Buffer | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    imports: ImportsTable;
  }
}

export type ImportRow = Selectable<ImportsTable>;

/** A person's latest import. */
export async function findImport(db: Db, userId: string): Promise<ImportRow | undefined> {
  return await db.selectFrom('imports').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export async function findImportById(db: Db, id: string): Promise<ImportRow | undefined> {
  return await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Replaces a person's previous import with a new one. The account must be locked. */
export async function replaceImport(
  tx: Tx,
  started: Pick<ImportRow, 'user_id' | 'id' | 'key' | 'created_at' | 'begun_by'>,
): Promise<ImportRow> {
  const row = { ...started, state: 'working' as const, done: 0, total: null, refused: [], refused_count: 0 };
  return await tx
    .insertInto('imports')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns whether it still exists and is running */
export async function updateImport(
  db: Db,
  id: string,
  change: Partial<Pick<ImportRow, 'state' | 'total'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'working')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The most imports that are handled in one batch. */
const mostListed = 1000;

/** Imports that were started before a moment and are still running. */
export async function listImportsBefore(db: Db, before: Date): Promise<Pick<ImportRow, 'id' | 'key'>[]> {
  return await db
    .selectFrom('imports')
    .select(['id', 'key'])
    .where('state', '=', 'working')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(mostListed)
    .execute();
}

/** Selects imports of a person: all of them, unless more is given. */
export interface WhoseImport {
  userId: string;
  /** Identifies the sessions that may have started it. */
  begunBy?: readonly Buffer[];
  /** Identifies a session that didn't start it. */
  notBegunBy?: Buffer | undefined;
  since?: Date;
}

/** Ends a person's running import. @param why in words; it's listed first @returns undefined if there's none */
export async function endImport(
  db: Db,
  { userId, begunBy, notBegunBy, since }: WhoseImport,
  why: string,
): Promise<ImportRow | undefined> {
  return await db
    .updateTable('imports')
    .set({
      state: 'failed',
      refused: sql<string[]>`array_prepend(${why}::text, refused)`,
      refused_count: sql<number>`refused_count + 1`,
    })
    .where('user_id', '=', userId)
    .where('state', '=', 'working')
    .$if(begunBy !== undefined, (update) => update.where('begun_by', '=', sql<Buffer>`any(${begunBy}::bytea[])`))
    .$if(notBegunBy !== undefined, (update) => update.where('begun_by', 'is distinct from', notBegunBy as Buffer))
    .$if(since !== undefined, (update) => update.where('created_at', '>=', since as Date))
    .returningAll()
    .executeTakeFirst();
}

/**
 * Counts one more post as handled, and adds what wasn't imported.
 * @returns false if it isn't the next one, or the import is gone
 */
export async function advanceImport(
  db: Db,
  id: string,
  { from, refused, most }: { from: number; refused: readonly string[]; most: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ done: from + 1, ...withRefused(refused, most) })
    .where('id', '=', id)
    .where('state', '=', 'working')
    .where('done', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Adds reasons why something wasn't imported. */
export async function refuseInImport(
  db: Db,
  id: string,
  { refused, most }: { refused: readonly string[]; most: number },
): Promise<void> {
  if (refused.length === 0) return;
  await db.updateTable('imports').set(withRefused(refused, most)).where('id', '=', id).execute();
}

const withRefused = (refused: readonly string[], most: number) =>
  refused.length === 0
    ? {}
    : {
        refused: sql<string[]>`(refused || ${[...refused]}::text[])[1:${most}]`,
        refused_count: sql<number>`refused_count + ${refused.length}::int`,
      };

/** Whether an import needs the ZIP. */
export async function isImportKey(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('key', '=', key)
    .where('state', '=', 'working')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a person's import. @returns the storage key of its ZIP */
export async function deleteImportOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.deleteFrom('imports').where('user_id', '=', userId).returning('key').execute();
  return rows.map(({ key }) => key);
}
