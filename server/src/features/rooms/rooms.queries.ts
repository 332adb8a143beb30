import type { RoomNotify } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { type Generated, type Selectable, sql } from 'kysely';
import { sharesPresence } from '#features/relations/public.ts';
import { arrayOf } from '#platform/database/arrays.ts';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { eb, fact, not, row } from '#platform/database/expressions.ts';
import { type Given, statement } from '#platform/database/statement.ts';
import { kinds } from './kinds.kind.ts';
import { hasMembers, isOf, readable as readableTo, reads } from './rooms.access.ts';

interface RoomsTable {
  id: string;
  kind: string;
  created_at: Date;
  /** Its newest message; 0 before the first. */
  last_id: Generated<number>;
  active_at: Date;
  /** The two people of a conversation, the lower id first. Null once an account is gone. */
  pair: string[] | null;
  name: string | null;
  picture_path: string | null;
  owner_id: string | null;
  community_id: string | null;
  topic: Generated<string>;
  /** Ids of the community's roles. */
  roles: string[] | null;
  /** Its position in the community's list, from 0. Null: never moved. */
  position: number | null;
  /** Its category in the community's list. */
  category: Generated<string | null>;
  /** Seconds that each person waits between messages; 0: no wait. */
  slow_mode: Generated<number>;
  /** A thread's channel, whose roles and slow mode it has. */
  channel_id: Generated<string | null>;
  /** The message that a thread is about. */
  root_id: Generated<number | null>;
  /** A thread's replies that are neither deleted nor removed, and the last of them; 0: none. */
  reply_count: Generated<number>;
  last_reply_id: Generated<number>;
}

interface RoomMembersTable {
  room_id: string;
  user_id: string;
  place: Generated<number>;
  joined_at: Generated<Date>;
  since_id: Generated<number>;
  read_id: Generated<number>;
  seen_id: Generated<number>;
  cleared_id: Generated<number>;
  listed_id: number | null;
  notify: RoomNotify | null;
  notify_until: Date | null;
  request: Generated<boolean>;
  /** When they last wrote while the room had slow mode. */
  written_at: Generated<Date | null>;
  /** Whether they follow a thread. */
  follows: Generated<boolean>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    rooms: RoomsTable;
    room_members: RoomMembersTable;
    message_mentions: { user_id: string; room_id: string; message_id: number };
  }
}

export type RoomRow = Selectable<RoomsTable>;
export type MemberRow = Selectable<RoomMembersTable>;

