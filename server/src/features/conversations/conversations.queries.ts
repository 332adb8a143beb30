import { type Generated, sql } from 'kysely';
import { isActivated, isAway } from '#features/accounts/public.ts';
import { type RoomSql, storedAt } from '#features/messages/public.ts';
import { hiddenFrom, notApart, sharesReadMarks, together } from '#features/relations/public.ts';
import type { Db, Hot, Statement, Tx } from '#platform/database/database.ts';
import { sessionOfToken } from '#platform/database/session-statement.ts';
import { takesPushes } from '#platform/push/subscriptions.queries.ts';
import { haveTalked, mayTalk } from './conversations.access.ts';
import { isClosedTo, isRequestTo } from './requests.access.ts';

interface ConversationsTable {
  id: string;
  low_id: string;
  high_id: string;
  created_at: Date;
  last_id: Generated<number>;
  low_active_at: Date | null;
  low_cleared_id: Generated<number>;
  low_read_id: Generated<number>;
  low_unread: Generated<number>;
  low_gone: Generated<boolean>;
  low_request: Generated<boolean>;
  high_active_at: Date | null;
  high_cleared_id: Generated<number>;
  high_read_id: Generated<number>;
  high_unread: Generated<number>;
  high_gone: Generated<boolean>;
  high_request: Generated<boolean>;
}

/** A view: one row per conversation for each of its two people. */
export interface ConversationSidesTable {
  id: string;
  created_at: Date;
  last_id: number;
  user_id: string;
  other_id: string;
  /** Null: it isn't in the list. */
  active_at: Date | null;
  /** `active_at` truncated to the hour, in UTC, as it is in the index. */
  hour: Date | null;
  cleared_id: number;
  read_id: number;
  unread: number;
  other_gone: boolean;
  /** What the other person has read. */
  other_read_id: number;
  /** It waits for this person to accept it, or for the other one. */
  request: boolean;
  other_request: boolean;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    conversation_sides: ConversationSidesTable;
    conversations: ConversationsTable;
  }
}

/** The two sides of a row; SQL written for one is prefixed with its name. */
const sides = ['low', 'high'] as const;
type Side = (typeof sides)[number];
const opposite = (side: Side): Side => (side === 'low' ? 'high' : 'low');

/** Conversations of a list's newest hour that are checked for the latest time. */
const maxScanned = 100;

/**
 * A time for the top of a person's list: the given one, unless another conversation has a later one because clocks differ or one went
 * back. All three are expressions.
 */
const newestPlace = (person: string, given: string, conversation: string) =>
  `greatest(${given}, (select max(latest.active_at) + interval '1 millisecond' from (
    select side.active_at from conversation_sides side
    where side.user_id = ${person} and side.id <> ${conversation} and side.hour >= date_trunc('hour', ${given} at time zone 'UTC')
    order by side.hour desc limit ${maxScanned}
  ) latest))`;

/**
 * Locks both accounts, so that neither can be deleted without noticing this conversation. The index decides which row the pair has; the
 * conversation is then in the caller's list, and keeps its position if it was there before.
 */
const openStatement: Statement = {
  name: 'conversations-open',
  text: `with session as materialized (${sessionOfToken}),
    caller as materialized (
      select users.id from users where users.id = (select session.user_id from session) for key share
    ),
    other as materialized (
      select users.id from users
      where lower(users.username) = lower($2) and ${isActivated('users')} and exists (select from caller)
      for key share
    ),
    moment as materialized (
      select ${newestPlace('caller.id', '$4::timestamptz', '$3::uuid')} as at from caller
    ),
    opened as (
      insert into conversations as known (id, low_id, high_id, created_at, low_active_at, high_active_at)
      select id_after((select newest.id from conversations newest order by newest.id desc limit 1), $3::uuid),
        least(caller.id, other.id), greatest(caller.id, other.id), $4::timestamptz,
        case when caller.id < other.id then moment.at end, case when caller.id > other.id then moment.at end
      from caller, other, moment where ${mayTalk('caller.id', 'other.id')} and ${together('caller.id', 'other.id')}
        and (not ${isClosedTo('other.id')} or ${haveTalked('caller.id', 'other.id')})
      on conflict (low_id, high_id) do update set
        low_active_at = coalesce(known.low_active_at, excluded.low_active_at),
        high_active_at = coalesce(known.high_active_at, excluded.high_active_at)
      returning known.*
    )
    select session.*, other.id as other_id, opened.id, opened.last_id, ${isClosedTo('other.id')} as closed,
      (case when opened.low_id = session.user_id then opened.low_active_at else opened.high_active_at end) = (select moment.at from moment) as is_new
    from session left join other on true left join opened on true where exists (select from caller)`,
};

