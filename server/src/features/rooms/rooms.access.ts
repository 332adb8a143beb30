import type { RoomNotify } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { sql } from 'kysely';
import { hiddenFrom, inFeedOf } from '#features/relations/public.ts';
import type { Audience } from '#features/rich-text/public.ts';
import { isOnTeam } from '#features/site/public.ts';
import {
  and,
  type Condition,
  call,
  eb,
  exists,
  type Id,
  identityOf,
  not,
  or,
  type Row,
  row,
  type Value,
} from '#platform/database/expressions.ts';
import { takesPushes } from '#platform/push/subscriptions.queries.ts';
import { kinds } from './kinds.kind.ts';
import { type LockedRoom, pairOf, type RoomKind } from './room.kind.ts';

/* Conditions and expressions about rooms, whatever their kind. */

type Room = Row<'rooms'>;
type Member = Row<'room_members'>;

const [zero, none] = [eb.lit(0), eb.lit(false)];

/** A value that depends on the kind of a room. Kinds with the same value share a branch. */
export function byKind<T>(room: Room, of: (kind: RoomKind) => Value<T>): Value<T> {
  const branches = [...Map.groupBy(kinds, (kind) => identityOf(of(kind))).values()];
  const [[only] = []] = branches;
  if (branches.length === 1 && only) return of(only);
  const cases = branches.map((those) => {
    const names = those.map(({ name }) => sql.lit(name));
    return sql`when ${room.kind} in (${sql.join(names)}) then ${of(those[0] as RoomKind)}`;
  });
  return sql<T>`case ${sql.join(cases, sql` `)} end`;
}

/** Whether a property is true of a room's kind. */
export const isOf = (room: Room, has: (kind: RoomKind) => boolean): Condition =>
  byKind(room, (kind) => eb.lit(has(kind)));

/** Whether a room has members of its own. */
export const hasMembers = (room: Room): Condition => isOf(room, (kind) => kind.hasMembers);

/**
 * What a person can read of a room: no row if nothing. They can read messages after `since`. It also has the room's `kind` and
 * `community_id`.
 */
export const readable = (room: Id, person: Id) => {
  const [read, reader] = [row('rooms', 'read'), row('room_members', 'reader')];
  return eb
    .selectFrom('rooms as read')
    .leftJoin('room_members as reader', (join) =>
      join.onRef('reader.room_id', '=', 'read.id').on('reader.user_id', '=', person),
    )
    .select([
      eb.fn.coalesce(call<number>('greatest', reader.since_id, reader.cleared_id), zero).as('since'),
      'read.kind',
      'read.community_id',
    ])
    .where('read.id', '=', room)
    .where(byKind(read, (kind) => kind.mayRead(read, reader, person)));
};

/** A room's name: for a thread, its channel's. */
export const nameOf = (room: Room): Value<string | null> =>
  eb.fn.coalesce(
    room.name,
    eb.selectFrom('rooms as above').select('above.name').where('above.id', '=', room.channel_id).$asScalar(),
  );

/** Whether a person is among a room's members, or its community's, and so may know about it. */
export const mayKnowOf = (room: Room, person: Id): Condition =>
  or(
    and(
      hasMembers(room),
      exists(
        eb
          .selectFrom('room_members as inside')
          .where('inside.room_id', '=', room.id)
          .where('inside.user_id', '=', person),
      ),
    ),
    exists(
      eb
        .selectFrom('community_members as joined')
        .where('joined.community_id', '=', room.community_id)
        .where('joined.user_id', '=', person),
    ),
  );

/** Whether a person reads a room. */
export const reads = (room: Id, person: Id): Condition => exists(readable(room, person));

/**
 * Up to which message a person has read a room. Messages they've deleted, and those from before they joined, count as read.
 * @param own their row of community_members, where the room is a community's
 */
export const markOf = (member: Member, own: Row<'community_members'>): Value<number> =>
  eb.fn.coalesce(call<number>('greatest', member.read_id, member.since_id, member.cleared_id, own.read_from), zero);

/** The same for a room and a person given by their ids. */
export const markIn = (room: Id, person: Id): Value<number> =>
  eb
    .selectFrom('rooms as marked')
    .leftJoin('room_members as marker', (join) =>
      join.onRef('marker.room_id', '=', 'marked.id').on('marker.user_id', '=', person),
    )
    .leftJoin('community_members as joined', (join) =>
      join.onRef('joined.community_id', '=', 'marked.community_id').on('joined.user_id', '=', person),
    )
    .select(markOf(row('room_members', 'marker'), row('community_members', 'joined')).as('mark'))
    .where('marked.id', '=', room)
    .$asScalar();

