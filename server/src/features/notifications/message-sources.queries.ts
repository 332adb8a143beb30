import { sql } from 'kysely';
import { idsMentioned } from '#features/rich-text/public.ts';
import { followers, readable } from '#features/rooms/public.ts';
import { arrayOf } from '#platform/database/arrays.ts';
import type { Db } from '#platform/database/database.ts';
import { exists, row } from '#platform/database/expressions.ts';
import { executePrepared } from '#platform/database/prepared.ts';
import { takesPushes } from '#platform/push/subscriptions.queries.ts';

/** A message that people may be notified about. */
export interface NotedMessage {
  id: number;
  room_id: string;
  sender_id: string;
  /** Null: it's in a conversation. */
  channel_id: string | null;
  community_id: string | null;
  conversation_id: string | null;
  mentioned: string[];
  mentions_everyone: boolean;
}

/** These messages, without those that were deleted or removed since. */
export async function findNotedMessages(db: Db, ids: readonly number[]): Promise<NotedMessage[]> {
  const { rows } = await executePrepared(
    db,
    sql<NotedMessage>`select messages.id, messages.room_id, messages.sender_id,
      case when rooms.community_id is not null then rooms.id end as channel_id, rooms.community_id,
      case when rooms.community_id is null then rooms.id end as conversation_id,
      case when messages.mentions is null then '{}' else ${idsMentioned(row('messages').mentions)} end as mentioned,
      messages.mentions is not null and exists (
        select from json_array_elements(messages.mentions) item where item.value->>'id' is null) as mentions_everyone
    from messages join rooms on rooms.id = messages.room_id
    where messages.id = any(${arrayOf(ids, 'bigint')}::bigint[]) and messages.deleted_at is null and messages.removal is null
    order by messages.id`,
  );
  return rows;
}

/** People who chose all messages of a room and have a device, except the sender, starting after one of them. */
export async function listFollowersWithDevices(
  db: Db,
  { roomId, senderId }: { roomId: string; senderId: string },
  after: string,
  max: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`select follower.user_id
    from (select ${roomId}::uuid as id) given cross join lateral ${followers(sql.ref('given.id'))} follower
    where follower.user_id <> ${senderId} and follower.user_id > ${after} and ${takesPushes(sql.ref('follower.user_id'))}
    order by follower.user_id limit ${max}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Members who can read a community's room, starting after one of them. */
export async function listReadersAfter(db: Db, roomId: string, after: string, max: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`select member.user_id from rooms asked
    join community_members member on member.community_id = asked.community_id
    where asked.id = ${roomId} and member.user_id > ${after} and ${exists(readable(sql.ref('asked.id'), sql.ref('member.user_id')))}
    order by member.user_id limit ${max}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
