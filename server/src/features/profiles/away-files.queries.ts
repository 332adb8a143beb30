import type { Db, Tx } from '#platform/database/database.ts';

/** The people whose files are private because they're away, with their picture's path meanwhile: their account has none. */
interface AwayFilesTable {
  user_id: string;
  profile_path: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    away_files: AwayFilesTable;
  }
}

/** Whether a person is away; they can't come back until the transaction ends. */
export async function holdAway(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('away_accounts')
    .select('user_id')
    .where('user_id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Up to `limit` people who are away and whose files aren't private yet. */
export async function listUnhidden(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('away_accounts')
    .leftJoin('away_files', 'away_files.user_id', 'away_accounts.user_id')
    .select('away_accounts.user_id')
    .where('away_files.user_id', 'is', null)
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** @returns false if it was stored before */
export async function insertAwayFiles(tx: Tx, files: AwayFilesTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('away_files')
    .values(files)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Undefined: none of their files were made private. */
export async function takeAwayFiles(tx: Tx, userId: string): Promise<AwayFilesTable | undefined> {
  return await tx.deleteFrom('away_files').where('user_id', '=', userId).returningAll().executeTakeFirst();
}

export async function updatePicture(tx: Tx, userId: string, profilePath: string | null): Promise<void> {
  await tx.updateTable('users').set({ profile_path: profilePath }).where('id', '=', userId).execute();
}
