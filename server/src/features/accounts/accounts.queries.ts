import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import { anyPrepared } from '#platform/database/arrays.ts';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import {
  anyOf,
  type Condition,
  call,
  eb,
  exists,
  fact,
  isSameText,
  not,
  row,
  type Value,
  val,
} from '#platform/database/expressions.ts';
import { executePrepared } from '#platform/database/prepared.ts';
import { type Given, statement } from '#platform/database/statement.ts';
import { isActivated, isAway, isBeingDeleted, isEntered, isLapsedSince } from './accounts.access.ts';

interface UsersTable {
  id: string;
  username: string;
  /** Null: the team added them without one. */
  email: string | null;
  password_hash: string;
  name: string | null;
  bio: Generated<string>;
  profile_path: string | null;
  show_nsfw: Generated<boolean>;
  /** Null: not in the site's team. */
  site_role: SiteRole | null;
  activated_at: Date | null;
  /** Null: they don't wait for the team's approval. */
  approval_requested_at: Date | null;
  /** What they wrote to the team; null without a request. */
  approval_reason: string | null;
  created_at: ColumnType<Date, Date, never>;
  /** The decision that suspended the account; null: it isn't suspended. */
  suspended_by: Generated<string | null>;
  /** Null: for good. */
  suspended_until: Generated<Date | null>;
  suspended_text: Generated<string | null>;
  /** Null: never. */
  username_changed_at: Generated<Date | null>;
  /** Whether former usernames lead to them: `former_names`. */
  keeps_usernames: Generated<boolean>;
  /** Whether the team added them, and they haven't logged in yet. */
  is_awaited: Generated<boolean>;
}

interface RegistrationsTable {
  token_hash: Buffer;
  email: string;
  username: string | null;
  name: string | null;
  invite_code: string | null;
  expires_at: Date;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    users: UsersTable;
    registrations: RegistrationsTable;
  }
}

const users = row('users');

/** An account including its password hash: never send it anywhere. */
export type UserRow = Selectable<UsersTable>;
export type RegistrationRow = Selectable<RegistrationsTable>;

/** What a new account starts with. */
export interface NewUser {
  id: string;
  username: string;
  email: string | null;
  passwordHash: string;
  name: string | null;
  activatedAt: Date | null;
  createdAt: Date;
}

const newRow = (user: NewUser) => ({
  id: user.id,
  username: user.username,
  email: user.email,
  password_hash: user.passwordHash,
  name: user.name,
  activated_at: user.activatedAt,
  created_at: user.createdAt,
});

export async function insertUser(db: Db, user: NewUser): Promise<UserRow> {
  return await db.insertInto('users').values(newRow(user)).returningAll().executeTakeFirstOrThrow();
}

/** Creates several accounts, all or none, whose owners will log in with links from the team. */
export async function insertAwaited(db: Db, users: readonly NewUser[]): Promise<void> {
  const rows = users.map((user) => ({ ...newRow(user), is_awaited: true }));
  await db.insertInto('users').values(rows).execute();
}

/** Which of these usernames and addresses (in lower case) have an account or are reserved. */
export async function findTaken(
  db: Db,
  given: { usernames: readonly string[]; emails: readonly string[] },
): Promise<{ usernames: Set<string>; emails: Set<string> }> {
  const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());
  const [name, address] = [call<string>('lower', users.username), call<string>('lower', users.email)];
  const kept = call<string>('lower', row('email_undos').email);
  const names = await db
    .selectFrom('users')
    .select(name.as('taken'))
    .where(eb(name, '=', anyOf(lower(given.usernames))))
    .union(
      db
        .selectFrom('former_names')
        .select('name as taken')
        .where('name', '=', anyOf(lower(given.usernames))),
    )
    .execute();
  const emails = await db
    .selectFrom('users')
    .select(address.as('taken'))
    .where(eb(address, '=', anyOf(lower(given.emails))))
    .union(
      db
        .selectFrom('email_undos')
        .select(kept.as('taken'))
        .where(eb(kept, '=', anyOf(lower(given.emails)))),
    )
    .execute();
  return {
    usernames: new Set(names.map(({ taken }) => taken)),
    emails: new Set(emails.map(({ taken }) => taken)),
  };
}

