import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';
import { addedIn, type SessionsSince } from './ways-in.queries.ts';

interface EmailChangesTable {
  user_id: string;
  id: string;
  email: string;
  token_hash: Buffer | null;
  session: Buffer;
  /** When the session that requested the change began. Null: it was requested before this was stored. */
  since: Date | null;
  expires_at: Date;
}

interface EmailUndosTable {
  id: string;
  user_id: string;
  email: string;
  token_hash: Buffer | null;
  created_at: Date;
  /** When the session that requested the change began. Null: it was requested before this was stored. */
  since: Date | null;
  expires_at: Date;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    email_changes: EmailChangesTable;
    email_undos: EmailUndosTable;
  }
}

export type EmailChangeRow = Selectable<EmailChangesTable>;
export type EmailUndoRow = Selectable<EmailUndosTable>;

/** When a session began. @returns null if it has ended */
export async function findSessionStart(tx: Tx, tokenHash: Buffer): Promise<Date | null> {
  const row = await tx
    .selectFrom('sessions')
    .select('created_at')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Stores a pending change in place of the previous one, whose link no longer works. */
export async function replaceEmailChange(tx: Tx, change: Omit<EmailChangeRow, 'token_hash'>): Promise<void> {
  const row = { ...change, token_hash: null };
  await tx
    .insertInto('email_changes')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** A pending change, unless another one has replaced it. */
export async function findEmailChange(db: Db, by: { id: string } | { tokenHash: Buffer }, now: Date) {
  return await db
    .selectFrom('email_changes')
    .selectAll()
    .where((where) => ('id' in by ? where('id', '=', by.id) : where('token_hash', '=', by.tokenHash)))
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Sets the hash of a change's token. @returns whether the change is still pending */
export async function setEmailChangeToken(db: Db, id: string, tokenHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('email_changes')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes a change and returns it, so that its link works once. */
export async function takeEmailChange(tx: Tx, tokenHash: Buffer, now: Date): Promise<EmailChangeRow | undefined> {
  return await tx
    .deleteFrom('email_changes')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Deletes a person's pending change. @param only if it was requested in that session, or in any other one @returns
 * whether there was one
 */
export async function deleteEmailChangeOf(
  tx: Tx,
  userId: string,
  only: { askedIn?: Buffer; notAskedIn?: Buffer } = {},
): Promise<boolean> {
  let statement = tx.deleteFrom('email_changes').where('user_id', '=', userId);
  if (only.askedIn) statement = statement.where('session', '=', only.askedIn);
  if (only.notAskedIn) statement = statement.where('session', '<>', only.notAskedIn);
  return (await statement.executeTakeFirst()).numDeletedRows > 0n;
}

export async function insertEmailUndo(tx: Tx, undo: Omit<EmailUndoRow, 'token_hash'>): Promise<void> {
  await tx
    .insertInto('email_undos')
    .values({ ...undo, token_hash: null })
    .execute();
}

/** Sets the hash of the token that undoes a change. @returns the address to mail it to; undefined if it was used up */
export async function setEmailUndoToken(db: Db, id: string, tokenHash: Buffer): Promise<EmailUndoRow | undefined> {
  return await db
    .updateTable('email_undos')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function findEmailUndo(db: Db, tokenHash: Buffer, now: Date): Promise<EmailUndoRow | undefined> {
  return await db
    .selectFrom('email_undos')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Deletes all links that undo changes of a person's address. */
export async function deleteEmailUndosOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('email_undos').where('user_id', '=', userId).execute();
}

/** Deletes the link that undoes a change and those of all later changes. @returns whether it existed */
export async function takeEmailUndo(tx: Tx, undo: Pick<EmailUndoRow, 'id' | 'user_id'>): Promise<boolean> {
  const gone = await tx
    .deleteFrom('email_undos')
    .where('user_id', '=', undo.user_id)
    .where('id', '>=', undo.id)
    .returning('id')
    .execute();
  return gone.some(({ id }) => id === undo.id);
}

/**
 * Deletes the link that undoes the first completed change requested by these sessions, and those of all later changes.
 * A change that was only requested left the address as it was, so the next link restores the same one.
 * @returns the first; undefined: there's none
 */
export async function takeEmailUndosOf(
  tx: Tx,
  user: { id: string; email: string | null },
  { sessions, now }: { sessions: SessionsSince; now: Date },
): Promise<EmailUndoRow | undefined> {
  const after = sql<string | null>`coalesce(lead(email) over (order by id), ${user.email}::text)`;
  const first = await tx
    .selectFrom((from) =>
      from
        .selectFrom('email_undos')
        .selectAll()
        .select(after.as('email_after'))
        .where('user_id', '=', user.id)
        .as('undo'),
    )
    .selectAll()
    .where('expires_at', '>', now)
    .where(addedIn(sessions, sql`since`))
    .where('email_after', 'is distinct from', (each) => each.ref('email'))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first && (await takeEmailUndo(tx, first)) ? first : undefined;
}

/** Deletes expired links, which frees the addresses reserved for them. */
export async function deleteExpiredEmailLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<=', now).execute();
  await db.deleteFrom('email_undos').where('expires_at', '<=', now).execute();
}
