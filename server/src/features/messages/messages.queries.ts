import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { type ColumnType, CompiledQuery } from 'kysely';
import { isOnTeam } from '#features/site/public.ts';
import type { Db, Hot, Statement, Tx } from '#platform/database/database.ts';
import { type JsonRow, jsonArray, jsonNullable, jsonTime } from '#platform/database/json.ts';
import { sessionOfToken } from '#platform/database/session-statement.ts';

interface MessagesTable {
  room_id: string;
  id: number;
  sender_id: string;
  created_at: Date;
  content: string;
  image_path: string | null;
  /** Written as JSON text, read as a parsed value. */
  image: unknown;
  media_id: string | null;
  client_id: string | null;
  /** All messages in the room after this one, up to the message itself, are from the same sender. Null: unknown. */
  run_after: number | null;
  /** Why moderators removed it. Written as JSON text, read as a parsed value. Null: they didn't. */
  removal: ColumnType<unknown, string | null | undefined, string | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    messages: MessagesTable;
  }
}

/** The SQL for a kind of room; public.ts explains how to write it. */
export interface RoomSql {
  /** Unique across the product; part of the statements' names. */
  name: string;
  /** A select of the existing rooms in `draft`, locked, ordered by `id`; has at least the column `id`. */
  lockedRooms: string;
  /** A condition on `draft` (`user_id` is the sender) and `room`, a row of `lockedRooms`: whether the sender may write there. */
  mayWrite: string;
  /** More WITH queries, each `name as (…)`: what else changes along with the messages in `added`. */
  changes?: readonly string[];
  /** An expression on `room` and `stored` whose value `deliver` gets as `extra`; null for none. */
  extra?: string;
  /**
   * A select with at most one row, for the person `session.user_id` and the room whose id is the expression `room`: no row if the
   * person may not read it. Its column `since` is an id: the person can read what comes after it; 0 for everything.
   */
  readable: (room: string) => string;
  /** A condition: whether a person may see what was removed from a room; both are expressions whose values are ids. */
  oversees?: (room: string, userId: string) => string;
  /** Rooms with more than two people: whether messages of this sender, whose id is an expression, are hidden from `session.user_id`. */
  hidden?: (senderId: string) => string;
}

/** A message's sender, as JSON text; `users` is a row of users. Clients call string methods on the name, so it's never null. */
const senderJson = (users: string): string =>
  `'{"_id":"' || ${users}.id || '","username":' || to_json(${users}.username) || ',"name":' || to_json(coalesce(${users}.name, ${users}.username)) ||
   ',"profile_path":' || to_json(coalesce(${users}.profile_path, '${defaultProfilePath}')) || '}'`;

/** The same for a user id, as JSON text; the account may have been deleted. */
const senderOfIdJson = (userId: string): string =>
  `coalesce((select ${senderJson('users')} from users where users.id = ${userId}), '${deletedSender}')`;

const deletedSender = JSON.stringify(deletedUser);

/** A message's `_id`: its number, zero-padded, so that ids sort as text. */
const messageIdText = (id: string): string => `lpad(${id}::text, 16, '0')`;

/**
 * A message as JSON text.
 * @param seesRemoved a condition: whether the reader may see it even if it was removed
 * @param hidden a condition: whether it's hidden from the reader
 */
export const messageJson = (messages: string, seesRemoved: string, hidden = 'false') => {
  const isShown = `(${messages}.removal is null or ${seesRemoved})`;
  return `'{"_id":"' || ${messageIdText(`${messages}.id`)} || '","conversation":"' || ${messages}.room_id ||
   '","sender":' || ${senderOfIdJson(`${messages}.sender_id`)} ||
   ',"message":' || case when ${isShown} then to_json(${messages}.content)::text else '""' end ||
   ',"imageUrl":' || ${jsonNullable(`case when ${isShown} then ${messages}.image_path end`)} ||
   ',"image":' || coalesce(case when ${isShown} then ${messages}.image::text end, 'null') ||
   ',"createdAt":' || ${jsonTime(`${messages}.created_at`)} ||
   coalesce(',"client_id":' || to_json(${messages}.client_id)::text, '') ||
   case when ${messages}.removal is null then '' when ${seesRemoved} then ',"removed":' || ${messages}.removal::text
     else ',"deleted":true' end ||
   case when ${hidden} then ',"hidden":true' else '' end || '}'`;
};

