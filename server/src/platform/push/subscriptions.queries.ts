import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';
import { anyOf, type Condition, eb, exists, type Id } from '#platform/database/expressions.ts';

interface PushSubscriptionsTable {
  id: string;
  user_id: string;
  session_hash: Buffer;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  created_at: Date;
  failed_since: Generated<Date | null>;
  paused_until: Generated<Date | null>;
  last_sent_at: Generated<Date | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    push_subscriptions: PushSubscriptionsTable;
  }
}

/** Whether a person has a device that gets pushes. */
export const takesPushes = (userId: Id): Condition =>
  exists(eb.selectFrom('push_subscriptions as device').where('device.user_id', '=', userId));

/** A device that gets pushes. */
export interface Subscription {
  id: string;
  userId: string;
  sessionHash: Buffer;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
}

/** Devices one person has at most; a new one takes the place of the oldest. */
const mostPerPerson = 20;

/**
 * Adds a device; if it was another person's, it's taken from them. Call it with the person locked.
 * @returns false: its session has ended
 */
export async function storeSubscription(tx: Tx, subscription: Subscription, now: Date): Promise<boolean> {
  const { id, userId, sessionHash, endpoint, p256dh, auth } = subscription;
  const session = tx.selectFrom('sessions').select('user_id').where('token_hash', '=', sessionHash).forKeyShare();
  if (!(await session.executeTakeFirst())) return false;
  const device = { user_id: userId, session_hash: sessionHash, p256dh, auth, created_at: now };
  await tx
    .insertInto('push_subscriptions')
    .values({ id, endpoint, ...device })
    .onConflict((known) =>
      known.column('endpoint').doUpdateSet({ id, ...device, failed_since: null, paused_until: null }),
    )
    .execute();
  const surplus = tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(sql.lit(mostPerPerson));
  await tx.deleteFrom('push_subscriptions').where('id', 'in', surplus).execute();
  return true;
}

/** Removes one of a person's devices. */
export async function removeSubscription(db: Db, userId: string, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).where('user_id', '=', userId).execute();
}

/** Removes one of a person's devices. @returns whether they had it */
export async function removeDevice(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = db.deleteFrom('push_subscriptions').where('id', '=', id).where('user_id', '=', userId).returning('id');
  return (await gone.executeTakeFirst()) !== undefined;
}

/** A device as its owner sees it. */
export interface ListedDevice {
  id: string;
  created_at: Date;
  last_sent_at: Date | null;
  session_hash: Buffer;
  /** What the browser said it was when the session began. */
  device: string | null;
}

/** A person's devices whose sessions haven't ended, the latest first. */
export async function listOwnDevices(db: Db, userId: string, now: Date): Promise<ListedDevice[]> {
  return await db
    .selectFrom('push_subscriptions as own')
    .innerJoin('sessions', 'sessions.token_hash', 'own.session_hash')
    .select(['own.id', 'own.created_at', 'own.last_sent_at', 'own.session_hash', 'sessions.device'])
    .where('own.user_id', '=', userId)
    .where('sessions.expires_at', '>', now)
    .orderBy('own.created_at', 'desc')
    .orderBy('own.id', 'desc')
    .execute();
}

/** The state of a device that's about to get a push. */
export interface KnownDevice extends Omit<Subscription, 'sessionHash'> {
  failedSince: Date | null;
  pausedUntil: Date | null;
}

/** The devices of some people whose sessions haven't ended; or only the given one. */
export async function listDevices(
  db: Db,
  which: { userIds: readonly string[] } | { id: string },
  now: Date,
): Promise<KnownDevice[]> {
  const rows = await db
    .selectFrom('push_subscriptions as device')
    .innerJoin('sessions', 'sessions.token_hash', 'device.session_hash')
    .select(['device.id', 'device.user_id', 'device.endpoint', 'device.p256dh', 'device.auth'])
    .select(['device.failed_since', 'device.paused_until'])
    .where('sessions.expires_at', '>', now)
    .where((where) =>
      'id' in which ? where('device.id', '=', which.id) : where('device.user_id', '=', anyOf(which.userIds)),
    )
    .orderBy('device.id')
    .execute();
  return rows.map(({ user_id: userId, failed_since: failedSince, paused_until: pausedUntil, ...row }) => ({
    ...row,
    userId,
    failedSince,
    pausedUntil,
  }));
}

/** The people among these who have a device that gets pushes. */
export async function withDevices(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select('user_id')
    .distinct()
    .where('user_id', '=', anyOf([...new Set(userIds)]))
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Stores that a push got through. */
export async function noteSuccess(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ failed_since: null, paused_until: null, last_sent_at: now })
    .where('id', '=', id)
    .execute();
}

/** Stores that a push didn't get through, and until when no other is sent. */
export async function noteFailure(db: Db, id: string, now: Date, pausedUntil: Date | null): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ failed_since: sql`coalesce(failed_since, ${now})`, paused_until: pausedUntil })
    .where('id', '=', id)
    .execute();
}

/** Removes a device that no longer exists. */
export async function dropDevice(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}
