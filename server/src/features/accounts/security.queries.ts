import type { SecurityEvent } from '@hubbub/contract/features/accounts/security.endpoints.ts';
import { CompiledQuery } from 'kysely';
import type { Db, Hot, Statement, Tx } from '#platform/database/database.ts';
import { lastPossibleId } from '#platform/ids.ts';

interface SecurityLogTable {
  user_id: string;
  id: string;
  created_at: Date;
  event: SecurityEvent;
  device: string;
  address: string;
  session: Buffer | null;
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

export type SecurityRow = Omit<SecurityLogTable, 'user_id'>;

/** The most entries a person has; the oldest go first. */
const mostKept = 500;
/** The most failures that are kept of a day, so that a stranger can't push everything else out. */
const mostFailures = 20;

const insertInto = `insert into security_log (user_id, id, created_at, event, device, address, session)
  select users.id, $2::uuid, $3::timestamptz, $4::text, $5::text, $6::text, $7::bytea from users where users.id = $1::uuid`;
const insertText = `with gone as (
    delete from security_log where user_id = $1::uuid and id <= (
      select id from security_log where user_id = $1::uuid order by id desc offset ${mostKept - 1} limit 1)
  ) ${insertInto}`;
const failureStatement: Statement = {
  name: 'security-log-failure',
  text: `${insertInto} and (select count(*) from (
      select from security_log recent where recent.user_id = users.id and recent.event = $4::text
        and recent.created_at > $3::timestamptz - interval '1 day' limit ${mostFailures}) counted) < ${mostFailures}`,
};

type NewEntry = SecurityLogTable;

const valuesOf = ({ user_id, id, created_at, event, device, address, session }: NewEntry) => [
  user_id,
  id,
  created_at,
  event,
  device,
  address,
  session,
];

/** Adds an entry, unless the account is gone. */
export async function insertSecurityEntry(db: Db, entry: NewEntry): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(insertText, valuesOf(entry)));
}

/** Adds a failure, unless the account is gone or has had many of the same kind today. It uses no pooled connection. */
export async function insertSecurityFailure(writes: Hot, entry: NewEntry): Promise<void> {
  await writes.query(failureStatement, valuesOf(entry));
}

/** A page of what happened to an account, newest first. */
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
    .orderBy('id', 'desc')
    .limit(page.size)
    .execute();
}

/** Entries deleted by one statement. */
const deletedAtOnce = 5000;

/** Deletes some entries that are too old. @returns whether there may be more */
export async function deleteOldEntries(db: Db, before: Date): Promise<boolean> {
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
          .limit(deletedAtOnce)
          .$asTuple('user_id', 'id'),
      ),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows >= BigInt(deletedAtOnce);
}

export async function insertDisownToken(
  db: Db,
  token: { tokenHash: Buffer; userId: string; since: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('disown_tokens')
    .values({ token_hash: token.tokenHash, user_id: token.userId, since: token.since, expires_at: token.expiresAt })
    .execute();
}

/** The account of a token, and since when its sessions end; the token may be used up by the time it's needed. */
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

/** Deletes a token, so that it works once. @returns whether it was there */
export async function takeDisownToken(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('disown_tokens')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteExpiredDisownTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('disown_tokens').where('expires_at', '<=', now).execute();
}