/** Whether the caller may see a removed message of a kind of room: its sender, the site's team, and whoever oversees the room. */
export const seesRemovedIn = (kind: RoomSql, messages: string) =>
  `(${messages}.sender_id = session.user_id or ${isOnTeam('session.user_id')}${
    kind.oversees ? ` or ${kind.oversees(`${messages}.room_id`, 'session.user_id')}` : ''
  })`;

/** A message to be stored. */
export interface MessageRow {
  tokenHash: Buffer;
  roomId: string;
  content: string;
  clientId: string | null;
  image: { mediaId: string; path: string; json: string } | null;
}

/** The outcome of one. */
export interface StoredRow {
  /** Null: the session doesn't exist. */
  user_id: string | null;
  stale: boolean | null;
  /** The message as JSON text. Null: the sender may not write to the room, or it doesn't exist. */
  body: string | null;
  id: number | null;
  /** False: an attempt with the same `client_id` stored it before. */
  fresh: boolean | null;
  /** The room's newest message before this statement; 0 for none. */
  newest_id: number | null;
  extra: unknown;
}

/**
 * Stores several messages in one statement: sessions, who may write, ids under the rooms' locks, and what else changes. Ids are drawn
 * after the join with the locked rooms and after the sort.
 *
 * An attempt with a stored message's `client_id` returns that message (`earlier`). The unique index decides whether there is one,
 * because the statement's snapshot is older than its locks. The same attempt twice in one statement is a PostgreSQL error.
 */
export function storeStatement(kind: RoomSql): Statement {
  return {
    name: `messages-store-${kind.name}`,
    text: `with given as materialized (
      select * from unnest($1::bytea[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::text[], $9::boolean[])
        with ordinality as given (token_hash, room_id, content, client_id, media_id, image_path, image, is_alone, place)
    ),
    draft as materialized (
      select given.*, sessions.user_id, sessions.last_seen_at < now() - interval '1 hour' as stale
      from given join sessions on sessions.token_hash = given.token_hash and sessions.expires_at > now()
    ),
    room as materialized (${kind.lockedRooms}),
    newest as materialized (
      select room.id as room_id, newest.* from room cross join lateral newest_message_of(room.id) newest
    ),
    numbered as materialized (
      select nextval('message_ids') as id, draft.*,
        case when not draft.is_alone then null when newest.sender_id = draft.user_id then coalesce(newest.run_after, newest.id - 1)
          else coalesce(newest.id, 0) end as run_start
      from draft join room on room.id = draft.room_id join newest on newest.room_id = room.id
      where ${kind.mayWrite} order by draft.place
    ),
    stored as (
      insert into messages as kept
        (room_id, id, sender_id, created_at, content, image_path, image, media_id, client_id, run_after)
      select room_id, id, user_id, $8::timestamptz, content, image_path, image::json, media_id, client_id, run_start from numbered
      on conflict (room_id, sender_id, client_id) where client_id is not null do update set client_id = excluded.client_id
      returning kept.*, kept.xmax = 0 as fresh
    ),
    added as (select * from stored where stored.fresh),
    earlier as materialized (select * from stored where not stored.fresh),
    found as materialized (
      select numbered.place, numbered.room_id, coalesce((
        select earlier.id from earlier where earlier.room_id = numbered.room_id
          and earlier.sender_id = numbered.user_id and earlier.client_id = numbered.client_id), numbered.id) as id
      from numbered
    )
    ${(kind.changes ?? []).map((change) => `, ${change}`).join('')}
    select draft.user_id, draft.stale, ${messageJson('stored', 'true')} as body, stored.id, stored.fresh,
      coalesce(newest.id, 0) as newest_id, ${kind.extra ?? 'null'} as extra
    from given
      left join draft on draft.place = given.place
      left join found on found.place = given.place
      left join stored on stored.id = found.id
      left join room on room.id = found.room_id
      left join newest on newest.room_id = found.room_id
    order by given.place`,
  };
}

