import type { MessageInRoom } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { sql } from 'kysely';
import { hiddenFrom } from '#features/relations/public.ts';
import { arrayOf } from '#platform/database/arrays.ts';
import type { Pipeline } from '#platform/database/database.ts';
import { eb, not, row } from '#platform/database/expressions.ts';
import { jsonText, jsonValue } from '#platform/database/json.ts';
import { type Given, viewer } from '#platform/database/session-statement.ts';
import { statement } from '#platform/database/statement.ts';
import type { MessageKey } from './changes.queries.ts';
import { readerOf } from './history.queries.ts';
import { messageJson } from './json.queries.ts';
import { nameOf, readable } from './rooms.access.ts';

const messages = row('messages');

/** A room's name for somebody who can read it: in a conversation, the other person's. */
const roomName = sql<string | null>`case when room.kind = 'conversation' then coalesce(
  (select coalesce(users.name, users.username) from room_members other join users on users.id = other.user_id
    where other.room_id = room.id and other.user_id <> session.user_id), 'Deleted User')
  else ${nameOf(row('rooms', 'room'))} end`;

export const roomJson = sql<string>`json_build_object('room_id', room.id, 'kind', room.kind, 'name', ${roomName},
  'community_handle', communities.handle, 'channel_id', room.channel_id)::text`;

/** A message with its room, as JSON text, for `session`, who can read both. */
export const inRoomJson = jsonText(
  sql`left(${messageJson(messages, readerOf(messages))}, -1)`,
  ',"room":',
  roomJson,
  '}',
);

interface Keys {
  viewerId: string;
  roomIds: string[];
  ids: number[];
}

const keysOf = (viewerId: string, keys: readonly MessageKey[]): Keys => ({
  viewerId,
  roomIds: keys.map(({ room_id }) => room_id),
  ids: keys.map(({ id }) => id),
});

/** It has many parts, and takes far longer to plan than to run. */
const inRoomsStatement = statement('rooms-messages-in-rooms', (db, { viewerId, roomIds, ids }: Given<Keys>) =>
  db
    .with('session', (query) => query.selectNoFrom(sql<string>`${viewerId}::uuid`.as('user_id')))
    .selectFrom('session')
    .innerJoin('messages', (join) => join.onTrue())
    .innerJoin('rooms as room', 'room.id', 'messages.room_id')
    .innerJoinLateral(readable(messages.room_id, viewer).as('seen'), (join) =>
      join.onRef('messages.id', '>', 'seen.since'),
    )
    .leftJoin('communities', 'communities.id', 'room.community_id')
    .select(jsonValue<MessageInRoom>(inRoomJson).as('item'))
    .where(
      sql<boolean>`(messages.room_id, messages.id) in (select * from unnest(${arrayOf(roomIds, 'uuid')}, ${arrayOf(ids, 'bigint')}))`,
    ),
);

/** The ones among these messages that a person can read, with their rooms; in any order. */
export async function readInRooms(
  pipeline: Pipeline,
  viewerId: string,
  keys: readonly MessageKey[],
): Promise<MessageInRoom[]> {
  if (keys.length === 0) return [];
  const rows = await inRoomsStatement(pipeline, keysOf(viewerId, keys));
  return rows.map(({ item }) => item);
}

/** How many messages are tried on each side for one that can be shown. */
const lookedAt = 20;

/** The nearest message before or after another one that a person can see in its room. */
const neighbor = (side: 'before' | 'after') => {
  const [hit, seen, beside] = [row('messages', 'hit'), sql.ref<number>('seen.since'), row('messages', 'beside')];
  const near = eb
    .selectFrom('messages')
    .selectAll()
    .where('messages.room_id', '=', hit.room_id)
    .where('messages.id', '>', seen)
    .where('messages.id', side === 'before' ? '<' : '>', hit.id)
    .orderBy('messages.id', side === 'before' ? 'desc' : 'asc')
    .limit(lookedAt);
  return eb
    .selectFrom(near.as('beside'))
    .select('beside.id')
    .where('beside.deleted_at', 'is', null)
    .where('beside.removal', 'is', null)
    .where('beside.system', 'is', null)
    .where(not(hiddenFrom(viewer, beside.sender_id)))
    .orderBy('beside.id', side === 'before' ? 'desc' : 'asc')
    .limit(1);
};

export interface Neighbors {
  room_id: string;
  id: number;
  before: number | null;
  after: number | null;
}

const neighborsStatement = statement('rooms-neighbors', (db, { viewerId, roomIds, ids }: Given<Keys>) =>
  db
    .with('session', (query) => query.selectNoFrom(sql<string>`${viewerId}::uuid`.as('user_id')))
    .selectFrom('session')
    .innerJoin('messages as hit', (join) => join.onTrue())
    .innerJoinLateral(readable(row('messages', 'hit').room_id, viewer).as('seen'), (join) =>
      join.onRef('hit.id', '>', 'seen.since'),
    )
    .select(['hit.room_id', 'hit.id', neighbor('before').as('before'), neighbor('after').as('after')])
    .where(
      sql<boolean>`(hit.room_id, hit.id) in (select * from unnest(${arrayOf(roomIds, 'uuid')}, ${arrayOf(ids, 'bigint')}))`,
    ),
);

/** For each of these messages that a person can read, the nearest ones that they can see. */
export async function findNeighbors(
  pipeline: Pipeline,
  viewerId: string,
  keys: readonly MessageKey[],
): Promise<Neighbors[]> {
  return await neighborsStatement(pipeline, keysOf(viewerId, keys));
}
