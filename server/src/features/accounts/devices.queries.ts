import { type Generated, sql } from 'kysely';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { type Given, statement } from '#platform/database/statement.ts';

interface KnownDevicesTable {
  token_hash: Buffer;
  user_id: string;
  seen_at: Date;
  has_returned: Generated<boolean>;
}

interface DeviceCodesTable {
  user_id: string;
  device: Buffer;
  nonce: Buffer;
  code_hash: string;
  tries: Generated<number>;
  expires_at: Date;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    known_devices: KnownDevicesTable;
    device_codes: DeviceCodesTable;
  }
}

const usersOf = statement('device-users', (db, { tokenHash }: Given<{ tokenHash: Buffer }>) =>
  db.selectFrom('known_devices').select('user_id').where('token_hash', '=', tokenHash),
);

/** The accounts that have logged in with a browser. Like looking up an account, it uses no pooled connection. */
export async function findUsersOfDevice(pipeline: Pipeline, tokenHash: Buffer): Promise<string[]> {
  const rows = await usersOf(pipeline, { tokenHash });
  return rows.map((row) => row.user_id);
}

export async function touchDevice(db: Db, tokenHash: Buffer, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('known_devices')
    .set({ seen_at: now, has_returned: true })
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Remembers that an account has logged in with a browser that's new to it, and keeps `max` per account: first those
 * that never came back are dropped, then those not seen for longest. One statement, because every such log-in waits for
 * it.
 * @param browser `before`: the token it had for other accounts, which stops being known
 */
export async function insertDevice(
  db: Db,
  browser: { tokenHash: Buffer; before: Buffer | null; userId: string },
  { now, max }: { now: Date; max: number },
): Promise<void> {
  const { tokenHash, before, userId } = browser;
  await sql`
    with renamed as (update known_devices set token_hash = ${tokenHash} where token_hash = ${before}),
    added as (insert into known_devices (token_hash, user_id, seen_at) values (${tokenHash}, ${userId}, ${now}))
    delete from known_devices where (token_hash, user_id) in (
      select token_hash, user_id from known_devices where user_id = ${userId}
      order by has_returned desc, seen_at desc, token_hash offset ${max - 1})`.execute(db);
}

/** Forgets an account's browsers that were seen at or after a moment. */
export async function forgetDevicesSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).where('seen_at', '>=', since).execute();
}

/** Forgets browsers that haven't been seen since a moment. */
export async function deleteDevicesUnseenSince(db: Db, moment: Date): Promise<void> {
  await db.deleteFrom('known_devices').where('seen_at', '<', moment).execute();
}

/** The stored part of a code: enough to check it and to mail it again. */
export interface DeviceCode {
  userId: string;
  device: Buffer;
  nonce: Buffer;
  codeHash: string;
  expiresAt: Date;
}

/**
 * Stores a code unless this account has a valid one in this browser.
 * @returns the one that's valid now
 */
export async function storeCodeOnce(
  db: Db,
  code: DeviceCode,
  maxAttempts: number,
  now: Date,
): Promise<Pick<DeviceCode, 'nonce' | 'expiresAt'>> {
  const fresh = { nonce: code.nonce, code_hash: code.codeHash, tries: 0, expires_at: code.expiresAt };
  const stored = await db
    .insertInto('device_codes')
    .values({ user_id: code.userId, device: code.device, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'device'])
        .doUpdateSet(fresh)
        .where(({ or, eb }) =>
          or([eb('device_codes.expires_at', '<=', now), eb('device_codes.tries', '>=', maxAttempts)]),
        ),
    )
    .returning('nonce')
    .executeTakeFirst();
  if (stored) return code;
  return await db
    .selectFrom('device_codes')
    .select(['nonce', 'expires_at as expiresAt'])
    .where('user_id', '=', code.userId)
    .where('device', '=', code.device)
    .executeTakeFirstOrThrow();
}

/** Stores a code, replacing the previous one. */
export async function replaceCode(db: Db, code: DeviceCode): Promise<void> {
  const fresh = { nonce: code.nonce, code_hash: code.codeHash, tries: 0, expires_at: code.expiresAt };
  await db
    .insertInto('device_codes')
    .values({ user_id: code.userId, device: code.device, ...fresh })
    .onConflict((conflict) => conflict.columns(['user_id', 'device']).doUpdateSet(fresh))
    .execute();
}

/**
 * Counts an attempt and returns the hash to compare with: the browser's own code's or, if it has none, the one its network requested
 * without a cookie. Undefined if there's neither, or the attempts are used up.
 */
export async function countAttempt(
  db: Db,
  given: { userId: string; device: Buffer; network: Buffer },
  maxAttempts: number,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .updateTable('device_codes')
    .set((expression) => ({ tries: expression('tries', '+', 1) }))
    .where('user_id', '=', given.userId)
    .where('device', '=', ({ fn, val, selectFrom }) =>
      fn.coalesce(
        selectFrom('device_codes as own')
          .select('own.device')
          .where('own.user_id', '=', given.userId)
          .where('own.device', '=', given.device)
          .where('own.expires_at', '>', now),
        val(given.network),
      ),
    )
    .where('tries', '<', maxAttempts)
    .where('expires_at', '>', now)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

/** Deletes the code with this hash; false if another request was faster. */
export async function takeCode(tx: Tx, userId: string, codeHash: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('device_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .execute();
  return rows.length > 0;
}

/** Deletes an account's codes, including those of the previous version, which may still be running. */
export async function deleteCodesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('device_codes').where('user_id', '=', userId).execute();
  await sql`delete from one_time_codes where user_id = ${userId}`.execute(tx);
}

export async function deleteExpiredCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('device_codes').where('expires_at', '<=', now).execute();
  await sql`delete from one_time_codes where expires_at <= ${now}`.execute(db);
}
