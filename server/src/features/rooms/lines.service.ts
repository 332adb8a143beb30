import type { Effects, Tx } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import { JsonText } from '#platform/realtime/realtime.ts';
import { insertLine, type LineRow } from './lines.queries.ts';
import type { RoomKind } from './room.kind.ts';
import { touchRoom } from './rooms.queries.ts';

/**
 * Stores what a room says itself, and sends it to its members after the commit. The room must be locked as for messages.
 * @param said.previous the number of the room's newest message
 * @returns the line's number
 */
export async function storeLine(
  { clock, realtime }: Platform,
  tx: Tx,
  effects: Effects,
  said: { line: LineRow; kind: RoomKind; people: readonly string[]; previous: number },
): Promise<number> {
  const { line, kind, people, previous } = said;
  const { roomId, senderId } = line;
  const now = clock.now();
  const { id, json } = await insertLine(tx, line, now);
  await touchRoom(tx, roomId, id, now);
  effects.push(() =>
    kind.deliver(
      realtime,
      { roomId, id, senderId, payload: new JsonText(json), people },
      { room: roomId, id, previous },
    ),
  );
  return id;
}