export interface OpenedRow {
  user_id: string;
  stale: boolean;
  /** Null: no one has that username. Its conversation is null for the caller's own, and if one has blocked the other. */
  other_id: string | null;
  id: string | null;
  last_id: number | null;
  /** The other person takes no first messages. */
  closed: boolean | null;
  /** Whether it wasn't in the caller's list before. */
  is_new: boolean | null;
}

/** The caller's conversation with a person, created if there's none. Undefined without a session. */
export async function openPair(
  hot: Hot,
  tokenHash: Buffer,
  pair: { username: string; id: string; now: Date },
): Promise<OpenedRow | undefined> {
  const [row] = await hot.query<OpenedRow>(openStatement, [tokenHash, pair.username, pair.id, pair.now]);
  return row;
}

/**
 * Marks a side as read. The statement's snapshot includes the message `upto`, and, because ids ascend in commit order, all before it;
 * so the number subtracted is right even if the row has changed since the snapshot.
 */
const markRead = (side: Side) =>
  `update conversations set
     ${side}_read_id = greatest(${side}_read_id, upto.id),
     ${side}_unread = case when upto.id >= last_id then 0 else ${side}_unread - (
       select count(*) from messages where messages.room_id = conversations.id and messages.sender_id = ${opposite(side)}_id
         and messages.id > greatest(${side}_read_id, ${side}_cleared_id) and messages.id <= upto.id) end
   from upto
   where conversations.id = $2 and ${side}_id = (select session.user_id from session) and ${side}_unread > 0
     and upto.id > greatest(${side}_read_id, ${side}_cleared_id)
   returning ${side}_unread as unread, ${side}_read_id as read_id, last_id`;

const readStatement = (name: string, session: string): Statement => ({
  name: `conversations-read-${name}`,
  text: `with session as materialized (${session}),
    upto as materialized (select max(messages.id) as id from messages where messages.room_id = $2 and messages.id <= $3),
    ${sides.map((side) => `${side} as (${markRead(side)})`).join(', ')},
    marked as (${sides.map((side) => `select unread, read_id, last_id from ${side}`).join(' union all ')})
    select session.*, coalesce(marked.unread, side.unread) as unread, marked.last_id, marked.read_id,
      case when marked.read_id is not null and not side.request and ${sharesReadMarks('session.user_id', 'side.other_id')} then side.other_id end as told_id,
      (select users.username from users where users.id = session.user_id and marked.read_id is not null) as username
    from session left join conversation_sides side on side.id = $2 and side.user_id = session.user_id
      left join marked on true`,
});

const readByToken = readStatement('token', sessionOfToken);
const readByPerson = readStatement('person', 'select $1::uuid as user_id, false as stale');

export interface ReadRow {
  user_id: string;
  stale: boolean;
  /** Null: the person has no such conversation. */
  unread: number | null;
  /** The newest message at the time of marking. Null: nothing changed. */
  last_id: number | null;
  /** What they have read now. Null: nothing changed. */
  read_id: number | null;
  /** The other person, if they see what the reader has read. */
  told_id: string | null;
  /** The reader's; null: nothing changed. */
  username: string | null;
}

/** Marks the messages up to this one as read by the caller. Undefined without a session. */
export async function markReadUpTo(
  hot: Hot,
  tokenHash: Buffer,
  { id, messageId }: { id: string; messageId: number },
): Promise<ReadRow | undefined> {
  const [row] = await hot.query<ReadRow>(readByToken, [tokenHash, id, messageId]);
  return row;
}

/** The same for a person whose session has already been checked. */
export async function markReadByPerson(
  hot: Hot,
  userId: string,
  { id, messageId }: { id: string; messageId: number },
): Promise<ReadRow | undefined> {
  const [row] = await hot.query<ReadRow>(readByPerson, [userId, id, messageId]);
  return row;
}

