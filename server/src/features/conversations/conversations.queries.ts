import { type Generated, sql } from 'kysely';
import { messageIdText, type RoomSql, senderOfIdJson } from '#features/messages/public.ts';
import type { Db, Hot, Statement, Tx } from '#platform/database/database.ts';
import { type JsonRow, jsonTime } from '#platform/database/json.ts';
import { sessionOfToken } from '#platform/database/session-statement.ts';
import type { ListPlace } from './conversations.rules.ts';

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
  high_active_at: Date | null;
  high_cleared_id: Generated<number>;
  high_read_id: Generated<number>;
  high_unread: Generated<number>;
  high_gone: Generated<boolean>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    conversations: ConversationsTable;
  }
}

/** The two sides of a row; what is written of one is written with its name in front. */
const sides = ['low', 'high'] as const;
type Side = (typeof sides)[number];
const opposite = (side: Side): Side => (side === 'low' ? 'high' : 'low');

/** Characters of the newest message that the list gives; screens show fewer. */
const previewLength = 200;

/** Where a conversation stands in a list, as text: what `before` gives back. Microseconds since 1970, and the id. */
const placeText = (side: string) => `(extract(epoch from ${side}.active_at) * 1000000)::bigint || '.' || ${side}.id`;

/**
 * A conversation as JSON text, as its person has it; `side` is a row of conversation_sides. The newest message is looked up by
 * its key: nobody deletes one alone, so it is what a person sees unless they deleted up to it.
 */
const conversationJson = (side: string) =>
  `(select '{"_id":"' || ${side}.id || '","members":[' || ${senderOfIdJson(`${side}.other_id`)} || ',' ||
     ${senderOfIdJson(`${side}.user_id`)} || ']' ||
     coalesce(',"last_message":' || to_json(left(newest.content, ${previewLength})) ||
       ',"last_message_id":"' || ${messageIdText('newest.id')} || '","last_message_at":' || ${jsonTime('newest.created_at')} ||
       ',"last_message_sender":' || coalesce((select '"' || users.id || '"' from users where users.id = newest.sender_id), 'null') ||
       ',"last_message_has_image":' || (newest.image_path is not null),
       ',"last_message":null,"last_message_id":null,"last_message_at":null,"last_message_sender":null,"last_message_has_image":false') ||
     ',"unread":' || ${side}.unread ||
     ',"read_id":"' || ${messageIdText(`greatest(${side}.read_id, ${side}.cleared_id)`)} || '","created_at":' || ${jsonTime(`${side}.created_at`)} ||
     ',"updated_at":' || ${jsonTime(`coalesce(${side}.active_at, ${side}.created_at)`)} || '}'
   from (select) once left join messages newest
     on newest.room_id = ${side}.id and newest.id = ${side}.last_id and ${side}.last_id > ${side}.cleared_id)`;

const listStatements = new Map<number, Statement>();

/**
 * The limit stands in the text for the sake of the plan: see posts.queries.ts. The index has the hours in order, and only what
 * falls into one hour is sorted. $2 and $3 are the place of the last of the page before.
 */
function listStatement(size: number): Statement {
  let statement = listStatements.get(size);
  if (!statement) {
    statement = {
      name: `conversations-list-${size}`,
      text: `with session as materialized (${sessionOfToken}),
        page as materialized (
          select side.*, row_number() over (order by side.hour desc, side.active_at desc, side.id desc) as place from (
            select * from conversation_sides
            where user_id = (select session.user_id from session)
              and hour <= date_trunc('hour', $2::timestamptz at time zone 'UTC') and (active_at, id) < ($2::timestamptz, $3::uuid)
            order by hour desc, active_at desc, id desc limit ${size + 1}
          ) side
        )
        select '{"conversations":[' ||
          coalesce((select string_agg(${conversationJson('page')}, ',' order by page.place) from page where page.place <= ${size}), '') ||
          '],"next":' || coalesce((select '"' || ${placeText('page')} || '"' from page
            where page.place = ${size} and exists (select from page more where more.place > ${size})), 'null') || '}' as body,
          session.*
        from session`,
    };
    listStatements.set(size, statement);
  }
  return statement;
}

/** `{"conversations": […], "next"}`: the `size` that come after `place`. Undefined without a session. */
export async function readList(
  hot: Hot,
  tokenHash: Buffer,
  { size, place }: { size: number; place: ListPlace },
): Promise<(JsonRow & { body: string }) | undefined> {
  const [row] = await hot.query<JsonRow & { body: string }>(listStatement(size), [tokenHash, place.time, place.id]);
  return row;
}

const oneStatement: Statement = {
  name: 'conversations-one',
  text: `select (select ${conversationJson('side')} from conversation_sides side
        where side.id = $2 and side.user_id = session.user_id and (side.active_at is not null or $3)) as body,
      session.*
    from (${sessionOfToken}) session`,
};

