import { type ColumnType, type Generated, sql } from 'kysely';
import type { Db, Pipeline } from '#platform/database/database.ts';
import { anyOf, call } from '#platform/database/expressions.ts';
import { type Given, statement } from '#platform/database/statement.ts';

interface SessionsTable {
  token_hash: Buffer;
  user_id: string;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  expires_at: ColumnType<Date, Date, Date>;
  /** Null: it began before this was stored. */
  device: string | null;
  address: string | null;
  seen_at: Generated<Date | null>;
  confirmed_until: Generated<Date | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    sessions: SessionsTable;
    /** When people were last here in sessions that have ended; a trigger maintains it. */
    last_seen: { user_id: string; seen_at: Date };
  }
}

export interface SessionRow {
  user_id: string;
  /** Whether the session was last extended long enough ago that it's due again. */
  stale: boolean;
}

const findStatement = statement('session-find', (db, { tokenHash }: Given<{ tokenHash: Buffer }>) =>
  db
    .selectFrom('sessions')
    .select(['user_id', sql<boolean>`last_seen_at < now() - interval '1 hour'`.as('stale')])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', call<Date>('now')),
);

export const findSession = async (pipeline: Pipeline, tokenHash: Buffer): Promise<SessionRow | undefined> =>
  (await findStatement(pipeline, { tokenHash }))[0];

const touchStatement = statement(
  'session-touch',
  (db, { tokenHash, idle, most }: Given<{ tokenHash: Buffer; idle: number; most: number }>) =>
    db
      .updateTable('sessions')
      .set({
        last_seen_at: call<Date>('now'),
        expires_at: sql<Date>`least(now() + make_interval(days => ${idle}::int), created_at + make_interval(days => ${most}::int))`,
      })
      .where('token_hash', '=', tokenHash),
);

/** Extends a session from now on, but never beyond its last day. */
export async function touchSession(
  pipeline: Pipeline,
  tokenHash: Buffer,
  days: { readonly idle: number; readonly most: number },
): Promise<void> {
  await touchStatement(pipeline, { tokenHash, ...days });
}

/** Stores that these sessions were just used. Those that another statement has locked are left out. */
export async function updateSeen(db: Db, tokenHashes: readonly Buffer[]): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seen_at: call<Date>('now') })
    .where('token_hash', 'in', lockedSessions(db).skipLocked().where('token_hash', '=', anyOf(tokenHashes)))
    .execute();
}

/** @returns when it began */
export async function insertSession(
  db: Db,
  session: { tokenHash: Buffer; userId: string; expiresAt: Date; device: string | null; address: string | null },
): Promise<Date> {
  const { created_at: createdAt } = await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      expires_at: session.expiresAt,
      device: session.device,
      address: session.address,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return createdAt;
}

/** A session as its person sees it. */
export interface ListedSession {
  token_hash: Buffer;
  created_at: Date;
  seen_at: Date;
  device: string | null;
  address: string | null;
}

/** A person's valid sessions: the given one, then the most recently used, at most `max`. */
export async function listSessionsOf(
  db: Db,
  userId: string,
  given: { current: Buffer; now: Date; max: number },
): Promise<ListedSession[]> {
  const seen = sql<Date>`greatest(last_seen_at, seen_at)`;
  return await db
    .selectFrom('sessions')
    .select(['token_hash', 'created_at', 'device', 'address', seen.as('seen_at')])
    .where('user_id', '=', userId)
    .where('expires_at', '>', given.now)
    .orderBy(({ eb }) => eb('token_hash', '=', given.current), 'desc')
    .orderBy(seen, 'desc')
    .orderBy('token_hash')
    .limit(given.max)
    .execute();
}

const isNamed = (name: Buffer) =>
  sql<boolean>`substring(sha256(token_hash) for ${sql.lit(sessionNameBytes)}) = ${name}`;

/** One of a person's sessions by its id. Undefined: they have no such session. */
export async function findNamedSession(
  db: Db,
  userId: string,
  name: Buffer,
): Promise<{ tokenHash: Buffer; createdAt: Date } | undefined> {
  return await db
    .selectFrom('sessions')
    .select(['token_hash as tokenHash', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where(isNamed(name))
    .executeTakeFirst();
}

/** Ends one of a person's sessions by its id. @returns its token's hash; undefined: they have no such session */
export async function deleteNamedSession(db: Db, userId: string, name: Buffer): Promise<Buffer | undefined> {
  const row = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where(isNamed(name))
    .returning('token_hash')
    .executeTakeFirst();
  return row?.token_hash;
}

/** How much of the hash of a token's hash is a session's id. */
export const sessionNameBytes = 16;

/** Ends a person's sessions that began at or after a moment, except for one that may stay. @returns the hashes of their tokens */
export async function deleteSessionsSince(db: Db, userId: string, since: Date, except?: Buffer): Promise<Buffer[]> {
  let ended = lockedSessions(db).where('user_id', '=', userId).where('created_at', '>=', since);
  if (except) ended = ended.where('token_hash', '<>', except);
  const rows = await db.deleteFrom('sessions').where('token_hash', 'in', ended).returning('token_hash').execute();
  return rows.map((row) => row.token_hash);
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Token hashes of sessions, locked in order, so that two callers ending several at the same time don't deadlock. */
const lockedSessions = (db: Db) => db.selectFrom('sessions').select('token_hash').orderBy('token_hash').forUpdate();

/** Ends a user's sessions, except for one that may stay. @returns the hashes of their tokens */
export async function deleteSessionsOf(db: Db, userId: string, except?: Buffer): Promise<Buffer[]> {
  let ended = lockedSessions(db).where('user_id', '=', userId);
  if (except) ended = ended.where('token_hash', '<>', except);
  const rows = await db.deleteFrom('sessions').where('token_hash', 'in', ended).returning('token_hash').execute();
  return rows.map((row) => row.token_hash);
}

/** Deletes expired sessions, and returns them. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<{ user_id: string; token_hash: Buffer }[]> {
  return await db
    .deleteFrom('sessions')
    .where('token_hash', 'in', lockedSessions(db).where('expires_at', '<', now))
    .returning(['user_id', 'token_hash'])
    .execute();
}

/** Which of these hashes belong to sessions that haven't ended. */
export async function findSessions(db: Db, tokenHashes: readonly Buffer[], now: Date): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('token_hash', '=', anyOf(tokenHashes))
    .where('expires_at', '>', now)
    .execute();
  return rows.map((row) => row.token_hash);
}
