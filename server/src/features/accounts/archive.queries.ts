import { sql } from 'kysely';
import { ownRows } from '#platform/database/pages.ts';
import { noId } from '#platform/ids.ts';
import type { UserRow } from './accounts.queries.ts';

const accountColumns = [
  'username',
  'name',
  'email',
  'bio',
  'show_nsfw',
  'site_role',
  'keeps_usernames',
  'username_changed_at',
  'profile_path',
  'created_at',
  'activated_at',
] as const;

/** Everything stored about an account, except its secrets. */
export const ownAccount = ownRows<Pick<UserRow, (typeof accountColumns)[number]>>(2, async (db, { userId }) => {
  return await db.selectFrom('users').select(accountColumns).where('id', '=', userId).execute();
});

interface SessionRow {
  created_at: Date;
  last_seen_at: Date;
  device: string | null;
  address: string | null;
}

/** A person's sessions, without anything that could be used to take one over. */
export const ownSessions = ownRows<SessionRow>(1000, async (db, { userId, size }) => {
  const { rows } = await sql<SessionRow>`
    select created_at, coalesce(seen_at, last_seen_at) as last_seen_at, device, address from sessions
    where user_id = ${userId} order by created_at desc limit ${size - 1}`.execute(db);
  return rows;
});

/** What happened to the account. */
export const ownSecurityLog = ownRows<{
  entry_id: string;
  created_at: Date;
  event: string;
  device: string;
  address: string;
}>(500, async (db, { userId, after, size }) => {
  return await db
    .selectFrom('security_log')
    .select(['id as entry_id', 'created_at', 'event', 'device', 'address'])
    .where('user_id', '=', userId)
    .where('id', '>', after?.entry_id ?? noId)
    .orderBy('id')
    .limit(size)
    .execute();
});

interface OwnPasskeyRow {
  passkey_id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** A person's passkeys, oldest first, as the settings list them: without keys and credential ids. */
export const ownPasskeys = ownRows<OwnPasskeyRow>(500, async (db, { userId, after, size }) => {
  return await db
    .selectFrom('passkeys')
    .select(['id as passkey_id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('id', '>', after?.passkey_id ?? noId)
    .orderBy('id')
    .limit(size)
    .execute();
});

/** Usernames that still lead to a person. */
export const ownFormerUsernames = ownRows<{ username: string; expires_at: Date }>(
  500,
  async (db, { userId, after, size }) => {
    return await db
      .selectFrom('former_names')
      .select(['name as username', 'expires_at'])
      .where('user_id', '=', userId)
      .where('name', '>', after?.username ?? '')
      .orderBy('name')
      .limit(size)
      .execute();
  },
);

/** When a person's known browsers were used, without their tokens. An account has few. */
export const ownKnownBrowsers = ownRows<{ last_seen_at: Date; has_returned: boolean }>(
  1000,
  async (db, { userId, size }) => {
    return await db
      .selectFrom('known_devices')
      .select(['seen_at as last_seen_at', 'has_returned'])
      .where('user_id', '=', userId)
      .orderBy('seen_at', 'desc')
      .limit(size - 1)
      .execute();
  },
);