/**
 * A conversation of the caller. Undefined without a session; a null body for one that is not in the list.
 * @param whether `listed`: only if it is in the caller's list; `any`: also one that another device has deleted in the meantime
 */
export async function readOne(
  hot: Hot,
  tokenHash: Buffer,
  id: string,
  whether: 'listed' | 'any',
): Promise<JsonRow | undefined> {
  const [row] = await hot.query<JsonRow>(oneStatement, [tokenHash, id, whether === 'any']);
  return row;
}

/** Conversations of the newest hour of a list that are looked at for the time of the latest. */
const latestLooked = 100;

/**
 * A time for the newest place in a person's list: the given one, unless another conversation stands there with a later one
 * because clocks differ or one went back. All three are expressions.
 */
const newestPlace = (person: string, given: string, conversation: string) =>
  `greatest(${given}, (select max(latest.active_at) + interval '1 millisecond' from (
    select side.active_at from conversation_sides side
    where side.user_id = ${person} and side.id <> ${conversation} and side.hour >= date_trunc('hour', ${given} at time zone 'UTC')
    order by side.hour desc limit ${latestLooked}
  ) latest))`;

/**
 * Holds both accounts, so that neither is deleted meanwhile without noticing this conversation. Which of the pair's rows there
 * is, is decided by the index; it then stands in the caller's list, and its place there stays if it stood there before.
 */
const openStatement: Statement = {
  name: 'conversations-open',
  text: `with session as materialized (${sessionOfToken}),
    caller as materialized (
      select users.id from users where users.id = (select session.user_id from session) for key share
    ),
    other as materialized (
      select users.id from users
      where lower(users.username) = lower($2) and users.activated_at is not null and exists (select from caller)
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
      from caller, other, moment where caller.id <> other.id
      on conflict (low_id, high_id) do update set
        low_active_at = coalesce(known.low_active_at, excluded.low_active_at),
        high_active_at = coalesce(known.high_active_at, excluded.high_active_at)
      returning known.*
    )
    select session.*, other.id as other_id, opened.id, opened.last_id,
      (case when opened.low_id = session.user_id then opened.low_active_at else opened.high_active_at end) = (select moment.at from moment) as is_new
    from session left join other on true left join opened on true where exists (select from caller)`,
};

export interface OpenedRow {
  user_id: string;
  stale: boolean;
  /** Null: nobody has that username. The caller's own: there is no conversation with oneself. */
  other_id: string | null;
  id: string | null;
  last_id: number | null;
  /** Whether it was not in the caller's list before. */
  is_new: boolean | null;
}

/** The conversation of the caller with a person, made if there is none. Undefined without a session. */
export async function openPair(
  hot: Hot,
  tokenHash: Buffer,
  pair: { username: string; id: string; now: Date },
): Promise<OpenedRow | undefined> {
  const [row] = await hot.query<OpenedRow>(openStatement, [tokenHash, pair.username, pair.id, pair.now]);
  return row;
}

/**
 * Marks a side as read. `upto` is a message that the statement's snapshot has, and with it, because ids ascend in the order of
 * commits, all before it; so what is counted out is right even if the row has changed since the snapshot.
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
   returning ${side}_unread as unread, last_id`;

const readStatement = (name: string, session: string): Statement => ({
  name: `conversations-read-${name}`,
  text: `with session as materialized (${session}),
    upto as materialized (select max(messages.id) as id from messages where messages.room_id = $2 and messages.id <= $3),
    ${sides.map((side) => `${side} as (${markRead(side)})`).join(', ')},
    marked as (${sides.map((side) => `select unread, last_id from ${side}`).join(' union all ')})
    select session.*, coalesce((select marked.unread from marked), side.unread) as unread, (select marked.last_id from marked) as last_id
    from session left join conversation_sides side on side.id = $2 and side.user_id = session.user_id`,
});

const readByToken = readStatement('token', sessionOfToken);
const readByPerson = readStatement('person', 'select $1::uuid as user_id, false as stale');

export interface ReadRow {
  user_id: string;
  stale: boolean;
  /** Null: the person has no such conversation. */
  unread: number | null;
  /** The newest message when it was marked. Null: nothing has changed. */
  last_id: number | null;
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

/** The same for a person whose session was checked before. */
export async function markReadByPerson(
  hot: Hot,
  userId: string,
  { id, messageId }: { id: string; messageId: number },
): Promise<ReadRow | undefined> {
  const [row] = await hot.query<ReadRow>(readByPerson, [userId, id, messageId]);
  return row;
}

const goneStatement: Statement = {
  name: 'conversations-gone',
  text: `select side.other_gone from (${sessionOfToken}) session
    join conversation_sides side on side.id = $2 and side.user_id = session.user_id`,
};

/** Whether the other of one of the caller's conversations has deleted the account; false for a conversation of others. */
export async function isOtherGone(hot: Hot, tokenHash: Buffer, id: string): Promise<boolean> {
  const [row] = await hot.query<{ other_gone: boolean }>(goneStatement, [tokenHash, id]);
  return row?.other_gone === true;
}

