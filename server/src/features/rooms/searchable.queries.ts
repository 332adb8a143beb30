import { type Expression, sql } from 'kysely';
import { saysLink } from '#features/posts/public.ts';
import { hiddenFrom } from '#features/relations/public.ts';
import {
  accountsCalled,
  foundKeys,
  type Has,
  inPlaces,
  keyOf,
  type Looking,
  type Place,
  type Searchable,
  type TextKey,
  writtenBy,
} from '#features/rich-text/public.ts';
import type { Db, Pipeline } from '#platform/database/database.ts';
import { anyOf, builder, byKey, type Condition, call, eb, exists, not, row } from '#platform/database/expressions.ts';
import { findNeighbors, readInRooms } from './in-room.queries.ts';
import { messageIdOf, messageNumber } from './messages.rules.ts';
import { byKind, nameOf, reads } from './rooms.access.ts';

const messages = row('messages');
const rooms = row('rooms');

/** The gram of a room's messages: the last 32 bits of its id. */
const gramOf = (roomId: string): number => Number.parseInt(roomId.slice(-8), 16) | 0;
const gramIn = sql<number>`('x' || right(rooms.id::text, 8))::bit(32)::int`;

/** The rooms that a person can read, each with the message after which they can. */
const roomsOf = (viewerId: string) =>
  builder
    .selectFrom('rooms')
    .innerJoin(sql<{ id: string }>`(select ${viewerId}::uuid as id)`.as('viewer'), (join) => join.onTrue())
    .leftJoin('room_members as reader', (join) =>
      join.onRef('reader.room_id', '=', 'rooms.id').onRef('reader.user_id', '=', 'viewer.id'),
    )
    .where((room) =>
      room(
        'rooms.id',
        'in',
        room
          .selectFrom('room_members as own')
          .select('own.room_id')
          .where('own.user_id', '=', viewerId)
          .unionAll(
            room
              .selectFrom('community_members as joined')
              .innerJoin('rooms as shared', 'shared.community_id', 'joined.community_id')
              .select('shared.id as room_id')
              .where('joined.user_id', '=', viewerId),
          ),
      ),
    )
    .where(byKind(rooms, (kind) => kind.mayRead(rooms, row('room_members', 'reader'), sql.ref('viewer.id'))));

/** Whether a room matches a filter's place. */
function isRoom(place: Place, viewerId: string): Condition {
  if ('username' in place)
    return sql<boolean>`${rooms.pair} @> array[${viewerId}::uuid] and exists (
      select from ${accountsCalled([place.username])} other where other.id = any(${rooms.pair}) and other.id <> ${viewerId}::uuid)`;
  const { handle, channel } = place;
  let named = eb
    .selectFrom('communities as named')
    .where('named.id', '=', rooms.community_id)
    .where(call<string>('lower', row('communities', 'named').handle), '=', handle.toLowerCase());
  if (channel !== undefined) named = named.where(call<string>('lower', nameOf(rooms)), '=', channel.toLowerCase());
  return exists(named);
}

/** Its picture is apart from its files. */
function has(what: Has): Condition {
  if (what === 'link') return saysLink(messages.content);
  if (what === 'poll') return eb.lit(false);
  const type = sql<string>`coalesce(file->>'type', '')`;
  const isOne = what === 'file' ? sql`${type} !~ '^(image|video|audio)/'` : sql`${type} like ${`${what}/%`}`;
  const inFiles = sql<boolean>`exists (select from json_array_elements(${messages.attachments}) file where ${isOne})`;
  return what === 'image' ? sql<boolean>`(${messages.image_path} is not null or ${inFiles})` : inFiles;
}

const texts = builder
  .selectFrom('messages')
  .select(['messages.room_id as thing', 'messages.id as number', 'messages.content'])
  .where('messages.deleted_at', 'is', null)
  .where('messages.system', 'is', null);

const places = sql<{ id: string; since: number }>`places`.as<'places'>(sql`places`);

