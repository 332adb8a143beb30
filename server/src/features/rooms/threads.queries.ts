import type { FollowedThread, MessageRoom } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';
import { eb, row, val } from '#platform/database/expressions.ts';
import { jsonValue } from '#platform/database/json.ts';
import { viewer } from '#platform/database/session-statement.ts';
import { type MessageKey, nextRevision } from './changes.queries.ts';
import { readerOf } from './history.queries.ts';
import { roomJson } from './in-room.queries.ts';
import { messageJson } from './json.queries.ts';
import { byKind, countAfter, markOf, mentioning, mostCounted, readable } from './rooms.access.ts';

const room = row('rooms', 'room');

/** The `session` of the person it's read for. */
const forPerson = (db: Db, userId: string) =>
  db.with('session', (query) => query.selectNoFrom(sql<string>`${userId}::uuid`.as('user_id'))).selectFrom('session');

/** Creates the thread of a message; its channel must be locked. @returns whether there was none */
export async function insertThread(
  tx: Tx,
  thread: { id: string; kind: string; root: MessageKey; created_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('rooms')
    .columns(['id', 'kind', 'created_at', 'active_at', 'community_id', 'channel_id', 'root_id'])
    .expression((from) =>
      from
        .selectFrom('rooms as home')
        .select([
          sql<string>`${thread.id}::uuid`.as('id'),
          sql<string>`${thread.kind}::text`.as('kind'),
          sql<Date>`${thread.created_at}::timestamptz`.as('created_at'),
          sql<Date>`${thread.created_at}::timestamptz`.as('active_at'),
          'home.community_id',
          'home.id as channel_id',
          sql<number>`${thread.root.id}::bigint`.as('root_id'),
        ])
        .where('home.id', '=', thread.root.room_id),
    )
    .onConflict((conflict) => conflict.column('root_id').where('root_id', 'is not', null).doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The thread of a message, for somebody who can read it. */
export async function readThread(db: Db, userId: string, rootId: number): Promise<MessageRoom | undefined> {
  const found = await forPerson(db, userId)
    .innerJoin('rooms as room', (join) => join.on('room.root_id', '=', rootId))
    .leftJoin('communities', 'communities.id', 'room.community_id')
    .select(jsonValue<MessageRoom>(roomJson).as('room'))
    .executeTakeFirst();
  return found?.room;
}

/** Whether a room can be followed; undefined: the person can't read it. */
export async function findFollowed(db: Db, roomId: string, userId: string): Promise<boolean | undefined> {
  const found = await db
    .selectFrom('rooms as room')
    .innerJoinLateral(readable(room.id, sql<string>`${userId}::uuid`).as('seen'), (join) => join.onTrue())
    .select(byKind(room, ({ isFollowed }) => eb.lit(isFollowed === true)).as('isFollowed'))
    .where('room.id', '=', roomId)
    .executeTakeFirst();
  return found?.isFollowed;
}

/** Makes somebody follow a thread, with nothing unread for a new follower, or stop following it. */
export async function storeFollow(
  tx: Tx,
  { roomId, userId, follows }: { roomId: string; userId: string; follows: boolean },
): Promise<void> {
  await tx
    .insertInto('room_members')
    .columns(['room_id', 'user_id', 'follows', 'read_id', 'seen_id'])
    .expression((from) =>
      from
        .selectFrom('rooms')
        .select([
          'rooms.id',
          sql<string>`${userId}::uuid`.as('user_id'),
          eb.lit(follows).as('follows'),
          'rooms.last_id as read_id',
          'rooms.last_id as seen_id',
        ])
        .where('rooms.id', '=', roomId)
        .forKeyShare(),
    )
    .onConflict((known) =>
      known.columns(['room_id', 'user_id']).doUpdateSet({
        follows,
        read_id: sql<number>`case when room_members.follows or not ${follows}::boolean then room_members.read_id
          else greatest(room_members.read_id, excluded.read_id) end`,
        seen_id: sql<number>`case when room_members.follows or not ${follows}::boolean then room_members.seen_id
          else greatest(room_members.seen_id, excluded.seen_id) end`,
      }),
    )
    .execute();
}

/** The ones among these messages whose threads contain the others. */
export async function findRoots(db: Db, replyIds: readonly number[]): Promise<MessageKey[]> {
  return await db
    .selectFrom('messages')
    .innerJoin('rooms', 'rooms.id', 'messages.room_id')
    .innerJoin('messages as root', (join) =>
      join.onRef('root.room_id', '=', 'rooms.channel_id').onRef('root.id', '=', 'rooms.root_id'),
    )
    .select(['root.room_id', 'root.id'])
    .distinct()
    .where('messages.id', '=', eb.fn.any(val([...replyIds])))
    .execute();
}

/** Gives a new revision to messages whose threads changed, in locked rooms. */
export async function touchRoots(tx: Tx, roots: readonly MessageKey[]): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ revision: nextRevision })
    .where(
      sql<boolean>`(messages.room_id, messages.id) in (select * from unnest(${roots.map(({ room_id }) => room_id)}::uuid[],
        ${roots.map(({ id }) => id)}::bigint[]))`,
    )
    .execute();
}

