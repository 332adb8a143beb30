import type { Generated } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';

interface TokensTable {
  token_hash: Buffer;
  user_id: string;
  expires_at: Date;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    activation_tokens: TokensTable;
    reset_tokens: TokensTable;
    login_links: TokensTable & { is_mailed: Generated<boolean> };
    return_tokens: TokensTable;
  }
}

type TokenTable = 'activation_tokens' | 'reset_tokens' | 'login_links' | 'return_tokens';

interface NewToken {
  tokenHash: Buffer;
  userId: string;
  expiresAt: Date;
}

export async function insertToken(db: Db, table: TokenTable, token: NewToken): Promise<void> {
  await insertTokens(db, table, [token]);
}

export async function insertTokens(db: Db, table: TokenTable, tokens: readonly NewToken[]): Promise<void> {
  await db
    .insertInto(table)
    .values(
      tokens.map(({ tokenHash, userId, expiresAt }) => ({
        token_hash: tokenHash,
        user_id: userId,
        expires_at: expiresAt,
      })),
    )
    .execute();
}

/** Deletes a token and returns its account's id, so that it works only once; undefined if it's unknown or expired. */
export async function takeToken(tx: Tx, table: TokenTable, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const row = await tx
    .deleteFrom(table)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** The account id of an unexpired token, which may be used up by the time it's needed. */
export async function findTokenOwner(
  db: Db,
  table: TokenTable,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom(table)
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.user_id;
}

/** Whether an account has an unexpired token. */
export async function hasToken(db: Db, table: TokenTable, userId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('user_id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteTokensOf(tx: Tx, table: TokenTable, userId: string): Promise<void> {
  await tx.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Deletes all expired tokens, links and codes. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('registrations').where('expires_at', '<=', now).execute();
  await db.deleteFrom('activation_tokens').where('expires_at', '<=', now).execute();
  await db.deleteFrom('reset_tokens').where('expires_at', '<=', now).execute();
  await db.deleteFrom('login_links').where('expires_at', '<=', now).execute();
  await db.deleteFrom('return_tokens').where('expires_at', '<=', now).execute();
}