/** An account by its username in any case, locked until the transaction ends. */
export async function lockUserByUsername(tx: Tx, username: string): Promise<UserRow | undefined> {
  return await tx
    .selectFrom('users')
    .selectAll()
    .where(isSameText(users.username, val(username)))
    .forUpdate()
    .executeTakeFirst();
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The account, locked until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return await tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * Keeps an account from being deleted until the transaction ends; false if it's gone. Take this lock before all others:
 * 0004_posts.sql.
 */
export async function holdUser(tx: Tx, id: string): Promise<boolean> {
  const user = await tx.selectFrom('users').select('id').where('id', '=', id).forKeyShare().executeTakeFirst();
  return user !== undefined;
}

/** The same for several accounts, in the order of their ids. @returns the ids of those that are there */
export async function holdUsers(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await executePrepared(
    tx,
    tx.selectFrom('users').select('id').where('id', '=', anyPrepared(ids, 'uuid')).orderBy('id').forKeyShare(),
  );
  return new Set(rows.map(({ id }) => id));
}

/** An account for a log-in. `has_codes`: it has one-time codes as its second factor. */
export type EnteringRow = UserRow & { has_codes: boolean };

const findStatement = (column: 'email' | 'username', isMeant: (identifier: Value<string>) => Condition) =>
  statement(`user-by-${column}`, (db, { identifier }: Given<{ identifier: string }>) => {
    const codes = eb.selectFrom('totp').where('totp.user_id', '=', users.id).where('totp.enabled_at', 'is not', null);
    return db
      .selectFrom('users')
      .selectAll()
      .select(fact(exists(codes)).as('has_codes'))
      .where(isMeant(identifier))
      .where(not(isBeingDeleted(users.id)));
  });
const byEmail = findStatement('email', (identifier) => isSameText(users.email, identifier));
const byUsername = findStatement('username', (identifier) => {
  const named = eb
    .selectFrom('users as named')
    .select('named.id')
    .where(isSameText(row('users', 'named').username, identifier));
  const former = eb.selectFrom('former_names').select('user_id').where('name', '=', call<string>('lower', identifier));
  return eb(users.id, '=', eb.fn.coalesce(named, former));
});

/**
 * By username, a former username that still leads to its person, or email, ignoring case. Accounts that are being
 * deleted don't count: log-in treats them as gone. No username contains an @, so a text matches at most one account. It
 * uses no pooled connection: a flood of log-ins must leave those to everyone else.
 */
export async function findUserByIdentifier(pipeline: Pipeline, identifier: string): Promise<EnteringRow | undefined> {
  const [user] = await (identifier.includes('@') ? byEmail : byUsername)(pipeline, { identifier });
  return user;
}

/** The id of the account with a username, case-insensitive. */
export async function findAccount(db: Db, username: string): Promise<{ id: string } | undefined> {
  return await db
    .selectFrom('users')
    .select('id')
    .where(isSameText(users.username, val(username)))
    .executeTakeFirst();
}

/** The account that has an address, or had it until a change that can still be undone. */
export async function findEmailOwner(db: Db, email: string): Promise<{ id: string; username: string } | undefined> {
  return await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where(isSameText(users.email, val(email)))
    .unionAll(
      db
        .selectFrom('email_undos')
        .innerJoin('users', 'users.id', 'email_undos.user_id')
        .select(['users.id', 'users.username'])
        .where(isSameText(row('email_undos').email, val(email))),
    )
    .limit(1)
    .executeTakeFirst();
}

/** Whether an address has an account or is reserved for one. */
export const isEmailTaken = async (db: Db, email: string): Promise<boolean> =>
  (await findEmailOwner(db, email)) !== undefined;

/** Whether a username is taken, or is a former one that still leads to its person. */
export async function isUsernameTaken(db: Db, username: string): Promise<boolean> {
  const { usernames } = await findTaken(db, { usernames: [username], emails: [] });
  return usernames.size > 0;
}

export async function updateUser(
  tx: Tx,
  id: string,
  change: {
    username?: string;
    username_changed_at?: Date;
    keeps_usernames?: boolean;
    email?: string | null;
    name?: string | null;
    is_awaited?: boolean;
    show_nsfw?: boolean;
    password_hash?: string;
    activated_at?: Date;
    approval_requested_at?: Date | null;
    approval_reason?: string | null;
  },
): Promise<UserRow> {
  return await tx.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Replaces a password's hash if it's still the given one. @returns whether it was */
export async function replacePasswordHash(db: Db, id: string, from: string, to: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ids of up to `limit` accounts created before a moment and never activated, oldest first. */
export async function findLapsed(db: Db, createdBefore: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(isLapsedSince(createdBefore))
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('last_seen').where('user_id', '=', id).execute();
  await tx.deleteFrom('users').where('id', '=', id).execute();
}

export async function insertRegistration(
  db: Db,
  registration: { tokenHash: Buffer; email: string; inviteCode: string | null; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('registrations')
    .values({
      token_hash: registration.tokenHash,
      email: registration.email,
      invite_code: registration.inviteCode,
      expires_at: registration.expiresAt,
    })
    .execute();
}

/** The id of the activated account with this username, in any case. */
export async function findActivated(db: Db, username: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('users.id')
    .where(isSameText(users.username, val(username)))
    .where(isActivated(users))
    .executeTakeFirst();
  return row?.id;
}

/** The same, but including accounts whose person is away. */
export async function findEntered(db: Db, username: string): Promise<{ id: string; isAway: boolean } | undefined> {
  return await db
    .selectFrom('users')
    .select(['users.id', fact(isAway(users.id)).as('isAway')])
    .where(isSameText(users.username, val(username)))
    .where(isEntered(users))
    .executeTakeFirst();
}

export async function findRegistration(db: Db, tokenHash: Buffer, now: Date): Promise<RegistrationRow | undefined> {
  return await db
    .selectFrom('registrations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** False if the registration doesn't exist (anymore). */
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

/** Deletes a registration and returns it, so that it creates at most one account. */
export async function takeRegistration(tx: Tx, tokenHash: Buffer, now: Date): Promise<RegistrationRow | undefined> {
  return await tx
    .deleteFrom('registrations')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}
