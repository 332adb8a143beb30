import { hiddenFromText, inFeedOfText } from '#features/relations/public.ts';
import { isOnTeamText } from '#features/site/public.ts';
import type { Audience } from '#features/texts/public.ts';
import { takesPushes } from '#platform/push/subscriptions.queries.ts';
import { kinds } from './kinds.kind.ts';
import type { RoomKind } from './room.kind.ts';

/*
 * Conditions and expressions about rooms, whatever their kind. `room` is a row of rooms where nothing else is said; people, and rooms given
 * by their id, are expressions whose values are ids.
 */

/** What the kind of a row of rooms says: SQL. Kinds that say the same share a branch. */
export function byKind(room: string, of: (kind: RoomKind) => string): string {
  const branches = [...Map.groupBy(kinds, of)];
  const [only] = branches;
  if (branches.length === 1 && only) return only[0];
  return `case ${branches
    .map(([sql, those]) => `when ${room}.kind in (${those.map(({ name }) => `'${name}'`).join(', ')}) then ${sql}`)
    .join(' ')} end`;
}

/** Whether a room is of a kind for which something is true. */
export const isOf = (room: string, has: (kind: RoomKind) => boolean): string =>
  byKind(room, (kind) => String(has(kind)));

/** Whether a room has members of its own. */
export const hasMembers = (room: string): string => isOf(room, (kind) => kind.hasMembers);

/**
 * A select of what a person reads of a room, given by its id: no row if they don't. They read what comes after the message `since`.
 * Otherwise it also has the room's `kind` and `community_id`. The person mustn't be called by a row `reader` or `read`.
 */
export const readable = (room: string, person = 'session.user_id'): string =>
  `select coalesce(greatest(reader.since_id, reader.cleared_id), 0) as since, read.kind, read.community_id
    from rooms read left join room_members reader on reader.room_id = read.id and reader.user_id = ${person}
    where read.id = ${room} and ${byKind('read', (kind) => kind.mayRead('read', 'reader', person))}`;

/** Whether a person is among a room's members, or its community's, and so may learn that it's there. */
export const mayKnowOf = (room: string, person: string): string =>
  `(exists (select from room_members inside where inside.room_id = ${room}.id and inside.user_id = ${person})
    or exists (select from community_members joined where joined.community_id = ${room}.community_id and joined.user_id = ${person}))`;

/** Whether a person reads a room, given by its id. */
export const reads = (room: string, person: string): string => `exists (${readable(room, person)})`;

/**
 * Up to which message a person has read a room: an expression. What they've deleted is read, and what was there before they came.
 * @param own their row of community_members, where the room is a community's
 */
export const markOf = (member: string, own: string): string =>
  `coalesce(greatest(${member}.read_id, ${member}.since_id, ${member}.cleared_id, ${own}.read_from), 0)`;

/** The same for a room and a person given by their ids. */
export const markIn = (room: string, person: string): string =>
  `(select ${markOf('marker', 'joined')} from rooms marked
    left join room_members marker on marker.room_id = marked.id and marker.user_id = ${person}
    left join community_members joined on joined.community_id = marked.community_id and joined.user_id = ${person}
    where marked.id = ${room})`;

/** Whether a message of this sender is hidden from a person in a room. */
export const hidesFrom = (room: string, person: string, sender: string): string =>
  byKind(room, (kind) => (kind.hidesBlocked ? hiddenFromText(person, sender) : 'false'));

/** Whether a person sees a removed message of a room: its sender, the site's team, and whoever oversees the room. */
export const seesRemoved = (room: string, person: string, sender: string): string =>
  `(${sender} = ${person} or ${isOnTeamText(person)} or ${byKind(room, (kind) => kind.oversees(room, person))})`;

/** Whether somebody oversees a room. */
export const oversees = (room: string, person: string): string => byKind(room, (kind) => kind.oversees(room, person));

/** Whether a room takes anything new from those who read it. */
export const isOpen = (room: string): string => byKind(room, (kind) => kind.isOpen(room));

/** Counting a room's messages stops here. */
export const mostCounted = 100;

/**
 * Whether a message counts as unread for a person once it's newer than their mark: others wrote it, and they see it now. What the room says
 * itself doesn't count, nor what people write whom they've blocked.
 */
export const counts = (message: string, person: string): string =>
  `(${message}.sender_id <> ${person} and ${message}.system is null and ${message}.deleted_at is null and ${message}.removal is null
    and not ${hiddenFromText(person, `${message}.sender_id`)})`;

/** How many messages of a room, given by its id, count for a person after one: an expression, up to `most`. */
export const countAfter = (room: string, person: string, after: string, most: number | string = mostCounted): string =>
  `(select count(*)::int from (select from messages fresh
    where fresh.room_id = ${room} and fresh.id > ${after} and ${counts('fresh', person)} limit ${most}) counted)`;