/** Whether a message is from before what a person can read of a room. */
export const lacks = (room: Room, person: Id, message: Value<number>): Condition => {
  const member = row('room_members', 'member');
  return exists(
    eb
      .selectFrom('room_members as member')
      .where('member.room_id', '=', room.id)
      .where('member.user_id', '=', person)
      .where(eb(call<number>('greatest', member.since_id, member.cleared_id), '>=', message)),
  );
};

/** Whether a message of this sender is hidden from a person in a room. */
export const hidesFrom = (room: Room, person: Id, sender: Id): Condition =>
  byKind(room, (kind) => (kind.hidesBlocked ? hiddenFrom(person, sender) : none));

/** Whether somebody moderates a room. */
export const oversees = (room: Room, person: Id): Condition => byKind(room, (kind) => kind.oversees(room, person));

/** Whether somebody who can read a room may pin messages there. */
export const pinsIn = (room: Room, person: Id): Condition => byKind(room, (kind) => kind.mayPin(room, person));

/** Whether a person sees a removed message of a room: its sender, the site's team, and the room's moderators. */
export const seesRemoved = (room: Room, person: Id, sender: Id): Condition =>
  or(eb(sender, '=', person), isOnTeam(person), oversees(room, person));

/** Whether people who can read a room may write or change anything. */
export const isOpen = (room: Room): Condition => byKind(room, (kind) => kind.isOpen(room));

/** A room's unread messages are counted up to this number. */
export const mostCounted = 100;

/** Whether a message reports a missed call. */
const isMissedCall = (message: Row<'messages'>): Condition =>
  eb(sql`${message.system} ->> 'missed'`, 'is not distinct from', sql.lit('true'));

/**
 * Whether a message counts as unread for a person once it's newer than their mark: others wrote it, and the person can see it now. A room's
 * own messages don't count, except missed calls, nor do messages by people they've blocked.
 */
export const counts = (message: Row<'messages'>, person: Id): Condition =>
  and(
    eb(message.sender_id, '<>', person),
    or(eb(message.system, 'is', null), isMissedCall(message)),
    eb(message.deleted_at, 'is', null),
    eb(message.removal, 'is', null),
    not(hiddenFrom(person, message.sender_id)),
  );

/** How many messages of a room after one count for a person, up to `most`. */
export const countAfter = (
  room: Id,
  person: Id,
  after: Value<number>,
  most: Value<number> = eb.lit(mostCounted),
): Value<number> => {
  const fresh = eb
    .selectFrom('messages as fresh')
    .where('fresh.room_id', '=', room)
    .where('fresh.id', '>', after)
    .where(counts(row('messages', 'fresh'), person))
    .limit(most);
  return eb
    .selectFrom(fresh.as('counted'))
    .select((counted) => counted.cast<number>(counted.fn.countAll(), 'integer').as('number'))
    .$asScalar();
};

/** The id that stands for everyone in the mentions of messages, as in 0081_unread.sql. */
const everyone = sql<string>`'00000000-0000-0000-0000-000000000000'::uuid`;

/** Where a person, or everyone, was mentioned in a room. */
export const mentionsIn = (room: Id, person: Id) =>
  eb
    .selectFrom('message_mentions as mention')
    .where('mention.user_id', 'in', [person, everyone])
    .where('mention.room_id', '=', room);

/** A room's messages after one that mention a person or everyone: by others, visible to the person, and from senders they haven't muted. */
export const mentioning = (room: Id, person: Id, after: Value<number>) => {
  const mentioned = row('messages', 'mentioning');
  return mentionsIn(room, person)
    .innerJoin('messages as mentioning', (join) =>
      join.onRef('mentioning.room_id', '=', 'mention.room_id').onRef('mentioning.id', '=', 'mention.message_id'),
    )
    .select('mentioning.id')
    .where('mention.message_id', '>', after)
    .where(counts(mentioned, person))
    .where(inFeedOf(person, mentioned.sender_id));
};

/** Whether a message, given by its room and number, mentions a person, or everyone. */
export const mentionsOf = (room: Id, message: Value<number>, person: Id): Condition =>
  exists(mentionsIn(room, person).where('mention.message_id', '=', message));

/** Whether mentions of a person in a room count there: in a thread only if they follow it. */
export const countsThere = (room: Id, person: Id): Condition =>
  not(
    exists(
      eb
        .selectFrom('rooms as unfollowed')
        .leftJoin('room_members as reader', (join) =>
          join.onRef('reader.room_id', '=', 'unfollowed.id').on('reader.user_id', '=', person),
        )
        .where('unfollowed.id', '=', room)
        .where('unfollowed.channel_id', 'is not', null)
        .where('reader.follows', 'is not', eb.lit(true)),
    ),
  );

