import { type Selectable, sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Db, Tx } from '#platform/database/database.ts';
import { addedIn, type SessionsSince } from './ways-in.queries.ts';

interface PasskeysTable {
  id: string;
  user_id: string;
  /** The user handle that authenticators store for the account. */
  user_handle: Buffer;
  credential_id: Buffer;
  public_key: Buffer;
  /** The authenticator's signature counter; 0 if it doesn't count. */
  counter: number;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  /** When the session that added it began. Null: it was added before this was stored. */
  since: Date | null;
  /** The host it was made for. Null: it was made before this was stored. */
  rp_id: string | null;
}

/** What a challenge is for. */
export type Purpose = 'add' | 'confirm' | 'log-in';

interface PasskeyChallengesTable {
  challenge_hash: Buffer;
  purpose: Purpose;
  /** The session that asked; null for a log-in. */
  session_hash: Buffer | null;
  user_handle: Buffer | null;
  expires_at: Date;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    passkeys: PasskeysTable;
    passkey_challenges: PasskeyChallengesTable;
  }
}

export type PasskeyRow = Selectable<PasskeysTable>;

/** A person's passkeys, newest first. Their number is limited when one is added. */
export async function findPasskeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  return await db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute();
}

/** Whether an account has a passkey. */
export async function hasPasskey(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  return row !== undefined;
}

export async function findPasskey(db: Db, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return await db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** Whether somebody still has a passkey. */
export async function isPasskeyOf(db: Db, id: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('passkeys')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertPasskey(tx: Tx, row: Omit<PasskeyRow, 'last_used_at'>): Promise<PasskeyRow> {
  return await tx
    .insertInto('passkeys')
    .values({ ...row, last_used_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Names a person's passkey. @returns undefined: they have no such passkey */
export async function updatePasskeyName(
  db: Db,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<PasskeyRow | undefined> {
  return await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Stores that a passkey was used, unless its counter stood still or went back, because then there may be a copy of it.
 * Authenticators that don't count always send 0.
 * @returns whether it was stored
 */
export async function touchPasskey(
  db: Db,
  id: string,
  { counter, now }: { counter: number; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where(({ eb, and, or }) => or([eb('counter', '<', counter), and([eb('counter', '=', 0), eb.val(counter === 0)])]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a person's passkey. @returns its name; undefined: they have no such passkey */
export async function deletePasskey(tx: Tx, id: string, userId: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** Deletes all of a person's passkeys. @returns whether there were any */
export async function deletePasskeysOf(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes a person's passkeys that were added in some sessions. @returns whether there were any */
export async function deletePasskeysAddedIn(tx: Tx, userId: string, sessions: SessionsSince): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where(addedIn(sessions, sql`coalesce(since, created_at)`))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function insertChallenge(db: Db, row: PasskeyChallengesTable): Promise<void> {
  await db.insertInto('passkey_challenges').values(row).execute();
}

/**
 * Takes a challenge, so that it works only once.
 * @returns undefined: there's none for this purpose and session, or it was used or has expired
 */
export async function takeChallenge(
  db: Db,
  challengeHash: Buffer,
  { purpose, sessionHash, now }: { purpose: Purpose; sessionHash: Buffer | null; now: Date },
): Promise<{ user_handle: Buffer | null } | undefined> {
  return await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challengeHash)
    .where('purpose', '=', purpose)
    .where('session_hash', sessionHash === null ? 'is' : '=', sessionHash)
    .where('expires_at', '>', now)
    .returning('user_handle')
    .executeTakeFirst();
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
}

/** For the doctor: how many passkeys were made for other hosts than this one, by host. */
export async function countStrandedPasskeys(
  client: ClientBase,
  rpId: string,
): Promise<{ host: string; count: number }[]> {
  const { rows: found } = await client.query<{ isKept: boolean }>(
    `select exists (select from information_schema.columns where table_schema = 'public' and table_name = 'passkeys'
       and column_name = 'rp_id') as "isKept"`,
  );
  if (!found[0]?.isKept) return [];
  const { rows } = await client.query<{ host: string; count: number }>(
    'select rp_id as host, count(*)::int as count from passkeys where rp_id <> $1 group by rp_id order by count(*) desc',
    [rpId],
  );
  return rows;
}