/** The messages in the search: those in rooms that a person can read, from after they joined or cleared the room. */
export const searchableMessages: Searchable = {
  kind: 'messages',
  order: 'number',
  isCursor: (text) => messageNumber(text) !== undefined,
  cursorOf: ({ number }) => messageIdOf(number),

  places({ viewerId, filters }: Looking) {
    const own = roomsOf(viewerId)
      .select([
        gramIn.as('gram'),
        'rooms.id',
        sql<number>`coalesce(greatest(reader.since_id, reader.cleared_id), 0)`.as('since'),
      ])
      .where(inPlaces(filters.places, (place) => isRoom(place, viewerId)));
    return filters.roomId === undefined ? own : own.where('rooms.id', '=', filters.roomId);
  },

  newest({ before }, size) {
    let keys = builder
      .selectFrom('messages')
      .select(['messages.room_id as thing', 'messages.id as number'])
      .whereRef('messages.room_id', '=', sql.ref('places.id'))
      .whereRef('messages.id', '>', sql.ref('places.since'));
    if (before !== undefined) keys = keys.where('messages.id', '<', Number(before));
    const inOrder = (each: typeof keys, most: Expression<number>) =>
      builder
        .selectFrom(places)
        .innerJoinLateral(each.orderBy('messages.id', 'desc').limit(most).as('key'), (join) => join.onTrue())
        .select(['key.thing', 'key.number'])
        .orderBy('key.number', 'desc');
    // A few of each place are read first: the newest of all can't be older than the last of the newest of those, so no place is read
    // further back.
    const share = sql<number>`(select ceil(2.0 * ${size} / greatest(count(*), 1))::bigint from places)`;
    const some = inOrder(keys, share).offset(sql<number>`${size} - 1`);
    const last = eb.selectFrom(some.limit(1).as('last')).select('last.number').$asScalar();
    return inOrder(keys.where('messages.id', '>=', eb.fn.coalesce(last, sql.lit(0))), size).limit(size);
  },

  matching({ viewerId, filters, before, among }: Looking) {
    let found = texts
      .whereRef('messages.room_id', '=', sql.ref('places.id'))
      .whereRef('messages.id', '>', sql.ref('places.since'))
      .where('messages.removal', 'is', null)
      .where(not(hiddenFrom(sql<string>`${viewerId}::uuid`, messages.sender_id)))
      .where(writtenBy(messages.sender_id, messages.created_at, filters));
    for (const what of filters.has) found = found.where(has(what));
    if (before !== undefined) found = found.where('messages.id', '<', Number(before));
    if (among !== 'found')
      return builder
        .selectFrom(places)
        .innerJoinLateral(found.orderBy('messages.id', 'desc').limit(among).as('text'), (join) => join.onTrue())
        .select(['text.thing', 'text.number', 'text.content']);
    return builder
      .selectFrom(foundKeys)
      .innerJoin(places, 'places.id', 'found.thing')
      .innerJoinLateral(found.whereRef('messages.id', '=', sql.ref('found.number')).offset(byKey).as('text'), (join) =>
        join.onTrue(),
      )
      .select(['found.thing', 'found.number', 'text.content']);
  },

  async view(pipeline: Pipeline, { userId }, keys: readonly TextKey[]) {
    const hits = keys.map(({ thing, number }) => ({ room_id: thing, id: number }));
    const around = await findNeighbors(pipeline, userId, hits);
    const beside = around.flatMap(({ room_id, before, after }) =>
      [before, after].filter((id) => id !== null).map((id) => ({ room_id, id })),
    );
    const found = await readInRooms(pipeline, userId, [...hits, ...beside]);
    const byKey = new Map(found.map((message) => [`${message.room.room_id} ${messageNumber(message._id)}`, message]));
    return new Map(
      around.flatMap(({ room_id: thing, id: number, before, after }) => {
        const shown = byKey.get(`${thing} ${number}`);
        if (shown === undefined) return [];
        const at = (id: number | null) => {
          const other = id === null ? undefined : byKey.get(`${thing} ${id}`);
          if (other === undefined) return null;
          const { room: _, ...message } = other;
          return message;
        };
        return [[keyOf({ thing, number }), { ...shown, context: { before: at(before), after: at(after) } }] as const];
      }),
    );
  },

  async read(db, keys) {
    const rows = await db
      .selectFrom(texts.where('messages.id', '=', anyOf(keys.map(({ number }) => number))).as('text'))
      .selectAll()
      .execute();
    return rows.map((text) => ({ ...text, place: gramOf(text.thing) }));
  },

  async older(db, before, size) {
    const rest = before === undefined ? texts : texts.where('messages.id', '<', before.number);
    const rows = await db.selectFrom(rest.orderBy('messages.id', 'desc').limit(size).as('text')).selectAll().execute();
    return rows.map((text) => ({ ...text, place: gramOf(text.thing) }));
  },
};

/** Whether a person can read a room. */
export async function readsRoom(db: Db, { roomId, userId }: { roomId: string; userId: string }): Promise<boolean> {
  const isRead = reads(sql<string>`${roomId}::uuid`, sql<string>`${userId}::uuid`);
  const { is } = await db.selectNoFrom(isRead.as('is')).executeTakeFirstOrThrow();
  return is === true;
}