/** Locks a room; storing messages takes the same lock. */
export async function lockRoom(tx: Tx, id: string): Promise<RoomRow | undefined> {
  return await tx.selectFrom('rooms').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertRoom(
  tx: Tx,
  room: Pick<RoomRow, 'id' | 'kind' | 'created_at'> & Partial<RoomRow>,
): Promise<void> {
  const more = {
    pair: null,
    name: null,
    picture_path: null,
    owner_id: null,
    community_id: null,
    roles: null,
    position: null,
  };
  await tx
    .insertInto('rooms')
    .values({ ...more, active_at: room.created_at, ...room })
    .execute();
}

export async function updateRoom(
  tx: Tx,
  id: string,
  change: Partial<Pick<RoomRow, 'name' | 'picture_path' | 'owner_id' | 'topic' | 'roles' | 'category' | 'slow_mode'>>,
): Promise<void> {
  await tx.updateTable('rooms').set(change).where('id', '=', id).execute();
}

/** Stores the number of a room's newest message. */
export async function touchRoom(tx: Tx, id: string, lastId: number, now: Date): Promise<void> {
  await tx
    .updateTable('rooms')
    .set({ last_id: lastId, active_at: sql<Date>`greatest(active_at, ${now}::timestamptz)` })
    .where('id', '=', id)
    .execute();
}

/** Deletes rooms with their members, but not their messages. */
export async function deleteRooms(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('rooms').where('id', 'in', ids).execute();
}

/** Ids of a room's members in the order in which they joined. */
export async function listMembers(db: Db, roomId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('room_members')
    .select('user_id')
    .where('room_id', '=', roomId)
    .orderBy('place')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

const rooms = row('rooms');

const readStatement = statement('rooms-read-by', (db, { userId, roomId }: Given<{ userId: string; roomId: string }>) =>
  db
    .selectFrom('rooms')
    .select(['rooms.kind', fact(reads(rooms.id, sql<string>`${userId}::uuid`)).as('isRead')])
    .where('rooms.id', '=', roomId),
);

/** The kind of a room, and whether a person reads it; undefined: there's none. */
export async function findRoom(
  pipeline: Pipeline,
  userId: string,
  roomId: string,
): Promise<{ kind: string; isRead: boolean } | undefined> {
  return (await readStatement(pipeline, { userId, roomId }))[0];
}

const outsidersStatement = statement(
  'rooms-outsiders',
  (db, { ids, userIds }: Given<{ ids: readonly string[]; userIds: readonly string[] }>) =>
    db
      .selectFrom(
        sql<{ id: string; user_id: string }>`unnest(${arrayOf(ids, 'uuid')}, ${arrayOf(userIds, 'uuid')})`.as<'asked'>(
          sql`asked(id, user_id)`,
        ),
      )
      .select(['asked.id', 'asked.user_id as userId'])
      .where(not(reads(sql.ref('asked.id'), sql.ref('asked.user_id')))),
);

/** The ones among these people with sockets in rooms who can't read those rooms. */
export async function findOutsiders(
  pipeline: Pipeline,
  held: readonly { id: string; userId: string }[],
): Promise<{ id: string; userId: string }[]> {
  return await outsidersStatement(pipeline, {
    ids: held.map(({ id }) => id),
    userIds: held.map(({ userId }) => userId),
  });
}

interface Mates {
  viewerIds: readonly string[];
  userIds: readonly string[];
  kinds: readonly string[];
}

const matesStatement = statement('rooms-mates', (db, given: Given<Mates>) =>
  db
    .selectFrom('room_members as own')
    .innerJoin('rooms', (on) => on.onRef('rooms.id', '=', 'own.room_id').on('rooms.kind', '=', eb.fn.any(given.kinds)))
    .innerJoin('room_members as mate', (on) =>
      on
        .onRef('mate.room_id', '=', 'own.room_id')
        .on('mate.user_id', '=', eb.fn.any(given.userIds))
        .onRef('mate.user_id', '<>', 'own.user_id'),
    )
    .select(['own.user_id as id', 'mate.user_id'])
    .distinct()
    .where('own.user_id', '=', eb.fn.any(given.viewerIds))
    .where('own.listed_id', 'is not', null)
    .where(not(row('room_members', 'own').request))
    .where(not(row('room_members', 'mate').request)),
);

/** Which of these viewers share a room with which of these people, for kinds of rooms whose members see each other's presence. */
export async function findMates(
  pipeline: Pipeline,
  lookingPrefix: string,
  viewerIds: readonly string[],
  userIds: readonly string[],
): Promise<{ id: string; user_id: string }[]> {
  const names = kinds.filter((kind) => kind.lookingPrefix === lookingPrefix).map(({ name }) => name);
  return await matesStatement(pipeline, { viewerIds, userIds, kinds: names });
}

/** Deletes the records of messages that mentioned a deleted account. */
export async function forgetMentionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('message_mentions').where('user_id', '=', userId).execute();
}

/**
 * Stores what a person wants to be notified of in a room, in place of their earlier choice.
 * @returns the room's kind; undefined: they can't read it
 */
export async function storeNotify(
  tx: Tx,
  { userId, roomId, ...chosen }: { userId: string; roomId: string; notify: RoomNotify; notify_until: Date | null },
): Promise<string | undefined> {
  const readable = readableTo(sql`${roomId}::uuid`, sql`${userId}::uuid`);
  const room = await tx
    .selectFrom(readable.as('readable'))
    .select(['readable.kind', fact(hasMembers(row('rooms', 'readable'))).as('hasMembers')])
    .executeTakeFirst();
  if (!room) return undefined;
  const { numUpdatedRows } = await tx
    .updateTable('room_members')
    .set(chosen)
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return room.kind;
  // This doesn't bring back people who have left meanwhile.
  if (room.hasMembers) return undefined;
  await tx
    .insertInto('room_members')
    .columns(['room_id', 'user_id', 'notify', 'notify_until'])
    .expression((eb) =>
      // Nothing if the room is being deleted.
      eb
        .selectFrom('rooms')
        .select([
          'rooms.id',
          sql<string>`${userId}::uuid`.as('user_id'),
          sql<RoomNotify>`${chosen.notify}::text`.as('notify'),
          sql<Date | null>`${chosen.notify_until}::timestamptz`.as('notify_until'),
        ])
        .where('rooms.id', '=', roomId)
        .forKeyShare(),
    )
    .onConflict((known) => known.columns(['room_id', 'user_id']).doUpdateSet(chosen))
    .execute();
  return room.kind;
}

const writerStatement = statement(
  'rooms-writer',
  (db, { userId, roomId }: Given<{ userId: string; roomId: string }>) => {
    const [own, other] = [row('room_members', 'own'), row('room_members', 'other')];
    const others = eb
      .selectFrom('room_members as other')
      .select('other.user_id')
      .where('other.room_id', '=', rooms.id)
      .where('other.user_id', '<>', own.user_id)
      .where(not(own.request))
      .where(not(other.request))
      .where(sharesPresence(own.user_id, other.user_id));
    return db
      .selectFrom('room_members as own')
      .innerJoin('rooms', (on) =>
        on.onRef('rooms.id', '=', 'own.room_id').on(isOf(rooms, ({ showsTyping }) => showsTyping === 'to-members')),
      )
      .innerJoin('users', 'users.id', 'own.user_id')
      .select(['users.username', 'rooms.kind', sql<string[]>`array${others}`.as('others')])
      .where('own.room_id', '=', roomId)
      .where('own.user_id', '=', userId);
  },
);

/** A person writing in a room whose members see that wherever they are, and the members they share it with. */
export async function findWriter(
  pipeline: Pipeline,
  userId: string,
  roomId: string,
): Promise<{ username: string; kind: string; others: string[] } | undefined> {
  return (await writerStatement(pipeline, { userId, roomId }))[0];
}
