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

/** What the kind of a room says. Kinds that say the same share a branch. */
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

/** Whether a room is of a kind for which something is true. */
export const isOf = (room: Room, has: (kind: RoomKind) => boolean): Condition =>
  byKind(room, (kind) => eb.lit(has(kind)));

/** Whether a room has members of its own. */
export const hasMembers = (room: Room): Condition => isOf(room, (kind) => kind.hasMembers);

/**
 * What a person reads of a room: no row if they don't. They read what comes after the message `since`. Otherwise it also has the room's
 * `kind` and `community_id`.
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

/** What everybody calls a room that has a name: a thread is called as its channel is. */
export const nameOf = (room: Room): Value<string | null> =>
  eb.fn.coalesce(
    room.name,
    eb.selectFrom('rooms as above').select('above.name').where('above.id', '=', room.channel_id).$asScalar(),
  );

/** Whether a person is among a room's members, or its community's, and so may learn that it's there. */
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
 * Up to which message a person has read a room. What they've deleted is read, and what was there before they came.
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

/** Whether a message came before what a person reads of a room. */
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

/** Whether somebody oversees a room. */
export const oversees = (room: Room, person: Id): Condition => byKind(room, (kind) => kind.oversees(room, person));

/** Whether somebody who reads a room pins messages there. */
export const pinsIn = (room: Room, person: Id): Condition => byKind(room, (kind) => kind.mayPin(room, person));

/** Whether a person sees a removed message of a room: its sender, the site's team, and whoever oversees the room. */
export const seesRemoved = (room: Room, person: Id, sender: Id): Condition =>
  or(eb(sender, '=', person), isOnTeam(person), oversees(room, person));

/** Whether a room takes anything new from those who read it. */
export const isOpen = (room: Room): Condition => byKind(room, (kind) => kind.isOpen(room));

/** Counting a room's messages stops here. */
export const mostCounted = 100;

/** Whether the room says that a call was missed. */
const isMissedCall = (message: Row<'messages'>): Condition =>
  eb(sql`${message.system} ->> 'missed'`, 'is not distinct from', sql.lit('true'));

/**
 * Whether a message counts as unread for a person once it's newer than their mark: others wrote it, and they see it now. What the room says
 * itself doesn't count, except missed calls, nor messages by people they've blocked.
 */
export const counts = (message: Row<'messages'>, person: Id): Condition =>
  and(
    eb(message.sender_id, '<>', person),
    or(eb(message.system, 'is', null), isMissedCall(message)),
    eb(message.deleted_at, 'is', null),
    eb(message.removal, 'is', null),
    not(hiddenFrom(person, message.sender_id)),
  );

/** How many messages of a room count for a person after one, up to `most`. */
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

/** The id that stands for everyone among those whom a message mentions, as in 0081_unread.sql. */
const everyone = sql<string>`'00000000-0000-0000-0000-000000000000'::uuid`;

/** Where a person, or everyone, was mentioned in a room. */
export const mentionsIn = (room: Id, person: Id) =>
  eb
    .selectFrom('message_mentions as mention')
    .where('mention.user_id', 'in', [person, everyone])
    .where('mention.room_id', '=', room);

/** The messages of a room that mention a person, or everyone there, after one of them: others', which they see and whose sender they haven't muted. */
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

/** Whether what mentions a person in a room counts there: in a thread only if they follow it. */
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

/** How much of a room somebody wants to be told now. `member` is their row of room_members; null: they haven't chosen. */
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

/** The `user_id` of those who want to be told of every message in a room. */
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

/** Whether a message by somebody to a locked room may be pushed to anybody. A job then finds out to whom. */
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

/** Who may be mentioned in a room: whoever reads it. */
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

/** Who may be mentioned in a message that's there already: whoever reads the room from before that message on. */
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

/** Whether what another person wrote still waits for a person to accept it. */
export const hasRequestFrom = (person: Id, other: Id): Condition =>
  exists(talkOf(person, other).where(row('room_members', 'own').request));

/** For the search for people: whether a person has a conversation in the caller's list. */
export const inListWith = (person: Id, caller: Id): Condition =>
  exists(talkOf(caller, person).where('own.listed_id', 'is not', null));