const closedStatement: Statement = {
  name: 'conversations-closed',
  text: `select side.other_gone, not (${notApart('session.user_id', 'side.other_id')}) as apart,
      ${isAway('side.other_id')} as away,
      side.last_id = 0 and ${isClosedTo('side.other_id')} as closed,
      ${hiddenFrom('session.user_id', 'side.other_id')} as blocked
    from (${sessionOfToken}) session
    join conversation_sides side on side.id = $2 and side.user_id = session.user_id`,
};

/** Why no one can write to a conversation. */
export interface ClosedRow {
  /** The other person has deleted their account. */
  other_gone: boolean;
  /** One has blocked the other. */
  apart: boolean;
  /** The other person is away. */
  away: boolean;
  /** The caller has. */
  blocked: boolean;
  /** The other person takes no first messages, and this would be one. */
  closed: boolean;
}

/** Undefined for other people's conversations. */
export async function findClosed(hot: Hot, tokenHash: Buffer, id: string): Promise<ClosedRow | undefined> {
  const [row] = await hot.query<ClosedRow>(closedStatement, [tokenHash, id]);
  return row;
}

/** Whether a side is a request after messages: the first one makes it one, and answering ends it. */
const becomesRequest = (side: Side) =>
  `case when news.by_${side} > 0 then false
     when conversations.last_id = 0 then ${isRequestTo(`conversations.${side}_id`, `conversations.${opposite(side)}_id`)}
     else ${side}_request end`;

/** What else messages change: the row of their conversation, once for all messages that one statement stores in it. */
const countMessages = `conversation as (
    update conversations set last_id = news.last_id,
      low_active_at = greatest(low_active_at, news.low_at), high_active_at = greatest(high_active_at, news.high_at),
      low_unread = low_unread + news.by_high, high_unread = high_unread + news.by_low,
      low_request = ${becomesRequest('low')}, high_request = ${becomesRequest('high')}
    from (
      select added.room_id, max(added.id) as last_id,
        ${newestPlace('room.low_id', storedAt, 'added.room_id')} as low_at,
        ${newestPlace('room.high_id', storedAt, 'added.room_id')} as high_at,
        count(*) filter (where added.sender_id = room.low_id) as by_low,
        count(*) filter (where added.sender_id = room.high_id) as by_high
      from added join room on room.id = added.room_id group by added.room_id, room.low_id, room.high_id
    ) news
    where conversations.id = news.room_id
  )`;

/** Conversations as a kind of message room. Each message goes to both people. */
export const conversationRooms: RoomSql = {
  name: 'conversations',
  lockedRooms: `select conversations.id, conversations.low_id, conversations.high_id, conversations.last_id,
      conversations.low_gone or conversations.high_gone as closed
    from conversations where conversations.id in (select draft.room_id from draft)
    order by conversations.id for no key update`,
  mayWrite: `draft.user_id in (room.low_id, room.high_id) and not room.closed and ${together('room.low_id', 'room.high_id')}
    and (room.last_id > 0 or not ${isClosedTo('case when draft.user_id = room.low_id then room.high_id else room.low_id end')})`,
  changes: [countMessages],
  extra: `room.low_id || ' ' || room.high_id`,
  isOpen: (room) => `exists (select from conversations talk where talk.id = ${room}
    and not talk.low_gone and not talk.high_gone and ${together('talk.low_id', 'talk.high_id')})`,
  mayBePushed: takesPushes('case when added.sender_id = room.low_id then room.high_id else room.low_id end'),
  readable: (room) => `select side.cleared_id as since from conversation_sides side
    where side.id = ${room} and side.user_id = session.user_id`,
};

const peopleStatement: Statement = {
  name: 'conversations-people',
  text: 'select side.user_id as id, side.cleared_id < $2 as reaches from conversation_sides side where side.id = $1',
};

/** A conversation's people, and whether they have one of its messages; none for an unknown conversation. */
export async function findPeople(hot: Hot, id: string, messageId: number): Promise<{ id: string; reaches: boolean }[]> {
  return await hot.query(peopleStatement, [id, messageId]);
}

