import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

interface PushedThingsTable {
  device_id: string;
  tag: string;
  /** Either this or `room_id` is null. */
  notification_id: string | null;
  room_id: string | null;
  pushed_at: Date;
  ends_at: Date | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    pushed_things: PushedThingsTable;
  }
}

/** Something that was pushed to a device: a notification, or a room's new messages. */
export interface PushedRow {
  device_id: string;
  user_id: string;
  tag: string;
  notification_id: string | null;
  room_id: string | null;
  /** Until when it's useful; null: until it's read. */
  ends_at: Date | null;
}

/** How many pushes are remembered per device; older ones have left its screen, or don't matter. */
const mostRemembered = 50;

/** What was pushed to these devices, the oldest first. */
export async function listPushed(db: Db, deviceIds: readonly string[]): Promise<PushedRow[]> {
  if (deviceIds.length === 0) return [];
  return await db
    .selectFrom('pushed_things as pushed')
    .innerJoin('push_subscriptions as device', 'device.id', 'pushed.device_id')
    .select([
      'pushed.device_id',
      'device.user_id',
      'pushed.tag',
      'pushed.notification_id',
      'pushed.room_id',
      'pushed.ends_at',
    ])
    .where('pushed.device_id', 'in', deviceIds)
    .orderBy('pushed.pushed_at')
    .execute();
}

/** Stores that a device shows something, and forgets what it no longer shows. */
export async function notePushed(
  db: Db,
  {
    deviceId,
    closed,
    ...pushed
  }: {
    deviceId: string;
    tag: string;
    notificationId: string | null;
    roomId: string | null;
    endsAt: Date | null;
    closed: readonly string[];
    now: Date;
  },
): Promise<void> {
  const { tag, notificationId: notification_id, roomId: room_id, endsAt: ends_at, now: pushed_at } = pushed;
  const thing = { notification_id, room_id, pushed_at, ends_at };
  const kept = db
    .selectFrom('pushed_things as kept')
    .select('kept.tag')
    .where('kept.device_id', '=', deviceId)
    .orderBy('kept.pushed_at', 'desc')
    .limit(mostRemembered);
  await db
    .deleteFrom('pushed_things')
    .where('device_id', '=', deviceId)
    .where((row) => row.or([row('tag', '=', sql<string>`any(${[...closed]}::text[])`), row('tag', 'not in', kept)]))
    .execute();
  // The device may have been removed meanwhile.
  const device = db
    .selectFrom('push_subscriptions')
    .select(['id', sql<string>`${tag}`.as('tag'), sql<string | null>`${notification_id}::uuid`.as('notification_id')])
    .select([sql<string | null>`${room_id}::uuid`.as('room_id'), sql<Date>`${pushed_at}::timestamptz`.as('pushed_at')])
    .select(sql<Date | null>`${ends_at}::timestamptz`.as('ends_at'))
    .where('id', '=', deviceId);
  await db
    .insertInto('pushed_things')
    .columns(['device_id', 'tag', 'notification_id', 'room_id', 'pushed_at', 'ends_at'])
    .expression(device)
    .onConflict((known) => known.columns(['device_id', 'tag']).doUpdateSet(thing))
    .execute();
}

/** Marks something as over on all of a person's devices. */
export async function endPushed(
  db: Db,
  { userId, tag, now }: { userId: string; tag: string; now: Date },
): Promise<void> {
  await db
    .updateTable('pushed_things')
    .set({ ends_at: now })
    .where('tag', '=', tag)
    .where('ends_at', '>', now)
    .where('device_id', 'in', db.selectFrom('push_subscriptions').select('id').where('user_id', '=', userId))
    .execute();
}
