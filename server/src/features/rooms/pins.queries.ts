import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';
import { row } from '#platform/database/expressions.ts';
import { jsonValue } from '#platform/database/json.ts';
import { viewer } from '#platform/database/session-statement.ts';
import { type MessageKey, nextRevision } from './changes.queries.ts';
import { readerOf } from './history.queries.ts';
import { messageJson } from './json.queries.ts';
import { readable } from './rooms.access.ts';

/** How many messages are pinned in a room, without those that are gone. */
export async function countPins(tx: Tx, roomId: string): Promise<number> {
  const { number } = await tx
    .selectFrom('messages')
    .select((message) => message.cast<number>(message.fn.countAll(), 'integer').as('number'))
    .where('room_id', '=', roomId)
    .where('pinned_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('removal', 'is', null)
    .executeTakeFirstOrThrow();
  return number;
}

/** Pins a message, or unpins it (`pin` is null), in a room that's locked. */
export async function setPin(tx: Tx, { room_id, id }: MessageKey, pin: { by: string; at: Date } | null): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ pinned_at: pin?.at ?? null, pinned_by: pin?.by ?? null, revision: nextRevision })
    .where('room_id', '=', room_id)
    .where('id', '=', id)
    .execute();
}

/**
 * A room's pinned messages as somebody sees them, the latest pin first, without those that are gone. Undefined: they can't read the room.
 */
export async function readPins(db: Db, viewerId: string, roomId: string): Promise<Message[] | undefined> {
  const messages = row('messages');
  const rows = await db
    .with('session', (query) => query.selectNoFrom(sql<string>`${viewerId}::uuid`.as('user_id')))
    .selectFrom('session')
    .innerJoin('rooms as room', (join) => join.on('room.id', '=', roomId))
    .innerJoinLateral(readable(row('rooms', 'room').id, viewer).as('seen'), (join) => join.onTrue())
    .leftJoin('messages', (join) =>
      join
        .onRef('messages.room_id', '=', 'room.id')
        .onRef('messages.id', '>', 'seen.since')
        .on('messages.pinned_at', 'is not', null)
        .on('messages.deleted_at', 'is', null)
        .on('messages.removal', 'is', null),
    )
    .select('messages.id')
    .select(jsonValue<Message>(messageJson(messages, readerOf(messages))).as('item'))
    .orderBy(messages.pinned_at, 'desc')
    .orderBy('messages.id', 'desc')
    .execute();
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ id, item }) => (id === null ? [] : [item]));
}