/** Locks the threads among these rooms, whose replies are about to change: senders also lock the room before its messages. */
export async function holdThreads(tx: Tx, roomIds: readonly string[]): Promise<void> {
  await tx
    .selectFrom('rooms')
    .select('id')
    .where('id', '=', eb.fn.any(val([...roomIds])))
    .where('root_id', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Updates threads' numbers of replies after some were deleted or restored; the threads must be locked. Messages of other rooms aren't
 * counted.
 */
export async function countReplies(
  tx: Tx,
  replies: readonly MessageKey[],
  { areBack }: { areBack: boolean },
): Promise<void> {
  const isThere = sql`messages.deleted_at is null and messages.removal is null and messages.system is null`;
  await sql`update rooms set
      reply_count = rooms.reply_count + changed.number * ${areBack ? 1 : -1}::int,
      last_reply_id = case when ${areBack}::boolean then greatest(rooms.last_reply_id, changed.last_id)
        when rooms.last_reply_id > changed.last_id then rooms.last_reply_id
        else coalesce((select max(messages.id) from messages
          where messages.room_id = rooms.id and messages.id < rooms.last_reply_id and ${isThere}), 0) end
    from (select given.room_id, count(*)::int as number, max(given.id) as last_id
      from unnest(${replies.map(({ room_id }) => room_id)}::uuid[], ${replies.map(({ id }) => id)}::bigint[]) given (room_id, id)
      group by given.room_id) changed
    where rooms.id = changed.room_id and rooms.root_id is not null`.execute(tx);
}

/** Ids of rooms, and of their threads. */
export async function withThreads(db: Db, roomIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('rooms')
    .select('id')
    .where('channel_id', '=', eb.fn.any(val([...roomIds])))
    .orderBy('id')
    .execute();
  return [...roomIds, ...rows.map(({ id }) => id)];
}

/** The start of a page of followed threads: after the thread `before`, at its present position. */
const isAfter = (before: string) =>
  sql<boolean>`(room.last_id, room.id) < (select last.last_id, last.id from rooms last where last.id = ${before}::uuid)`;

/** Threads that somebody can read, with their messages and unread counts; a condition should select some. */
function threadsOf(db: Db, userId: string) {
  const [member, own, messages] = [row('room_members', 'member'), row('community_members', 'own'), row('messages')];
  const mark = markOf(member, own);
  const told = eb
    .selectFrom(mentioning(room.id, viewer, mark).limit(eb.lit(mostCounted)).as('told'))
    .select(({ cast, fn }) => cast<number>(fn.count('told.id').distinct(), 'integer').as('number'))
    .$asScalar();
  return forPerson(db, userId)
    .innerJoin('rooms as room', (join) => join.on('room.root_id', 'is not', null))
    .innerJoin('messages', (join) =>
      join.onRef('messages.room_id', '=', 'room.channel_id').onRef('messages.id', '=', 'room.root_id'),
    )
    .leftJoin('room_members as member', (join) =>
      join.onRef('member.room_id', '=', 'room.id').onRef('member.user_id', '=', 'session.user_id'),
    )
    .leftJoin('community_members as own', (join) =>
      join.onRef('own.community_id', '=', 'room.community_id').onRef('own.user_id', '=', 'session.user_id'),
    )
    .leftJoin('communities', 'communities.id', 'room.community_id')
    .select([
      jsonValue<MessageRoom>(roomJson).as('room'),
      jsonValue<FollowedThread['message']>(messageJson(messages, readerOf(messages))).as('message'),
      countAfter(room.id, viewer, mark).as('unread'),
      told.as('mentions'),
      eb.fn.coalesce(member.follows, eb.lit(false)).as('following'),
    ])
    .where(eb(messages.room_id, '=', room.channel_id))
    .where(byKind(room, (kind) => kind.mayRead(room, member, viewer)));
}

/** A page of the threads that somebody follows and can read, the last active first. */
export async function readFollowed(
  db: Db,
  userId: string,
  { size, before }: { size: number; before?: string | undefined },
): Promise<FollowedThread[]> {
  let page = threadsOf(db, userId).where('member.follows', '=', eb.lit(true));
  if (before !== undefined) page = page.where(isAfter(before));
  const rows = await page.orderBy('room.last_id', 'desc').orderBy('room.id', 'desc').limit(size).execute();
  return rows.map(({ following: _, ...thread }) => thread);
}

/** A thread, and whether somebody follows it; undefined: they can't read it, or it isn't one. */
export async function findThread(
  db: Db,
  userId: string,
  roomId: string,
): Promise<(FollowedThread & { following: boolean }) | undefined> {
  return await threadsOf(db, userId).where('room.id', '=', roomId).executeTakeFirst();
}
