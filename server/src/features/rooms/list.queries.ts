import type { SystemLine } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { type Expression, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { authorColumns, isAway } from '#features/accounts/public.ts';
import { onlineFor } from '#features/presence/public.ts';
import { hiddenFrom, notApart, sharesReadMarks } from '#features/relations/public.ts';
import type { Pipeline } from '#platform/database/database.ts';
import {
  and,
  anyOf,
  type Condition,
  call,
  eb,
  fact,
  not,
  or,
  row,
  type Value,
} from '#platform/database/expressions.ts';
import {
  caller,
  type Given,
  perSize,
  type SessionDb,
  sessionColumns,
  sessionStatement,
  viewer,
} from '#platform/database/session-statement.ts';
import { systemOf } from './json.queries.ts';
import { kinds } from './kinds.kind.ts';
import { otherInPair } from './room.kind.ts';
import { countAfter, hidesFrom, isOf, notifyOf } from './rooms.access.ts';
import type { MemberRow } from './rooms.queries.ts';

/** Characters of the newest message that lists return; screens show fewer. */
const previewLength = 200;

/** The kinds that are in people's lists: all, or only conversations of two. */
const listedKinds = (all: boolean) =>
  kinds.filter(({ hasMembers, isOfTwo }) => hasMembers && (all || isOfTwo)).map(({ name }) => name);

/** One of the caller's rooms: their row of room_members, and its position in their list. */
type OwnRow = Pick<
  MemberRow,
  'room_id' | 'since_id' | 'read_id' | 'cleared_id' | 'listed_id' | 'notify' | 'notify_until' | 'request'
> & { position: number };

const [room, own, each] = [row('rooms', 'room'), row('room_members', 'own'), row('room_members', 'each')];
const newest = row('messages', 'newest');
const mark = call<number>('greatest', own.read_id, own.since_id, own.cleared_id);
const other = otherInPair(room, viewer);
const ofOther = (condition: Condition) => fact(and(eb(room.pair, 'is not', null), condition));

/** Whether the newest message is shown to the caller: it wasn't removed, or they sent it; and it isn't hidden from them. */
const isShown = and(
  or(eb(newest.removal, 'is', null), eb(newest.sender_id, '=', viewer)),
  not(hidesFrom(room, viewer, newest.sender_id)),
);

/** The text of the newest message, if it's shown. */
const newestColumns = [
  eb
    .case()
    .when(isShown)
    .then(sql<string>`left(newest.content, ${sql.lit(previewLength)})`)
    .when(newest.id, 'is not', null)
    .then('')
    .end()
    .as('newest_text'),
  eb.case().when(isShown).then(newest.image_path).end().as('newest_image_path'),
  sql<boolean | null>`${isShown} and newest.attachments is not null`.as('newest_has_files'),
  eb.cast<SystemLine | null>(systemOf(newest), 'json').as('newest_system'),
] as const;

/** Rooms as one of their members has them, in list order. @param isOne whether it's a single one, with all members */
const roomsOf = (db: SessionDb, page: (query: SessionDb) => Expression<OwnRow>, isOne: boolean) => {
  const details = isOne ? eb.lit(true) : isOf(room, ({ listsDetails }) => listsDetails === true);
  /** What somebody has read, and whether they're online, for the caller themselves, or if neither has yet to accept the other. */
  const shared = <T>(value: Value<T>) =>
    eb
      .case()
      .when(and(details, or(eb(each.user_id, '=', viewer), and(not(own.request), not(each.request)))))
      .then(value)
      .end();
  return db
    .with(
      (cte) => cte('own').materialized(),
      (query) => page(query as unknown as SessionDb),
    )
    .selectFrom('session')
    .select((session) => [
      ...sessionColumns,
      jsonArrayFrom(
        session
          .selectFrom('own')
          .innerJoin('rooms as room', 'room.id', 'own.room_id')
          .leftJoin('messages as newest', (join) =>
            join
              .onRef('newest.room_id', '=', 'room.id')
              .onRef('newest.id', '=', 'room.last_id')
              .on(sql<boolean>`room.last_id > greatest(own.since_id, own.cleared_id)`),
          )
          .select([
            'room.id',
            'room.kind',
            'room.name',
            'room.picture_path',
            'room.owner_id',
            'room.created_at',
            'room.active_at',
            'own.request',
            'own.position',
            'newest.id as newest_id',
            'newest.sender_id as newest_sender_id',
            'newest.created_at as newest_at',
          ])
          .select((rooms) => [
            ...newestColumns,
            mark.as('mark'),
            eb
              .case()
              .when(room.last_id, '>', mark)
              .then(countAfter(room.id, viewer, mark))
              .else(eb.lit(0))
              .end()
              .$castTo<number>()
              .as('unread'),
            notifyOf(room, own, viewer).as('notify'),
            ofOther(not(notApart(viewer, other))).as('apart'),
            ofOther(isAway(other)).as('away'),
            ofOther(hiddenFrom(viewer, other)).as('blocked'),
            jsonArrayFrom(
              rooms
                .selectFrom('room_members as each')
                .innerJoin('users', 'users.id', 'each.user_id')
                .select(['users.id', ...authorColumns])
                .select([
                  shared(
                    eb
                      .case()
                      .when(sharesReadMarks(viewer, each.user_id))
                      .then(call<number>('greatest', each.seen_id, each.since_id))
                      .end(),
                  ).as('read_id'),
                  shared(onlineFor(viewer, each.user_id)).as('online'),
                ])
                .whereRef('each.room_id', '=', 'room.id')
                .orderBy('each.place'),
            ).as('members'),
          ])
          .orderBy('own.position', 'desc')
          .orderBy('room.id', 'desc'),
      ).as('rooms'),
    ]);
};

/** A room's position in a person's list: that of its newest message, or of when it was added. */
const position = sql<number>`greatest(rooms.last_id, member.listed_id)`;

const ownRooms = (query: SessionDb) =>
  query
    .selectFrom('room_members as member')
    .innerJoin('rooms', 'rooms.id', 'member.room_id')
    .select(['member.room_id', 'member.since_id', 'member.read_id', 'member.cleared_id', 'member.listed_id'])
    .select(['member.notify', 'member.notify_until', 'member.request', position.as('position')])
    .where('member.user_id', '=', caller);

interface ListPage {
  position: number;
  id: string;
  kinds: readonly string[];
}

const listStatement = perSize((size) =>
  sessionStatement(`rooms-list-${size}`, (db, given: Given<ListPage>) =>
    roomsOf(
      db,
      (query) =>
        ownRooms(query)
          .where('member.listed_id', 'is not', null)
          .where('rooms.kind', '=', eb.fn.any(given.kinds))
          .where(sql<boolean>`(${position}, rooms.id) < (${given.position}::bigint, ${given.id}::uuid)`)
          .orderBy(position, 'desc')
          .orderBy('rooms.id', 'desc')
          .limit(sql.lit(size + 1)),
      false,
    ),
  ),
);

/**
 * A page of the caller's list after a cursor, plus one more. @param page.all whether all kinds are listed, rather than only conversations
 * of two
 */
export const readList = (
  pipeline: Pipeline,
  tokenHash: Buffer,
  { size, all, ...cursor }: { size: number; all: boolean; position: number; id: string },
) => listStatement(size)(pipeline, tokenHash, { ...cursor, kinds: listedKinds(all) });

/** One of the caller's rooms, if it's in their list or `any` is true: another device may have deleted it meanwhile. */
export const readOne = sessionStatement('rooms-one', (db, { id, any }: Given<{ id: string; any: boolean }>) =>
  roomsOf(
    db,
    (query) =>
      ownRooms(query)
        .where('rooms.id', '=', id)
        .where('rooms.kind', '=', anyOf(listedKinds(true)))
        .where(sql<boolean>`(member.listed_id is not null or ${any}::boolean)`),
    true,
  ),
);

export type ListedRoom = NonNullable<Awaited<ReturnType<typeof readOne>>>['rooms'][number];
