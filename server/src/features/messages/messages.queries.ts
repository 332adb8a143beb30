import { type ColumnType, CompiledQuery, type Generated, sql } from 'kysely';
import type { Db, Hot, Statement, Tx } from '#platform/database/database.ts';
import { sessionOfToken } from '#platform/database/session-statement.ts';
import { deferredSql } from '#platform/events/deferred.queries.ts';
import { takesPushes } from '#platform/push/subscriptions.queries.ts';
import { messageJson, quotedBy } from './json.queries.ts';
import type { RoomSql } from './rooms.queries.ts';

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
  /** Its files, in the order in which they were sent. Null: none. */
  attachment_ids: Generated<string[] | null>;
  /** The contract's `attachments`. Written as JSON text, read as a parsed value. Null: none. */
  attachments: ColumnType<unknown, string | null | undefined, string | null>;
  client_id: string | null;
  /** All messages in the room after this one, up to the message itself, are from the same sender. Null: unknown. */
  run_after: number | null;
  /** Whom it mentions, as 0075_mentions.sql says. Written as JSON text. */
  mentions: ColumnType<unknown, string | null | undefined, string | null>;
  /** The contract's `link`, as JSON text. */
  link: Generated<string | null>;
  /** Why moderators removed it. Written as JSON text, read as a parsed value. Null: they didn't. */
  removal: ColumnType<unknown, string | null | undefined, string | null>;
  /** Its latest change, as 0050_message_changes.sql says. Null: never changed. */
  revision: Generated<number | null>;
  edited_at: Generated<Date | null>;
  deleted_at: Generated<Date | null>;
  /** What a group says itself (0095_groups.sql). Written as JSON text. Null: a person wrote it. */
  system: ColumnType<unknown, string | null | undefined, never>;
  /** Whom that's about. */
  about_id: Generated<string | null>;
  /** The message of the same room that it answers. */
  reply_to: Generated<number | null>;
  /** What people have answered with emoji, without `mine`. Written as JSON text. Null: nothing. */
  reactions: ColumnType<unknown, string | null | undefined, string | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    messages: MessagesTable;
  }
}

/** A message to be stored. */
export interface MessageRow {
  tokenHash: Buffer;
  roomId: string;
  content: string;
  clientId: string | null;
  /** JSON text. */
  mentions: string | null;
  /** The number of the message that it answers. */
  replyTo: number | null;
  image: { mediaId: string; path: string; json: string } | null;
  attachments: { mediaIds: readonly string[]; json: string } | null;
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
  /** Who sent the message that it answers. Null: it answers none. */
  quoted_by: string | null;
}

/** Whether somebody may be told of a new message: it mentions them, or they take pushes and want to know of everything in its room. */
const isNoted = ({ followers }: RoomSql): string =>
  `(added.mentions is not null${
    followers
      ? ` or exists (select from (${followers('added.room_id')}) follower
          where follower.user_id <> added.sender_id and ${takesPushes('follower.user_id')})`
      : ''
  })`;

/**
 * What the statement is given of each message. `(select …)` keeps the planner from seeing how many there are: for few, it would plan anew each
 * time, which takes several times longer than storing them.
 */
const given = [
  ['$1', 'bytea'],
  ['$2', 'uuid'],
  ['$3', 'text'],
  ['$4', 'text'],
  ['$5', 'uuid'],
  ['$6', 'text'],
  ['$7', 'text'],
  ['$9', 'boolean'],
  ['$10', 'text'],
  ['$11', 'bigint'],
  ['$12', 'text'],
  ['$13', 'text'],
] as const;

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
      select * from unnest(${given.map(([parameter, type]) => `(select ${parameter}::${type}[])`).join(', ')})
        with ordinality as given (token_hash, room_id, content, client_id, media_id, image_path, image, is_alone, mentions, reply_to,
          attachment_ids, attachments, place)
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
        (room_id, id, sender_id, created_at, content, image_path, image, media_id, client_id, run_after, mentions, reply_to,
         attachment_ids, attachments)
      select room_id, id, user_id, $8::timestamptz, content, image_path, image::json, media_id, client_id, run_start, mentions::json, reply_to,
        attachment_ids::uuid[], attachments::json
      from numbered
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
    , noted as materialized (
      select ${deferredSql('messages.noted', `(select json_agg(json_build_object('id', added.id)) from added where ${isNoted(kind)})`)} as job
    )
    select draft.user_id, draft.stale, ${messageJson('stored', { seesRemoved: 'true' })} as body, stored.id, stored.fresh,
      coalesce(newest.id, 0) as newest_id, ${kind.extra ?? 'null'} as extra, ${quotedBy('stored')} as quoted_by
    from given
      left join draft on draft.place = given.place
      left join found on found.place = given.place
      left join stored on stored.id = found.id
      left join room on room.id = found.room_id
      left join newest on newest.room_id = found.room_id
      cross join noted
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
  rows.map((row) => row.mentions),
  rows.map((row) => row.replyTo),
  rows.map((row) => row.attachments && `{${row.attachments.mediaIds.join()}}`),
  rows.map((row) => row.attachments?.json ?? null),
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

const repliedStatements = new Map<string, Statement>();

function repliedStatement(kind: RoomSql): Statement {
  let statement = repliedStatements.get(kind.name);
  if (!statement) {
    statement = {
      name: `messages-replied-${kind.name}`,
      text: `select session.user_id, exists (select from messages where messages.room_id = $2 and messages.id = $3
          and messages.id > readable.since and messages.removal is null and messages.deleted_at is null
          and messages.system is null) as fits
        from (${sessionOfToken}) session cross join lateral (${kind.readable('$2')}) readable`,
    };
    repliedStatements.set(kind.name, statement);
  }
  return statement;
}

/** Whether a message can be answered in a room. Undefined: the caller may not read the room, or there's no session. */
export async function findReplied(
  hot: Hot,
  kind: RoomSql,
  { tokenHash, roomId, replyTo }: Pick<MessageRow, 'tokenHash' | 'roomId' | 'replyTo'>,
): Promise<{ user_id: string; fits: boolean } | undefined> {
  const [row] = await hot.query<{ user_id: string; fits: boolean }>(repliedStatement(kind), [
    tokenHash,
    roomId,
    replyTo,
  ]);
  return row;
}

/** Higher than every id. */
const afterAllIds = Number.MAX_SAFE_INTEGER;

/** Deletes a room's messages, up to one or all. */
export async function deleteMessages(tx: Tx, roomId: string, upTo = afterAllIds): Promise<void> {
  await sql`delete from message_reactions where message_id in (
    select id from messages where room_id = ${roomId} and id <= ${upTo}::bigint and reactions is not null)`.execute(tx);
  await tx.deleteFrom('messages').where('room_id', '=', roomId).where('id', '<=', upTo).execute();
}

/**
 * Replaces the sender of messages whose account is gone with a stub, and removes their pictures and files: in all messages of one room, or in
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
    .set({ sender_id: stub, image_path: null, image: null, media_id: null, attachment_ids: null, attachments: null })
    .whereRef('messages.room_id', '=', 'sent.room_id')
    .whereRef('messages.id', '=', 'sent.id')
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
