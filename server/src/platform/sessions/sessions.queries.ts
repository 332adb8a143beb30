import type { ColumnType, Generated } from 'kysely';
import type { Db, Hot, Statement } from '#platform/database/database.ts';

interface SessionsTable {
  token_hash: Buffer;
  user_id: string;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  expires_at: ColumnType<Date, Date, Date>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    sessions: SessionsTable;
  }
}

export interface SessionRow {
  user_id: string;
  /** Whether the session was last extended long enough ago that it's due again. */
  stale: boolean;
}

const findStatement: Statement = {
  name: 'session-find',
  text: `select user_id, last_seen_at < now() - interval '1 hour' as stale
    from sessions where token_hash = $1 and expires_at > now()`,
};

export async function findSession(hot: Hot, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const [row] = await hot.query<SessionRow>(findStatement, [tokenHash]);
  return row;
}

const touchStatement: Statement = {
  name: 'session-touch',
  text: `update sessions set last_seen_at = now(), expires_at = now() + make_interval(days => $2::int) where token_hash = $1`,
};

/** Extends a session from now on. */
export async function touchSession(hot: Hot, tokenHash: Buffer, days: number): Promise<void> {
  await hot.query(touchStatement, [tokenHash, days]);
}

export async function insertSession(
  db: Db,
  session: { tokenHash: Buffer; userId: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ token_hash: session.tokenHash, user_id: session.userId, expires_at: session.expiresAt })
    .execute();
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Token hashes of sessions, locked in order, so that two callers ending several at the same time don't deadlock. */
const lockedSessions = (db: Db) => db.selectFrom('sessions').select('token_hash').orderBy('token_hash').forUpdate();

/** Ends a user's sessions, except for one that may stay. */
export async function deleteSessionsOf(db: Db, userId: string, except?: Buffer): Promise<void> {
  let ended = lockedSessions(db).where('user_id', '=', userId);
  if (except) ended = ended.where('token_hash', '<>', except);
  await db.deleteFrom('sessions').where('token_hash', 'in', ended).execute();
}

/** Removes what has expired, and returns it. */
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
    .where(({ eb, val }) => eb('token_hash', '=', eb.fn<Buffer>('any', [val([...tokenHashes])])))
    .where('expires_at', '>', now)
    .execute();
  return rows.map((row) => row.token_hash);
}
