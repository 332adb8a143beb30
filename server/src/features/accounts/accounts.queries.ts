import type { ColumnType, Generated, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';

interface UsersTable {
  id: string;
  username: string;
  email: string;
  password_hash: string;
  name: string | null;
  bio: Generated<string>;
  profile_path: string | null;
  show_nsfw: Generated<boolean>;
  activated_at: Date | null;
  created_at: ColumnType<Date, Date, never>;
}

interface RegistrationsTable {
  token_hash: Buffer;
  email: string;
  username: string | null;
  name: string | null;
  expires_at: Date;
}

interface TokensTable {
  token_hash: Buffer;
  user_id: string;
  expires_at: Date;
}

interface OneTimeCodesTable {
  user_id: string;
  code_hash: string;
  tries: Generated<number>;
  expires_at: Date;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    users: UsersTable;
    registrations: RegistrationsTable;
    activation_tokens: TokensTable;
    one_time_codes: OneTimeCodesTable;
    reset_tokens: TokensTable;
  }
}

/** One account, its password's hash included: never to be sent anywhere. */
export type UserRow = Selectable<UsersTable>;
export type RegistrationRow = Selectable<RegistrationsTable>;

/** What an account starts with. */
export interface NewUser {
  id: string;
  username: string;
  email: string;
  passwordHash: string;
  name: string | null;
  activatedAt: Date | null;
  createdAt: Date;
}

export async function insertUser(db: Db, user: NewUser): Promise<UserRow> {
  return await db
    .insertInto('users')
    .values({
      id: user.id,
      username: user.username,
      email: user.email,
      password_hash: user.passwordHash,
      name: user.name,
      activated_at: user.activatedAt,
      created_at: user.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The account, locked until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return await tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** By username or e-mail, ignoring case. No username has an @, so one text names at most one account. */
export async function findUserByIdentifier(db: Db, identifier: string): Promise<UserRow | undefined> {
  const column = identifier.includes('@') ? sql`email` : sql`username`;
  return await db
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`lower(${column}) = lower(${identifier})`)
    .executeTakeFirst();
}

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`lower(email) = lower(${email})`)
      .executeTakeFirst()) !== undefined
  );
}

export async function isUsernameTaken(db: Db, username: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`lower(username) = lower(${username})`)
      .executeTakeFirst()) !== undefined
  );
}

export async function updateUser(
  tx: Tx,
  id: string,
  change: { username?: string; show_nsfw?: boolean; password_hash?: string; activated_at?: Date },
): Promise<UserRow> {
  return await tx.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Replaces the hash of a password if it is still the one given. */
export async function replacePasswordHash(db: Db, id: string, from: string, to: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute();
}

export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute();
}

export async function insertRegistration(
  db: Db,
  registration: { tokenHash: Buffer; email: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('registrations')
    .values({ token_hash: registration.tokenHash, email: registration.email, expires_at: registration.expiresAt })
    .execute();
}

export async function findRegistration(db: Db, tokenHash: Buffer, now: Date): Promise<RegistrationRow | undefined> {
  return await db
    .selectFrom('registrations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** False if there is no such registration, or none any more. */
export async function nameRegistration(
  db: Db,
  tokenHash: Buffer,
  now: Date,
  chosen: { username: string; name: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable('registrations')
    .set(chosen)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('token_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes a registration and gives it, so that it makes one account at most. */
export async function takeRegistration(tx: Tx, tokenHash: Buffer, now: Date): Promise<RegistrationRow | undefined> {
  return await tx
    .deleteFrom('registrations')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

type TokenTable = 'activation_tokens' | 'reset_tokens';

export async function insertToken(
  db: Db,
  table: TokenTable,
  token: { tokenHash: Buffer; userId: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto(table)
    .values({ token_hash: token.tokenHash, user_id: token.userId, expires_at: token.expiresAt })
    .execute();
}

/** Removes a token and gives the id of its account, so that it works once; undefined if it is unknown or expired. */
export async function takeToken(tx: Tx, table: TokenTable, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const row = await tx
    .deleteFrom(table)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Whether a token is known and has not expired; it may be taken by the time it is used. */
export async function findToken(db: Db, table: TokenTable, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteTokensOf(tx: Tx, table: TokenTable, userId: string): Promise<void> {
  await tx.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Stores the code of an account in place of the one before. */
export async function storeCode(db: Db, code: { userId: string; codeHash: string; expiresAt: Date }): Promise<void> {
  const fresh = { code_hash: code.codeHash, tries: 0, expires_at: code.expiresAt };
  await db
    .insertInto('one_time_codes')
    .values({ user_id: code.userId, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .execute();
}

/** Counts a try and gives the hash to try against; undefined if there is no code, it expired, or the tries are used up. */
export async function countTry(db: Db, userId: string, triesAtMost: number, now: Date): Promise<string | undefined> {
  const row = await db
    .updateTable('one_time_codes')
    .set((expression) => ({ tries: expression('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('tries', '<', triesAtMost)
    .where('expires_at', '>', now)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

/** Removes the code with this hash; false if another request was quicker. */
export async function takeCode(tx: Tx, userId: string, codeHash: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('one_time_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteCodeOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('one_time_codes').where('user_id', '=', userId).execute();
}

/** Removes all that has expired on the ways into an account. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('registrations').where('expires_at', '<=', now).execute();
  await db.deleteFrom('activation_tokens').where('expires_at', '<=', now).execute();
  await db.deleteFrom('one_time_codes').where('expires_at', '<=', now).execute();
  await db.deleteFrom('reset_tokens').where('expires_at', '<=', now).execute();
}
