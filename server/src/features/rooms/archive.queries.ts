import type { RoomNotify } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { archivePath } from '#features/media/public.ts';
import type { Db } from '#platform/database/database.ts';
import { anyOf, row } from '#platform/database/expressions.ts';
import { ownRows } from '#platform/database/pages.ts';
import { noId } from '#platform/ids.ts';
import { byKind } from './rooms.access.ts';

/** A message's row with the id of its room, which the caller replaces with words. */
interface OwnMessageRow {
  message_id: number;
  room_id: string;
  created_at: Date;
  edited_at: Date | null;
  content: string;
  files: { path: string; type: string; name: string | null }[];
  removed: string | null;
}

/** The messages a person sent, whatever the room, oldest first; nothing that others wrote. */
export const ownMessages = ownRows<OwnMessageRow>(200, async (db, { userId, after, size }) => {
  return await db
    .selectFrom('messages')
    .select(['messages.id as message_id', 'messages.room_id', 'messages.created_at', 'messages.edited_at'])
    .select(['messages.content', sql<string | null>`messages.removal->>'text'`.as('removed')])
    .select((message) =>
      jsonArrayFrom(
        message
          .selectFrom('media_files as media')
          .select([archivePath(row('media_files', 'media')).as('path'), 'media.type', 'media.name'])
          .where('media.id', '=', sql<string>`any(messages.media_id || messages.attachment_ids)`)
          .orderBy('media.id'),
      ).as('files'),
    )
    .where('messages.sender_id', '=', userId)
    .where('messages.id', '>', after?.message_id ?? 0)
    .where('messages.deleted_at', 'is', null)
    .where('messages.system', 'is', null)
    .orderBy('messages.id')
    .limit(size)
    .execute();
});

/** A person's emoji reactions to messages. */
export const ownMessageReactions = ownRows<{ message_id: number; emoji: string; created_at: Date }>(
  5000,
  async (db, { userId, after, size }) => {
    return await db
      .selectFrom('message_reactions')
      .select(['message_id', 'emoji', 'created_at'])
      .where('user_id', '=', userId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('message_id', 'emoji'), '>', tuple(after?.message_id ?? 0, after?.emoji ?? '')),
      )
      .orderBy('message_id')
      .orderBy('emoji')
      .limit(size)
      .execute();
  },
);

interface OwnNotifyRow {
  room_id: string;
  notify: RoomNotify;
  until: Date | null;
}

/** A person's notification choices for each room. */
export const ownRoomNotify = ownRows<OwnNotifyRow>(1000, async (db, { userId, after, size }) => {
  return await db
    .selectFrom('room_members')
    .select(['room_id', 'notify', 'notify_until as until'])
    .where('user_id', '=', userId)
    .where('notify', 'is not', null)
    .$narrowType<{ notify: RoomNotify }>()
    .where('room_id', '>', after?.room_id ?? noId)
    .orderBy('room_id')
    .limit(size)
    .execute();
});

/** The names of rooms for a person's archive, by id; conversations only if they still have them. */
export async function namesOfRooms(
  db: Db,
  { userId, roomIds }: { userId: string; roomIds: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('rooms')
    .leftJoin('room_members as member', (join) =>
      join.onRef('member.room_id', '=', 'rooms.id').on('member.user_id', '=', userId),
    )
    .select([
      'rooms.id',
      byKind(row('rooms'), (kind) =>
        kind.nameFor(row('rooms'), row('room_members', 'member'), sql`${userId}::uuid`),
      ).as('name'),
    ])
    .where('rooms.id', '=', anyOf(roomIds))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