/** What somebody wants to be notified of in a room now. `member` is their row of room_members; null: they haven't chosen. */
export const notifyOf = (room: Room, member: Member, person: Id): Value<RoomNotify> => {
  const isChosen = eb.fn.coalesce(eb(member.notify_until, '>', eb.fn<Date>('now')), eb.lit(true));
  return eb
    .case()
    .when(and(eb(member.notify, 'is not', null), isChosen))
    .then(member.notify)
    .else(
      byKind<RoomNotify>(room, ({ notify, isMuted }) =>
        isMuted
          ? eb
              .case()
              .when(isMuted(room, person))
              .then(sql.lit<RoomNotify>('none'))
              .else(sql.lit<RoomNotify>(notify))
              .end()
          : sql.lit(notify),
      ),
    )
    .end();
};

/** Whether a person, whose row of room_members may be null, is notified of anything in a room: it's neither muted nor a request. */
export const tellsOf = (room: Room, member: Member, person: Id): Condition =>
  and(eb(notifyOf(room, member, person), '<>', sql.lit('none')), eb(member.request, 'is not', eb.lit(true)));

/** The `user_id` of people who chose all messages of a room. */
export const followers = (room: Id) => {
  const member = row('room_members', 'member');
  const now = eb.fn<Date>('now');
  return eb
    .selectFrom('room_members as member')
    .select('member.user_id')
    .where('member.room_id', '=', room)
    .where('member.notify', '=', sql.lit('all'))
    .where(eb.fn.coalesce(eb(member.notify_until, '>', now), eb.lit(true)))
    .where(not(member.request))
    .unionAll(
      eb
        .selectFrom('rooms as told')
        .innerJoin('room_members as member', 'member.room_id', 'told.id')
        .select('member.user_id')
        .where('told.id', '=', room)
        .where(isOf(row('rooms', 'told'), ({ notify }) => notify === 'all'))
        .where(not(member.request))
        .where(or(eb(member.notify, 'is', null), eb(member.notify_until, '<=', now))),
    );
};

/** Whether somebody's message to a locked room may be pushed to anybody. A job then finds out to whom. */
export const mayBePushed = (room: LockedRoom, sender: Id): Condition =>
  byKind(room, (kind) => {
    const id = sql.ref<string>('person.id');
    if (kind.hasMembers)
      return sql<boolean>`exists (select from unnest(${room.people}) person (id) where ${id} <> ${sender} and ${takesPushes(id)})`;
    return exists(
      eb
        .selectFrom('room_members as member')
        .where('member.room_id', '=', room.id)
        .where('member.notify', '=', sql.lit('all'))
        .where('member.user_id', '<>', sender)
        .where(takesPushes(row('room_members', 'member').user_id)),
    );
  });

const mayMentionEveryone = (author: Id): Condition =>
  byKind(row('rooms'), (kind) => kind.mayMentionEveryone(row('rooms'), author));

/** Who may be mentioned in a room: everyone who can read it. */
export const audience: Audience = {
  name: 'rooms',
  sees: (person, place) => reads(eb.cast<string>(place, 'uuid'), person),
  mayMentionEveryone: (author, place) =>
    exists(
      eb.selectFrom('rooms').where('rooms.id', '=', eb.cast<string>(place, 'uuid')).where(mayMentionEveryone(author)),
    ),
};

const edited = (place: Value<string>) =>
  eb.selectFrom('messages').where('messages.id', '=', eb.cast<number>(place, 'bigint'));

/** Who may be mentioned in an existing message: everyone who can read it. */
export const audienceOfEdits: Audience = {
  name: 'rooms-edits',
  sees: (person, place) =>
    exists(
      edited(place)
        .crossJoinLateral(readable(row('messages').room_id, person).as('readable'))
        .whereRef('messages.id', '>', 'readable.since'),
    ),
  mayMentionEveryone: (author, place) =>
    exists(edited(place).innerJoin('rooms', 'rooms.id', 'messages.room_id').where(mayMentionEveryone(author))),
};

const talk = (one: Id, other: Id) => eb.selectFrom('rooms as talk').where('talk.pair', '=', pairOf(one, other));
const talkOf = (person: Id, other: Id) =>
  talk(person, other).innerJoin('room_members as own', (join) =>
    join.onRef('own.room_id', '=', 'talk.id').on('own.user_id', '=', person),
  );

/** Whether either of two people has written to the other. */
export const haveTalked = (one: Id, other: Id): Condition => exists(talk(one, other).where('talk.last_id', '>', zero));

/** Whether a person has yet to accept another person's messages. */
export const hasRequestFrom = (person: Id, other: Id): Condition =>
  exists(talkOf(person, other).where(row('room_members', 'own').request));

/** For the search for people: whether a person has a conversation in the caller's list. */
export const inListWith = (person: Id, caller: Id): Condition =>
  exists(talkOf(caller, person).where('own.listed_id', 'is not', null));
