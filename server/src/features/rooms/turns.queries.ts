import type { Db, Tx } from '#platform/database/database.ts';
import { eb, fact, not, or, row, val } from '#platform/database/expressions.ts';
import { byKind, reads } from './rooms.access.ts';

const rooms = row('rooms');

/** The room whose slow mode applies to a room: for a thread, its channel. */
export async function findClock(db: Db, roomId: string): Promise<string> {
  const room = await db.selectFrom('rooms').select('channel_id').where('id', '=', roomId).executeTakeFirst();
  return room?.channel_id ?? roomId;
}

/**
 * A room's slow mode, when somebody last wrote in it, and whether they needn't wait, because of their roles or because they can't write
 * there.
 */
export async function findTurn(
  db: Db,
  { roomId, userId }: { roomId: string; userId: string },
): Promise<{ slow_mode: number; written_at: Date | null; isExcused: boolean } | undefined> {
  const person = val(userId);
  return await db
    .selectFrom('rooms')
    .leftJoin('room_members as member', (join) =>
      join.onRef('member.room_id', '=', 'rooms.id').on('member.user_id', '=', userId),
    )
    .select([
      'rooms.slow_mode',
      'member.written_at',
      fact(
        or(
          byKind(rooms, (kind) => kind.skipsSlowMode?.(rooms, person) ?? eb.lit(true)),
          not(reads(rooms.id, person)),
        ),
      ).as('isExcused'),
    ])
    .where('rooms.id', '=', roomId)
    .executeTakeFirst();
}

/** Stores that somebody writes in a locked room now, even if they don't have to wait. */
export async function noteTurn(
  tx: Tx,
  { roomId, userId, now }: { roomId: string; userId: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('room_members')
    .values({ room_id: roomId, user_id: userId, written_at: now, listed_id: null, notify: null, notify_until: null })
    .onConflict((conflict) => conflict.columns(['room_id', 'user_id']).doUpdateSet({ written_at: now }))
    .execute();
}
