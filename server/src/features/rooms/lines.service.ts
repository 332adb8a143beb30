import type { Effects, Tx } from '#platform/database/database.ts';
import { JsonText } from '#platform/database/json.ts';
import type { Platform } from '#platform/platform.ts';
import { insertLine, type LineRow } from './lines.queries.ts';
import type { RoomKind } from './room.kind.ts';
import { listMembers, touchRoom } from './rooms.queries.ts';
import { readEarlier } from './store.queries.ts';
import { emitUnread } from './unread.service.ts';

/** Stores a message that a room writes itself. The room must be locked as for messages, and the caller has to send it (`sendLine`). */
export async function keepLine(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  line: LineRow,
): Promise<{ id: number; json: string }> {
  const now = clock.now();
  const stored = await insertLine(tx, line, now);
  await touchRoom(tx, line.roomId, stored.id, now);
  return stored;
}

/** A stored message of a room's own that hasn't been sent. `previous`: the number of the message before it. */
export interface StoredLine {
  id: number;
  senderId: string;
  previous: number;
}

/** Sends a room's own message to its members, and updates unread counts. */
export async function sendLine(
  platform: Platform,
  room: { id: string; kind: RoomKind },
  { id, senderId, previous }: StoredLine,
): Promise<void> {
  const { db, realtime } = platform;
  const { id: roomId, kind } = room;
  const [json, people] = await Promise.all([readEarlier(db.reads, roomId, id), listMembers(db.kysely, roomId)]);
  if (json === null) return;
  kind.deliver(realtime, { roomId, id, senderId, payload: new JsonText(json), people }, { room: roomId, id, previous });
  emitUnread(platform, { roomId, userIds: people });
}

/**
 * Stores a message that a room writes itself, and sends it to the members after the commit. The room must be locked as for messages.
 * @param said.previous the number of the room's newest message
 * @returns the message's number
 */
export async function storeLine(
  platform: Platform,
  tx: Tx,
  effects: Effects,
  said: { line: LineRow; kind: RoomKind; people: readonly string[]; previous: number },
): Promise<number> {
  const { line, kind, people, previous } = said;
  const { roomId, senderId } = line;
  const { id, json } = await keepLine(platform, tx, line);
  effects.push(() =>
    kind.deliver(
      platform.realtime,
      { roomId, id, senderId, payload: new JsonText(json), people },
      { room: roomId, id, previous },
    ),
  );
  return id;
}
