import type { Selectable } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';
import { isSameText, row, val } from '#platform/database/expressions.ts';
import type { UserRow } from './accounts.queries.ts';

interface FormerNamesTable {
  name: string;
  user_id: string;
  expires_at: Date;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    former_names: FormerNamesTable;
  }
}

export type FormerNameRow = Selectable<FormerNamesTable>;

/** Reserves a former name for its person. */
export async function insertFormerName(
  tx: Tx,
  former: { name: string; userId: string; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('former_names')
    .values({ name: former.name.toLowerCase(), user_id: former.userId, expires_at: former.expiresAt })
    .execute();
}

/** Deletes one of a person's former names, or all of them. */
export async function deleteFormerNames(tx: Tx, userId: string, name?: string): Promise<void> {
  let statement = tx.deleteFrom('former_names').where('user_id', '=', userId);
  if (name !== undefined) statement = statement.where('name', '=', name.toLowerCase());
  await statement.execute();
}

/**
 * A person's former names, the latest first. There are only a few, because usernames change rarely and former names
 * expire.
 */
export async function listFormerNames(db: Db, userId: string, limit: number): Promise<FormerNameRow[]> {
  return await db
    .selectFrom('former_names')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('expires_at', 'desc')
    .limit(limit)
    .execute();
}

/** Deletes the former names whose time is over, which frees them. */
export async function deleteExpiredNames(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('former_names').where('expires_at', '<=', now).execute();
}

/** An account by its username in any case. */
export async function findUserByName(db: Db, username: string): Promise<UserRow | undefined> {
  return await db
    .selectFrom('users')
    .selectAll()
    .where(isSameText(row('users').username, val(username)))
    .executeTakeFirst();
}
