import type { SecurityEvent } from '@hubbub/contract/features/accounts/security.endpoints.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';
import { fact, row } from '#platform/database/expressions.ts';
import { lastPossibleId, noId } from '#platform/ids.ts';
import { isAway } from './accounts.access.ts';

interface SecurityLogTable {
  user_id: string;
  id: string;
  created_at: Date;
  event: SecurityEvent;
  device: string;
  address: string;
  session: Buffer | null;
  /** Null: it was added before request ids were stored. */
  request_id: string | null;
}

interface DisownTokensTable {
  token_hash: Buffer;
  user_id: string;
  since: Date;
  expires_at: Date;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    security_log: SecurityLogTable;
    disown_tokens: DisownTokensTable;
  }
}

export type SecurityRow = Omit<SecurityLogTable, 'user_id' | 'request_id'>;

const insertEntry = (db: Db, { user_id, ...entry }: SecurityLogTable) =>
  db
    .insertInto('security_log')
    .columns(['user_id', 'id', 'created_at', 'event', 'device', 'address', 'session', 'request_id'])
    .expression((from) =>
      from
        .selectFrom('users')
        .where('users.id', '=', user_id)
        .select(({ cast, val }) => [
          'users.id as user_id',
          cast<string>(val(entry.id), 'uuid').as('id'),
          cast<Date>(val(entry.created_at), 'timestamptz').as('created_at'),
          cast<SecurityEvent>(val(entry.event), 'text').as('event'),
          cast<string>(val(entry.device), 'text').as('device'),
          cast<string>(val(entry.address), 'text').as('address'),
          cast<Buffer | null>(val(entry.session), 'bytea').as('session'),
          cast<string | null>(val(entry.request_id), 'text').as('request_id'),
        ]),
    );

/** Adds an entry, unless the account is gone. */
export async function insertSecurityEntry(db: Db, entry: SecurityLogTable): Promise<void> {
  await insertEntry(db, entry).execute();
}

/**
 * Adds the entry of a log-in to an account that's locked.
 * @returns whether its owner is away: in the same statement, because every log-in needs both
 */
export async function insertLogInEntry(tx: Tx, entry: SecurityLogTable): Promise<{ isAway: boolean }> {
  const added = await insertEntry(tx, entry)
    .returning(fact(isAway(row('security_log').user_id)).as('isAway'))
    .executeTakeFirst();
  return { isAway: added?.isAway ?? false };
}

/** The most entries of an account that are kept; the oldest are deleted first. */
const maxStored = 500;

/** A page of an account's security log, newest first. */
export async function listSecurityEntries(
  db: Db,
  userId: string,
  page: { before: string | undefined; size: number },
): Promise<SecurityRow[]> {
  return await db
    .selectFrom('security_log')
    .select(['id', 'created_at', 'event', 'device', 'address', 'session'])
    .where('user_id', '=', userId)
    .where('id', '<', page.before ?? lastPossibleId)
    // The ones beyond the maximum stay until the next sweep.
    .where(
      sql<boolean>`id >= coalesce((select id from security_log where user_id = ${userId}
        order by id desc offset ${maxStored - 1} limit 1), ${noId})`,
    )
    .orderBy('id', 'desc')
    .limit(page.size)
    .execute();
}

/** Deletes entries from before a moment. @returns whether there may be more */
export async function deleteOldEntries(db: Db, before: Date, max: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('security_log')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('user_id', 'id'),
        'in',
        selectFrom('security_log')
          .select(['user_id', 'id'])
          .where('created_at', '<', before)
          .orderBy('created_at')
          .limit(max)
          .$asTuple('user_id', 'id'),
      ),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows >= BigInt(max);
}

/**
 * Deletes the oldest entries beyond the maximum, for accounts with new ones since a moment.
 * @returns whether there may be more
 */
export async function deleteSurplusEntries(db: Db, { since, max }: { since: Date; max: number }): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from security_log where (user_id, id) in (
      select active.user_id, surplus.id
      from (select distinct user_id from security_log where created_at >= ${since}) as active
      cross join lateral (
        select id from security_log where security_log.user_id = active.user_id order by id desc offset ${maxStored}
      ) as surplus limit ${max})`.execute(db);
  return numAffectedRows >= BigInt(max);
}

export async function insertDisownToken(
  db: Db,
  token: { tokenHash: Buffer; userId: string; since: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('disown_tokens')
    .columns(['token_hash', 'user_id', 'since', 'expires_at'])
    // Accounts that are being deleted right now get none.
    .expression((from) =>
      from
        .selectFrom('users')
        .where('users.id', '=', token.userId)
        .select([
          sql<Buffer>`${token.tokenHash}::bytea`.as('token_hash'),
          'users.id as user_id',
          sql<Date>`${token.since}::timestamptz`.as('since'),
          sql<Date>`${token.expiresAt}::timestamptz`.as('expires_at'),
        ])
        .forKeyShare(),
    )
    .execute();
}

/**
 * A token's account, and the moment since when its sessions are disowned. The token may be used up by the time it's
 * needed.
 */
export async function findDisownToken(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<{ user_id: string; since: Date } | undefined> {
  return await db
    .selectFrom('disown_tokens')
    .select(['user_id', 'since'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Deletes a token, so that it works only once. @returns whether it existed */
export async function takeDisownToken(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('disown_tokens')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes the tokens of mails about sessions that began then or later. */
export async function deleteDisownTokensSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await tx.deleteFrom('disown_tokens').where('user_id', '=', userId).where('since', '>=', since).execute();
}

export async function deleteExpiredDisownTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('disown_tokens').where('expires_at', '<=', now).execute();
}
