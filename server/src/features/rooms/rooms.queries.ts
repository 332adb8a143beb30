import type { RoomNotify } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { type Generated, type Selectable, sql } from 'kysely';
import { sharesPresenceText } from '#features/relations/public.ts';
import type { Db, Hot, Statement, Tx } from '#platform/database/database.ts';
import { textWith } from '#platform/database/session-statement.ts';
import { kinds } from './kinds.kind.ts';
import { hasMembersText, isOfText, readableText, readsText } from './rooms.access.ts';

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
  /** Its place among the community's, from 0. Null: never moved. */
  position: number | null;
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

/** A room; the lock is the one that messages take. */
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
  change: Partial<Pick<RoomRow, 'name' | 'picture_path' | 'owner_id' | 'topic' | 'roles'>>,
): Promise<void> {
  await tx.updateTable('rooms').set(change).where('id', '=', id).execute();
}

/** Notes a room's newest message. */
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

const readStatement: Statement = {
  name: 'rooms-read-by',
  text: `select rooms.kind, ${readsText('rooms.id', '$1::uuid')} as "isRead" from rooms where rooms.id = $2`,
};

/** The kind of a room, and whether a person reads it; undefined: there's none. */
export async function findRoom(
  hot: Hot,
  userId: string,
  roomId: string,
): Promise<{ kind: string; isRead: boolean } | undefined> {
  const [row] = await hot.query<{ kind: string; isRead: boolean }>(readStatement, [userId, roomId]);
  return row;
}

const outsidersStatement: Statement = {
  name: 'rooms-outsiders',
  text: `select asked.id, asked.user_id as "userId" from unnest($1::uuid[], $2::uuid[]) asked (id, user_id)
    where not ${readsText('asked.id', 'asked.user_id')}`,
};

/** Of these people with sockets in rooms, those who don't read them. */
export async function findOutsiders(
  hot: Hot,
  held: readonly { id: string; userId: string }[],
): Promise<{ id: string; userId: string }[]> {
  return await hot.query(outsidersStatement, [held.map(({ id }) => id), held.map(({ userId }) => userId)]);
}

const matesStatement: Statement = {
  name: 'rooms-mates',
  text: `select distinct own.user_id as id, mate.user_id from room_members own
    join rooms on rooms.id = own.room_id and rooms.kind = any($3::text[])
    join room_members mate on mate.room_id = own.room_id and mate.user_id = any($2::uuid[]) and mate.user_id <> own.user_id
    where own.user_id = any($1::uuid[]) and own.listed_id is not null and not own.request and not mate.request`,
};

/** Which of these viewers have which of these people in a room of their lists, of the kinds in which people look at each other so. */
export async function findMates(
  hot: Hot,
  lookingPrefix: string,
  viewerIds: readonly string[],
  userIds: readonly string[],
): Promise<{ id: string; user_id: string }[]> {
  const names = kinds.filter((kind) => kind.lookingPrefix === lookingPrefix).map(({ name }) => name);
  return await hot.query(matesStatement, [viewerIds, userIds, names]);
}

/** Forgets in which messages somebody was mentioned whose account is gone. */
export async function forgetMentionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('message_mentions').where('user_id', '=', userId).execute();
}

/**
 * Stores how much of a room a person wants to be told, in place of what they chose before.
 * @returns the room's kind; undefined: they don't read it
 */
export async function storeNotify(
  tx: Tx,
  { userId, roomId, ...chosen }: { userId: string; roomId: string; notify: RoomNotify; notify_until: Date | null },
): Promise<string | undefined> {
  const given = { person: sql`${userId}::uuid`, room: sql`${roomId}::uuid` };
  const { rows } = await textWith<{ kind: string; hasMembers: boolean }>(
    `select readable.kind, ${hasMembersText('readable')} as "hasMembers" from (${readableText('$room', '$person')}) readable`,
    given,
  ).execute(tx);
  const [room] = rows;
  if (!room) return undefined;
  const { numUpdatedRows } = await tx
    .updateTable('room_members')
    .set(chosen)
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return room.kind;
  // Whoever has left meanwhile doesn't come back by this.
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

const writerStatement: Statement = {
  name: 'rooms-writer',
  text: `select users.username, rooms.kind, array(
      select other.user_id from room_members other where other.room_id = rooms.id and other.user_id <> own.user_id
        and not own.request and not other.request and ${sharesPresenceText('own.user_id', 'other.user_id')}
    ) as others
    from room_members own join rooms on rooms.id = own.room_id and ${isOfText('rooms', ({ showsTyping }) => showsTyping === 'to-members')}
      join users on users.id = own.user_id
    where own.room_id = $1 and own.user_id = $2`,
};

/** Who is writing in a room whose members learn of it wherever they are, and those of them with whom they share that. */
export async function findWriter(
  hot: Hot,
  userId: string,
  roomId: string,
): Promise<{ username: string; kind: string; others: string[] } | undefined> {
  const [row] = await hot.query<{ username: string; kind: string; others: string[] }>(writerStatement, [
    roomId,
    userId,
  ]);
  return row;
}