/** The id that stands for everyone among those whom a message mentions, as in 0081_unread.sql. */
const everyone = `'00000000-0000-0000-0000-000000000000'::uuid`;

/**
 * The messages of a room, given by its id, that mention a person, or everyone there, after one of them: others', which they see and whose
 * sender they haven't muted.
 */
export const mentioning = (room: string, person: string, after: string): string =>
  `select mentioning.id from message_mentions mention
    join messages mentioning on mentioning.room_id = mention.room_id and mentioning.id = mention.message_id
    where mention.user_id in (${person}, ${everyone}) and mention.room_id = ${room} and mention.message_id > ${after}
      and ${counts('mentioning', person)} and ${inFeedOfText(person, 'mentioning.sender_id')}`;

/** Whether a message, given by its room and number, mentions a person, or everyone. */
export const mentionsOf = (room: string, message: string, person: string): string =>
  `exists (select from message_mentions mention where mention.room_id = ${room} and mention.message_id = ${message}
    and mention.user_id in (${person}, ${everyone}))`;

/** How much of a room somebody wants to be told now, as text. `member` is their row of room_members; null: they haven't chosen. */
export const notifyOf = (room: string, member: string): string =>
  `case when ${member}.notify is not null and coalesce(${member}.notify_until > now(), true) then ${member}.notify
    else ${byKind(room, (kind) => `'${kind.notify}'`)} end`;

/** Whether a person, whose row of room_members may be null, is notified of anything in a room: it's neither muted nor a request. */
export const tellsOf = (room: string, member: string): string =>
  `(${notifyOf(room, member)} <> 'none' and ${member}.request is not true)`;

/** A select of the `user_id` of those who want to be told of every message in a room, given by its id. */
export const followers = (room: string): string =>
  `select member.user_id from room_members member where member.room_id = ${room} and member.notify = 'all'
      and coalesce(member.notify_until > now(), true) and not member.request
    union all
    select member.user_id from rooms told join room_members member on member.room_id = told.id
    where told.id = ${room} and ${isOf('told', ({ notify }) => notify === 'all')} and not member.request
      and (member.notify is null or member.notify_until <= now())`;

/** Whether a message `added` to a locked room, which has its `people`, may be pushed to somebody. A job then finds out to whom. */
export const mayBePushed = (room: string): string =>
  byKind(room, (kind) =>
    kind.hasMembers
      ? `exists (select from unnest(${room}.people) person (id) where person.id <> added.sender_id and ${takesPushes('person.id')})`
      : `exists (select from room_members member where member.room_id = ${room}.id and member.notify = 'all'
          and member.user_id <> added.sender_id and ${takesPushes('member.user_id')})`,
  );

/** Who may be mentioned in a room: whoever reads it. */
export const audience: Audience = {
  name: 'rooms',
  sees: reads('$3::uuid', 'users.id'),
  mayMentionEveryone: (authorId) =>
    `exists (select from rooms where rooms.id = $3::uuid and ${byKind('rooms', (kind) => kind.mayMentionEveryone('rooms', authorId))})`,
};

/** Who may be mentioned in a message that's there already: whoever reads the room from before that message on. */
export const audienceOfEdits: Audience = {
  name: 'rooms-edits',
  sees: `exists (select from messages cross join lateral (${readable('messages.room_id', 'users.id')}) readable
    where messages.id = $3::bigint and messages.id > readable.since)`,
  mayMentionEveryone: (authorId) =>
    `exists (select from messages join rooms on rooms.id = messages.room_id
      where messages.id = $3::bigint and ${byKind('rooms', (kind) => kind.mayMentionEveryone('rooms', authorId))})`,
};

/** Whether either of two people has written to the other. */
export const haveTalked = (one: string, other: string): string =>
  `exists (select from rooms talk where talk.pair = array[least(${one}, ${other}), greatest(${one}, ${other})] and talk.last_id > 0)`;

/** Whether what another person wrote still waits for a person to accept it. */
export const hasRequestFrom = (person: string, other: string): string =>
  `exists (select from rooms talk join room_members own on own.room_id = talk.id and own.user_id = ${person}
    where talk.pair = array[least(${person}, ${other}), greatest(${person}, ${other})] and own.request)`;

/** For the search for people: whether a person has a conversation in the caller's list. */
export const inListWith = (person: string, caller: string): string =>
  `exists (select from rooms talk join room_members own on own.room_id = talk.id and own.user_id = ${caller}
    where talk.pair = array[least(${person}, ${caller}), greatest(${person}, ${caller})] and own.listed_id is not null)`;