const columnsOf = (rows: readonly MessageRow[], now: Date): unknown[] => [
  rows.map((row) => row.tokenHash),
  rows.map((row) => row.roomId),
  rows.map((row) => row.content),
  rows.map((row) => row.clientId),
  rows.map((row) => row.image?.mediaId ?? null),
  rows.map((row) => row.image?.path ?? null),
  rows.map((row) => row.image?.json ?? null),
  now,
  aloneIn(rows),
];

/** For each of these, whether its session is the only one writing to its room. */
function aloneIn(rows: readonly MessageRow[]): boolean[] {
  const writers = new Map<string, Buffer | null>();
  for (const { roomId, tokenHash } of rows) {
    const other = writers.get(roomId);
    writers.set(roomId, other === undefined || other?.equals(tokenHash) ? tokenHash : null);
  }
  return rows.map(({ roomId }) => writers.get(roomId) !== null);
}

/** Runs the statement on a connection for hot writes and returns one answer per row, in order. */
export async function storeMessages(
  hot: Hot,
  statement: Statement,
  rows: readonly MessageRow[],
  now: Date,
): Promise<StoredRow[]> {
  return await hot.query<StoredRow>(statement, columnsOf(rows, now));
}

/** The same for a single message, in a transaction. */
export async function storeMessage(
  tx: Tx,
  statement: Statement,
  row: MessageRow,
  now: Date,
): Promise<StoredRow | undefined> {
  const { rows } = await tx.executeQuery<StoredRow>(CompiledQuery.raw(statement.text, columnsOf([row], now)));
  return rows[0];
}

const storedStatement: Statement = {
  name: 'messages-stored',
  text: 'select from messages where room_id = $1 and sender_id = $2 and client_id = $3',
};

/** Whether an attempt with the same `client_id` has been stored. */
export async function isStored(
  hot: Hot,
  senderId: string,
  { roomId, clientId }: Pick<MessageRow, 'roomId' | 'clientId'>,
): Promise<boolean> {
  return clientId !== null && (await hot.query(storedStatement, [roomId, senderId, clientId])).length > 0;
}

/** Which of a room's messages: the newest, or those next to one, given by its number. */
export interface HistoryPage {
  roomId: string;
  size: number;
  before?: number | undefined;
  after?: number | undefined;
}

const pageStatements = new Map<string, Statement>();

/** The limit is written into the statement because of the query plan: see posts.queries.ts. */
function pageStatement(kind: RoomSql, direction: 'before' | 'after', size: number): Statement {
  const name = `messages-${kind.name}-${direction}-${size}`;
  let statement = pageStatements.get(name);
  if (!statement) {
    const nearest =
      direction === 'before'
        ? `messages.id > readable.since and messages.id < $3 order by messages.id desc`
        : `messages.id > greatest(readable.since, $3) order by messages.id`;
    statement = {
      name,
      text: `select (select '{"messages":' || ${jsonArray(`select ${messageJson('page', seesRemovedIn(kind, 'page'), kind.hidden?.('page.sender_id'))} as item from (
            select * from messages where messages.room_id = $2 and ${nearest} limit ${size}) page order by page.id`)} || '}'
          from (${kind.readable('$2')}) readable) as body, session.*
        from (${sessionOfToken}) session`,
    };
    pageStatements.set(name, statement);
  }
  return statement;
}

/** `{"messages": […]}`, oldest first. Undefined without a session; a null body for a room the caller may not read. */
export async function readHistory(
  hot: Hot,
  kind: RoomSql,
  tokenHash: Buffer,
  { roomId, size, before, after }: HistoryPage,
): Promise<JsonRow | undefined> {
  const [row] =
    after === undefined
      ? await hot.query<JsonRow>(pageStatement(kind, 'before', size), [tokenHash, roomId, before ?? afterAllIds])
      : await hot.query<JsonRow>(pageStatement(kind, 'after', size), [tokenHash, roomId, after]);
  return row;
}

