import { type Generated, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';
import { afterNewPassword } from './totp.rules.ts';
import { addedIn, type SessionsSince } from './ways-in.queries.ts';

interface TotpTable {
  user_id: string;
  /** Sealed. One that was stored before sealing was introduced stays as it is until a job seals it. */
  secret: Buffer;
  /** Null: codes aren't on before the first right code. */
  enabled_at: Date | null;
  /** The last period of which a code was used. */
  last_period: Generated<number | null>;
  /** Wrong codes since the last right one, or since all tries were last used up. */
  tries: Generated<number>;
  /** When the latest wrong code was entered. */
  window_began_at: Generated<Date | null>;
  /** How many times in a row all tries were used up. */
  exhausted: Generated<number>;
  /** When the session that turned codes on began. Null: that was before this was stored. */
  since: Generated<Date | null>;
  /** When the session that made the recovery codes began. Null as above. */
  recovery_since: Generated<Date | null>;
  /** The hash of the recovery code that was used last. */
  last_recovery_hash: Generated<Buffer | null>;
}

interface RecoveryCodesTable {
  user_id: string;
  code_hash: Buffer;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    totp: TotpTable;
    recovery_codes: RecoveryCodesTable;
  }
}

export type TotpRow = Selectable<TotpTable>;

/**
 * Stores a secret that's pending until its first right code, in place of another pending one. @returns false: codes are
 * on already
 */
export async function storePendingTotp(db: Db, userId: string, secret: Buffer): Promise<boolean> {
  const row = await db
    .insertInto('totp')
    .values({ user_id: userId, secret, enabled_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret, last_period: null }).where('totp.enabled_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An account's codes, locked until the transaction ends: attempts come one after another. */
export async function lockTotp(tx: Tx, userId: string): Promise<TotpRow | undefined> {
  return await tx.selectFrom('totp').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();
}

export async function updateTotp(
  tx: Tx,
  userId: string,
  change: Partial<Omit<TotpRow, 'user_id' | 'secret'>>,
): Promise<void> {
  await tx.updateTable('totp').set(change).where('user_id', '=', userId).execute();
}

/** Resets the tries for codes after a new password, as far as the rules allow. The account must be locked. */
export async function renewTries(tx: Tx, userId: string): Promise<void> {
  const row = await lockTotp(tx, userId);
  if (!row) return;
  const { tries, window_began_at, exhausted } = row;
  await updateTotp(tx, userId, afterNewPassword({ tries, window_began_at, exhausted }));
}

/** Secrets shorter than so many bytes; at most a thousand. */
export async function listShortSecrets(db: Db, bytes: number): Promise<Pick<TotpRow, 'user_id' | 'secret'>[]> {
  return await db
    .selectFrom('totp')
    .select(['user_id', 'secret'])
    .where(sql<boolean>`octet_length(secret) < ${bytes}`)
    .limit(1000)
    .execute();
}

/** Replaces a secret, unless it has been replaced meanwhile. */
export async function updateSecret(db: Db, userId: string, from: Buffer, to: Buffer): Promise<void> {
  await db.updateTable('totp').set({ secret: to }).where('user_id', '=', userId).where('secret', '=', from).execute();
}

/** Whether codes are on. */
export async function hasTotp(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('totp')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether codes are on, and how many recovery codes are left, of at most ten. */
export async function findTotpState(db: Db, userId: string): Promise<{ enabled: boolean; left: number }> {
  const enabled = await hasTotp(db, userId);
  if (!enabled) return { enabled, left: 0 };
  const codes = await db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', userId).execute();
  return { enabled, left: codes.length };
}

export async function deleteTotp(tx: Tx, userId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const row = await tx.deleteFrom('totp').where('user_id', '=', userId).returning('enabled_at').executeTakeFirst();
  return (row?.enabled_at ?? null) !== null;
}

/** Turns off codes that were turned on in some sessions; otherwise deletes recovery codes that were made in them. */
export async function deleteTotpAddedIn(
  tx: Tx,
  userId: string,
  sessions: SessionsSince,
): Promise<{ codes: boolean; recoveryCodes: boolean }> {
  const row = await tx
    .deleteFrom('totp')
    .where('user_id', '=', userId)
    .where(addedIn(sessions, sql`coalesce(since, enabled_at)`))
    .returning('user_id')
    .executeTakeFirst();
  // Leaves out the codes of accounts whose codes are now off.
  const made = await tx
    .selectFrom('totp')
    .select('user_id')
    .where('user_id', '=', userId)
    .where(addedIn(sessions, sql`recovery_since`))
    .executeTakeFirst();
  if (row || made) await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  return { codes: row !== undefined, recoveryCodes: made !== undefined };
}

/** Replaces an account's recovery codes. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Uses up a recovery code. @returns false: there's no such code, or it was used */
export async function takeRecoveryCode(tx: Tx, userId: string, codeHash: Buffer): Promise<boolean> {
  const row = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a session as confirmed. */
export async function confirmUntil(db: Db, tokenHash: Buffer, until: Date): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_until: until }).where('token_hash', '=', tokenHash).execute();
}

/**
 * Keeps a session from being ended until the transaction is over; its account must be locked first.
 * @returns whether it's confirmed; undefined: it has ended
 */
export async function holdSession(tx: Tx, tokenHash: Buffer, now: Date): Promise<{ isConfirmed: boolean } | undefined> {
  return await tx
    .selectFrom('sessions')
    .select(sql<boolean>`coalesce(confirmed_until > ${now}, false)`.as('isConfirmed'))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .forKeyShare()
    .executeTakeFirst();
}

export async function isConfirmed(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select(sql<number>`1`.as('one'))
    .where('token_hash', '=', tokenHash)
    .where('confirmed_until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}
