import { sql } from 'kysely';
import type { Pipeline } from '#platform/database/database.ts';
import {
  builder,
  byKey,
  type Condition,
  call,
  eb,
  type Id,
  not,
  row,
  unforeseen,
  type Value,
} from '#platform/database/expressions.ts';
import { caller, sessionColumns, withSession } from '#platform/database/session-statement.ts';
import { type Given, statement } from '#platform/database/statement.ts';
import { byKind, countAfter, hasMembers, isOf, markOf, mentioning, mostCounted, notifyOf } from './rooms.access.ts';

/** The unread counts of a room for somebody who has neither muted it nor has yet to accept it. */
export interface UnreadRoom {
  user_id: string;
  room_id: string;
  kind: string;
  /** A thread's channel. */
  channel_id: string | null;
  community_id: string | null;
  community_handle: string | null;
  /** Whether the person is notified of every message there, not only of mentions. */
  tells_all: boolean;
  /** The number of messages, up to `mostCounted`; where a room counts as one, 1 stands for any number. */
  unread: number;
  /** How many of them mention the person; 0 in a room that counts as one if they're notified of every message. */
  mentions: number;
}

/**
 * A person's rooms, neither muted nor requests, with their unread counts: messages that are newer than the mark and for which `counts`
 * holds.
 * @param which a condition on a row `rooms`, given the mark
 */
const roomsOf = (person: Id, which: (mark: Value<number>) => Condition) => {
  const [rooms, member, own] = [row('rooms'), row('room_members', 'member'), row('community_members', 'own')];
  const columns = (mark: Value<number>) =>
    [
      'rooms.id',
      'rooms.kind',
      'rooms.channel_id',
      'rooms.community_id',
      notifyOf(rooms, member, person).as('notify'),
      mark.as('mark'),
    ] as const;
  const [markOfMember, markOfOwn] = [
    call<number>('greatest', member.read_id, member.since_id, member.cleared_id),
    markOf(member, own),
  ];
  const ofMembers = eb
    .selectFrom('room_members as member')
    .innerJoin('rooms', (on) => on.onRef('rooms.id', '=', 'member.room_id').on(hasMembers(rooms)))
    .select(columns(markOfMember))
    .where('member.user_id', '=', person)
    .where(not(member.request))
    .where(which(markOfMember));
  const ofCommunities = eb
    .selectFrom('community_members as own')
    .innerJoin('rooms', (on) =>
      on
        .onRef('rooms.community_id', '=', 'own.community_id')
        .on('rooms.channel_id', 'is', null)
        .on(not(hasMembers(rooms))),
    )
    .leftJoin('room_members as member', (on) =>
      on.onRef('member.room_id', '=', 'rooms.id').onRef('member.user_id', '=', 'own.user_id'),
    )
    .select(columns(markOfOwn))
    .where('own.user_id', '=', person)
    .where(which(markOfOwn))
    .where(byKind(rooms, (kind) => kind.mayRead(rooms, member, person)));
  const ofFollowers = eb
    .selectFrom('room_members as member')
    .innerJoin('rooms', (on) => on.onRef('rooms.id', '=', 'member.room_id').on('rooms.channel_id', 'is not', null))
    .innerJoin('community_members as own', (on) =>
      on.onRef('own.community_id', '=', 'rooms.community_id').onRef('own.user_id', '=', 'member.user_id'),
    )
    .select(columns(markOfOwn))
    .where('member.user_id', '=', person)
    .where('member.follows', '=', eb.lit(true))
    .where(which(markOfOwn))
    .where(byKind(rooms, (kind) => kind.mayRead(rooms, member, person)));
  const [mine, mark] = [row('rooms', 'mine'), sql.ref<number>('mine.mark')];
  const isOne = isOf(mine, ({ countsAs }) => countsAs === 'conversations');
  const tellsAll = sql<boolean>`mine.notify = 'all'`;
  const most = sql<number>`case when ${isOne} then 1 else ${sql.lit(mostCounted)} end`;
  const mentions = eb
    .selectFrom(mentioning(mine.id, person, mark).limit(eb.lit(mostCounted)).as('told'))
    .select(({ cast, fn }) => cast<number>(fn.count('told.id').distinct(), 'integer').as('number'));
  return eb
    .selectFrom(ofMembers.unionAll(ofCommunities).unionAll(ofFollowers).as('mine'))
    .leftJoin('communities', 'communities.id', 'mine.community_id')
    .crossJoinLateral(
      builder
        .selectNoFrom(countAfter(mine.id, person, mark, most).as('unread'))
        .offset(byKey)
        .as('news'),
    )
    .select([
      'mine.id as room_id',
      'mine.kind',
      'mine.channel_id',
      'mine.community_id',
      'communities.handle as community_handle',
    ])
    .select([
      tellsAll.as('tells_all'),
      'news.unread',
      sql<number>`case when news.unread = 0 or (${tellsAll} and ${isOne}) then 0 else ${mentions} end`.as('mentions'),
    ])
    .where('mine.notify', '<>', sql.lit('none'));
};

