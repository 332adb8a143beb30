import type { SystemLine } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/database.ts';
import { eb, row } from '#platform/database/expressions.ts';
import { messageJson } from './json.queries.ts';

/** A message that a room writes itself: who did what, and to whom. */
export interface LineRow {
  roomId: string;
  senderId: string;
  kind: SystemLine['kind'];
  aboutId?: string | undefined;
  name?: string | null;
  /** A call's length, or that it was missed. */
  call?: { seconds: number; missed: boolean };
  /** The text for clients that don't know such messages. */
  text?: string;
}

/**
 * Stores a message that a room writes itself; the room must be locked as for messages. @returns the message's number, and the contract's
 * message
 */
export async function insertLine(
  tx: Tx,
  { roomId, senderId, kind, aboutId, name, call, text = '' }: LineRow,
  now: Date,
): Promise<{ id: number; json: string }> {
  const system = JSON.stringify({ kind, ...(name !== undefined && { name }), ...call });
  const { rows } = await sql<{ id: number; json: string }>`with line as (
      insert into messages (room_id, id, sender_id, created_at, content, system, about_id)
      values (${roomId}, nextval('message_ids'), ${senderId}, ${now}, ${text}, ${system}::json, ${aboutId ?? null})
      returning *
    )
    select line.id, ${messageJson(row('messages', 'line'), { seesRemoved: eb.lit(true) })} as json from line`.execute(
    tx,
  );
  return rows[0] as { id: number; json: string };
}

/** Removes deleted accounts from rooms' own messages about them. @returns how many changed, at most `limit` */
export async function forgetAbout(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`update messages set about_id = null
    from (select room_id, id from messages where about_id = ${userId} order by room_id, id limit ${limit} for update) about
    where messages.room_id = about.room_id and messages.id = about.id`.execute(tx);
  return Number(numAffectedRows);
}