const betweenStatement: Statement = {
  name: 'messages-between',
  text: `select messages.id, messages.sender_id as by, ${messageJson('messages', 'false')} as json from messages
    where messages.room_id = $1 and messages.id > $2 and messages.id <= $3 order by messages.id limit $4`,
};

/** A room's oldest messages after one number and up to another, with a maximum count, regardless of who may read them. */
export async function findBetween(
  hot: Hot,
  { roomId, after, upTo, max }: { roomId: string; after: number; upTo: number; max: number },
): Promise<{ id: number; json: string; by: string }[]> {
  return await hot.query(betweenStatement, [roomId, after, upTo, max]);
}

const newestStatement: Statement = { name: 'messages-newest', text: 'select newest_message_id() as id' };

/** The number of the newest message in any room; 0 if there is none. */
export async function findNewestNumber(hot: Hot): Promise<number> {
  const [row] = await hot.query<{ id: number }>(newestStatement, []);
  return row?.id ?? 0;
}

/** Whether the caller may read a message that shows a picture. `$2` has the possible paths of the picture. */
export function pictureStatement(kinds: readonly RoomSql[]): Statement {
  const readable = kinds.map(
    (kind) => `exists (select from (${kind.readable('messages.room_id')}) readable
      where messages.id > readable.since and (messages.removal is null or ${seesRemovedIn(kind, 'messages')}))`,
  );
  return {
    name: 'messages-picture',
    text: `select exists (
        select from media_files join messages on messages.media_id = media_files.id
        where media_files.path = any($2::text[]) and (${readable.join(' or ')})
      ) as readable
      from (${sessionOfToken}) session`,
  };
}

/** Undefined: there's no such session. */
export async function readablePicture(
  hot: Hot,
  statement: Statement,
  tokenHash: Buffer,
  paths: readonly string[],
): Promise<boolean | undefined> {
  const [row] = await hot.query<{ readable: boolean }>(statement, [tokenHash, paths]);
  return row?.readable;
}

/** Higher than every id: a page before it is the newest. */
const afterAllIds = Number.MAX_SAFE_INTEGER;

/** Ids of the pictures in a room's messages, up to one message or in all. */
export async function listPictures(tx: Tx, roomId: string, upTo = afterAllIds): Promise<string[]> {
  const rows = await tx
    .selectFrom('messages')
    .select('media_id')
    .where('room_id', '=', roomId)
    .where('id', '<=', upTo)
    .where('media_id', 'is not', null)
    .execute();
  return rows.flatMap(({ media_id }) => media_id ?? []);
}

/** Deletes a room's messages, up to one or all. */
export async function deleteMessages(tx: Tx, roomId: string, upTo = afterAllIds): Promise<void> {
  await tx.deleteFrom('messages').where('room_id', '=', roomId).where('id', '<=', upTo).execute();
}

/**
 * Replaces the sender of messages whose account is gone with a stub, and removes their pictures: in all messages of one room, or in
 * some anywhere.
 * @returns how many messages changed
 */
export async function anonymizeSender(
  db: Db,
  { senderId, stub }: { senderId: string; stub: string },
  which: { roomId: string } | { limit: number },
): Promise<number> {
  let sent = db.selectFrom('messages').select(['room_id', 'id']).where('sender_id', '=', senderId);
  sent = 'roomId' in which ? sent.where('room_id', '=', which.roomId) : sent.limit(which.limit);
  const result = await db
    .with('sent', () => sent.orderBy('room_id').orderBy('id').forUpdate())
    .updateTable('messages')
    .from('sent')
    .set({ sender_id: stub, image_path: null, image: null, media_id: null })
    .whereRef('messages.room_id', '=', 'sent.room_id')
    .whereRef('messages.id', '=', 'sent.id')
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Writes the path and details of a picture to the message that shows it. @param image JSON text */
export async function updateImage(tx: Tx, mediaId: string, path: string, image: string): Promise<void> {
  await tx.updateTable('messages').set({ image, image_path: path }).where('media_id', '=', mediaId).execute();
}

/** Empties the pictures of messages whose files are about to be deleted. */
export async function clearImages(tx: Tx, mediaIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ image_path: null, image: null, media_id: null })
    .where('media_id', 'in', mediaIds)
    .execute();
}