/** What messages change besides: the row of their conversation, once for all that one statement stores in it. */
const countMessages = `conversation as (
    update conversations set last_id = news.last_id,
      low_active_at = greatest(low_active_at, news.low_at), high_active_at = greatest(high_active_at, news.high_at),
      low_unread = low_unread + news.by_high, high_unread = high_unread + news.by_low
    from (
      select added.room_id, max(added.id) as last_id,
        ${newestPlace('room.low_id', '$8::timestamptz', 'added.room_id')} as low_at,
        ${newestPlace('room.high_id', '$8::timestamptz', 'added.room_id')} as high_at,
        count(*) filter (where added.sender_id = room.low_id) as by_low,
        count(*) filter (where added.sender_id = room.high_id) as by_high
      from added join room on room.id = added.room_id group by added.room_id, room.low_id, room.high_id
    ) news
    where conversations.id = news.room_id
  )`;

/** The conversations as a kind of rooms of messages. Each message goes to its two people. */
export const conversationRooms: RoomSql = {
  name: 'conversations',
  lockedRooms: `select conversations.id, conversations.low_id, conversations.high_id,
      conversations.low_gone or conversations.high_gone as closed
    from conversations where conversations.id in (select draft.room_id from draft)
    order by conversations.id for no key update`,
  mayWrite: 'draft.user_id in (room.low_id, room.high_id) and not room.closed',
  changes: [countMessages],
  extra: 'array[room.low_id, room.high_id]',
  readable: (room) => `select side.cleared_id as since from conversation_sides side
    where side.id = ${room} and side.user_id = session.user_id`,
};

/** What became of a conversation that a person has deleted. */
export interface DeletedRow {
  id: string;
  last_id: number;
  /** Whether it has messages that neither of the two can see any more, or is of no use to anybody. */
  is_waste: boolean;
}

const isWaste = `least(conversations.low_cleared_id, conversations.high_cleared_id) > 0
  or ((conversations.low_gone or conversations.high_gone)
    and conversations.low_active_at is null and conversations.high_active_at is null)`;

/** Deletes a conversation for a person: what there is of it by now is not theirs any more. Undefined: they have no such one. */
export async function deleteForPerson(tx: Tx, userId: string, id: string): Promise<DeletedRow | undefined> {
  for (const side of sides) {
    const { rows } = await sql<DeletedRow>`update conversations
      set ${sql.raw(`${side}_active_at = null, ${side}_cleared_id = last_id, ${side}_unread = 0`)}
      where id = ${id} and ${sql.ref(`${side}_id`)} = ${userId}
      returning id, last_id, ${sql.raw(isWaste)} as is_waste`.execute(tx);
    if (rows[0]) return rows[0];
  }
  return undefined;
}

/**
 * Ends a person's part in all conversations: whoever is left keeps them, and nobody writes to them any more. Locks in order of
 * ids, like whoever stores messages.
 * @returns ids of those that are waste now
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
      returning id, ${sql.raw(isWaste)} as is_waste`.execute(tx);
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

/** A stub for one side of a conversation: below or above every id of a person, so that the sides keep their order. */
const stubOfSide = (stub: string, side: Side) => (side === 'low' ? '00000000' : 'ffffffff') + stub.slice(8);

/**
 * Puts a stub in the place of a person whose account is gone, in one conversation.
 * @returns the stub as it stands there; undefined if the person is not in it any more
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

/** Ids of the people who have a conversation with somebody in their list. */
export async function findOthersOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select high_id as id from conversations where low_id = ${userId} and high_active_at is not null
    union all select low_id from conversations where high_id = ${userId} and low_active_at is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/** The last of the oldest messages, at most so many, that neither of the two can see; undefined: there are none left. */
export async function findUnseen(db: Db, id: string, atOnce: number): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`select max(unseen.id) as last from (
    select messages.id from messages where room_id = ${id}
      and messages.id <= (select least(low_cleared_id, high_cleared_id) from conversations where conversations.id = ${id})
    order by messages.id limit ${atOnce}) unseen`.execute(db);
  return rows[0]?.last ?? undefined;
}

/** Deletes a conversation that is in nobody's list and that nobody can write to. */
export async function deleteAbandoned(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('conversations')
    .where('id', '=', id)
    .where((where) => where.or([where('low_gone', '=', true), where('high_gone', '=', true)]))
    .where('low_active_at', 'is', null)
    .where('high_active_at', 'is', null)
    .execute();
}

/**
 * A condition for the search of people: whether `person` has a conversation in the list of `caller`; both are expressions whose
 * value is an id.
 */
export const inListWith = (person: string, caller: string): string =>
  `exists (select from conversation_sides side
    where side.user_id = ${caller} and side.other_id = ${person} and side.active_at is not null)`;