/** Rooms whose newest message isn't newer than the mark cost nothing. */
const unreadRooms = (person: Id) =>
  eb
    .selectFrom(roomsOf(person, (mark) => eb(row('rooms').last_id, '>', mark)).as('found'))
    .selectAll('found')
    .where('found.unread', '>', eb.lit(0))
    .orderBy('found.community_id')
    .orderBy('found.room_id');

const ownStatement = statement('rooms-unread-own', (db, _: Given<{ tokenHash: Buffer }>) =>
  withSession(db)
    .selectFrom('session')
    .leftJoin(unreadRooms(caller).as('unread'), (on) => on.onTrue())
    .select(sessionColumns)
    .selectAll('unread')
    .orderBy('unread.community_id')
    .orderBy('unread.room_id')
    .$castTo<UnreadRoom & { stale: boolean; room_id: string | null }>(),
);

/** The caller's unread counts. Undefined without a session. */
export async function readOwnUnreadRooms(
  pipeline: Pipeline,
  tokenHash: Buffer,
): Promise<{ user_id: string; stale: boolean; rooms: UnreadRoom[] } | undefined> {
  const rows = await ownStatement(pipeline, { tokenHash });
  const [first] = rows;
  return first && { user_id: first.user_id, stale: first.stale, rooms: rows.filter(({ room_id }) => room_id !== null) };
}

const personStatement = statement('rooms-unread-person', (db, { userId }: Given<{ userId: string }>) => {
  const person = unforeseen(userId, 'uuid');
  return db.selectFrom(unreadRooms(person).as('unread')).select(person.as('user_id')).selectAll('unread');
});

/** The same for a given person. */
export const readUnreadRooms = (pipeline: Pipeline, userId: string): Promise<UnreadRoom[]> =>
  personStatement(pipeline, { userId });

const roomsStatement = statement(
  'rooms-unread-in',
  (db, { userIds, roomIds }: Given<{ userIds: readonly string[]; roomIds: readonly string[] }>) => {
    const isAsked = eb(row('rooms').id, '=', sql<string>`any((select ${roomIds}::uuid[])::uuid[])`);
    return db
      .selectFrom(sql<{ id: string }>`unnest((select ${userIds}::uuid[]))`.as<'person'>(sql`person(id)`))
      .crossJoinLateral(roomsOf(sql.ref('person.id'), () => isAsked).as('unread'))
      .select('person.id as user_id')
      .selectAll('unread');
  },
);

/** The unread counts of some rooms for some of their people; 0 where nothing is unread. */
export const readUnreadIn = (
  pipeline: Pipeline,
  userIds: readonly string[],
  roomIds: readonly string[],
): Promise<UnreadRoom[]> => roomsStatement(pipeline, { userIds, roomIds });