/** The state of a conversation after a person has deleted it. */
export interface DeletedRow {
  id: string;
  last_id: number;
  /** Whether it has messages neither person can see anymore, or is of no use to anyone. */
  is_waste: boolean;
}

const isDisposable = `least(conversations.low_cleared_id, conversations.high_cleared_id) > 0
  or ((conversations.low_gone or conversations.high_gone)
    and conversations.low_active_at is null and conversations.high_active_at is null)`;

/** Deletes a conversation for a person, with everything in it so far. Undefined: they have no such conversation. */
export async function deleteForPerson(tx: Tx, userId: string, id: string): Promise<DeletedRow | undefined> {
  for (const side of sides) {
    const { rows } = await sql<DeletedRow>`update conversations
      set ${sql.raw(`${side}_active_at = null, ${side}_cleared_id = last_id, ${side}_unread = 0`)}
      where id = ${id} and ${sql.ref(`${side}_id`)} = ${userId}
      returning id, last_id, ${sql.raw(isDisposable)} as is_waste`.execute(tx);
    if (rows[0]) return rows[0];
  }
  return undefined;
}

/**
 * Ends a person's part in all conversations: the others keep them, and can't write to them anymore. Locks in id order, like the code
 * that stores messages.
 * @returns ids of those that are now waste
 */
export async function leaveAll(tx: Tx, userId: string): Promise<string[]> {
  await sql`select id from conversations where low_id = ${userId} or high_id = ${userId} order by id for update`.execute(
    tx,
  );
  const waste: string[] = [];
  for (const side of sides) {
    const { rows } = await sql<Omit<DeletedRow, 'last_id'>>`update conversations
      set ${sql.raw(`${side}_gone = true, ${side}_active_at = null, ${side}_cleared_id = last_id, ${side}_unread = 0`)}
      where ${sql.ref(`${side}_id`)} = ${userId}
      returning id, ${sql.raw(isDisposable)} as is_waste`.execute(tx);
    waste.push(...rows.filter((row) => row.is_waste).map((row) => row.id));
  }
  return waste;
}

/** Ids of the conversations of a person whose account is gone. */
export async function listOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations where low_id = ${userId} union all select id from conversations where high_id = ${userId}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** A stub for one side of a conversation: below or above every person's id, so that the sides keep their order. */
const stubOfSide = (stub: string, side: Side) => (side === 'low' ? '00000000' : 'ffffffff') + stub.slice(8);

/**
 * In one conversation, replaces a person whose account is gone with a stub.
 * @returns the stub as stored; undefined if the person isn't in the conversation anymore
 */
export async function replacePerson(
  tx: Tx,
  id: string,
  { senderId, stub }: { senderId: string; stub: string },
): Promise<string | undefined> {
  for (const side of sides) {
    const kept = stubOfSide(stub, side);
    const { rows } = await sql`update conversations set ${sql.ref(`${side}_id`)} = ${kept}
      where id = ${id} and ${sql.ref(`${side}_id`)} = ${senderId} returning id`.execute(tx);
    if (rows.length > 0) return kept;
  }
  return undefined;
}

/** Ids of the people who have a conversation with someone in their list. */
export async function findOthersOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select high_id as id from conversations where low_id = ${userId} and high_active_at is not null
    union all select low_id from conversations where high_id = ${userId} and low_active_at is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/** The last of the oldest messages, at most this many, that neither person can see; undefined: there are none left. */
export async function findUnseen(db: Db, id: string, atOnce: number): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`select max(unseen.id) as last from (
    select messages.id from messages where room_id = ${id}
      and messages.id <= (select least(low_cleared_id, high_cleared_id) from conversations where conversations.id = ${id})
    order by messages.id limit ${atOnce}) unseen`.execute(db);
  return rows[0]?.last ?? undefined;
}

/** Deletes a conversation that's in no one's list and that no one can write to. */
export async function deleteAbandoned(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('conversations')
    .where('id', '=', id)
    .where((where) => where.or([where('low_gone', '=', true), where('high_gone', '=', true)]))
    .where('low_active_at', 'is', null)
    .where('high_active_at', 'is', null)
    .execute();
}
