import type { RoomNotify } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { CompiledQuery } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';
import type { RoomSql } from './rooms.queries.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    message_mentions: { user_id: string; room_id: string; message_id: number };
    room_notify: { user_id: string; room_id: string; notify: RoomNotify; until: Date | null };
  }
}

/** Which of these kinds a room is of; undefined: none of them, or the person may not read it. */
export async function findKind<Kind extends RoomSql>(
  db: Db,
  kinds: readonly Kind[],
  { userId, roomId }: { userId: string; roomId: string },
): Promise<Kind | undefined> {
  const text = `select ${kinds.map(({ readable }, index) => `exists (${readable('$2::uuid')}) as "${index}"`).join(', ')}
    from (select $1::uuid as user_id) session`;
  const { rows } = await db.executeQuery<Record<string, boolean>>(CompiledQuery.raw(text, [userId, roomId]));
  return kinds.find((_, index) => rows[0]?.[index]);
}

/** Forgets in which messages somebody was mentioned whose account is gone. */
export async function forgetMentionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('message_mentions').where('user_id', '=', userId).execute();
}

/** Stores how much of a room a person wants to be told, in place of what they chose before. */
export async function storeNotify(
  tx: Tx,
  chosen: { user_id: string; room_id: string; notify: RoomNotify; until: Date | null },
): Promise<void> {
  const { notify, until } = chosen;
  await tx
    .insertInto('room_notify')
    .values(chosen)
    .onConflict((known) => known.columns(['user_id', 'room_id']).doUpdateSet({ notify, until }))
    .execute();
}
