import { type RawBuilder, sql } from 'kysely';
import { arrayOf } from '#platform/database/arrays.ts';
import type { Pipeline, Tx } from '#platform/database/database.ts';
import { type Condition, eb, fact, placeholder, row, type Value } from '#platform/database/expressions.ts';
import type { Given } from '#platform/database/session-statement.ts';
import { statement } from '#platform/database/statement.ts';
import { deferredIn } from '#platform/events/deferred.queries.ts';
import { messageJson, ordinaryJson, quotedBy, quoteLackedBy } from './json.queries.ts';
import type { LockedRoom, RoomKind } from './room.kind.ts';
import { byKind, isOf, mayBePushed, mayKnowOf } from './rooms.access.ts';

/** A message to store. */
export interface MessageRow {
  tokenHash: Buffer;
  roomId: string;
  content: string;
  clientId: string | null;
  /** JSON text. */
  mentions: string | null;
  /** The number of the message that it answers. */
  replyTo: number | null;
  /** The original author, if it's forwarded. */
  forwardedFrom: string | null;
  image: { mediaId: string; path: string; json: string } | null;
  attachments: { mediaIds: readonly string[]; json: string } | null;
}

/** The outcome for one message. */
export interface StoredRow {
  /** Null: the session doesn't exist. */
  user_id: string | null;
  stale: boolean | null;
  /** The message as JSON text. Null: the sender may not write to the room, it doesn't exist, or `readEarlier` has the message. */
  body: string | null;
  /** Null: it wasn't stored. */
  id: number | null;
  /** The room it's in: an attempt with the same `client_id` may have stored it in another one. */
  room_id: string | null;
  /** False: an attempt with the same `client_id` stored it before. */
  fresh: boolean | null;
  /** The room's newest message before this statement; 0 for none. */
  newest_id: number | null;
  /** Null: there's no such room, or the sender may not know about it. */
  kind: string | null;
  /** The room's members; null where it has none of its own. */
  people: string[] | null;
  /** The author of the answered message. Null: it answers none. */
  quoted_by: string | null;
  /** The message without what it quotes, as JSON text. */
  unquoted: string | null;
  /** The members who can't see the answered message. */
  quote_lacked_by: string[] | null;
}

/** A column of messages that's stored as given. */
interface Column {
  name: string;
  /** The given value. */
  type: string;
  /** The type to cast it to, if the table has another one. */
  cast?: 'json' | RawBuilder<unknown>;
  of(row: MessageRow): unknown;
}

const ordinaryColumns: readonly Column[] = [
  { name: 'room_id', type: 'uuid', of: ({ roomId }) => roomId },
  { name: 'content', type: 'text', of: ({ content }) => content },
  { name: 'client_id', type: 'text', of: ({ clientId }) => clientId },
];

/** The columns that few messages have. */
const rareColumns: readonly Column[] = [
  { name: 'media_id', type: 'uuid', of: ({ image }) => image?.mediaId ?? null },
  { name: 'image_path', type: 'text', of: ({ image }) => image?.path ?? null },
  { name: 'image', type: 'text', cast: 'json', of: ({ image }) => image?.json ?? null },
  { name: 'mentions', type: 'text', cast: 'json', of: ({ mentions }) => mentions },
  { name: 'reply_to', type: 'bigint', of: ({ replyTo }) => replyTo },
  { name: 'forwarded_from', type: 'uuid', of: ({ forwardedFrom }) => forwardedFrom },
  {
    name: 'attachment_ids',
    type: 'text',
    cast: sql`uuid[]`,
    of: ({ attachments }) => attachments && `{${attachments.mediaIds.join()}}`,
  },
  { name: 'attachments', type: 'text', cast: 'json', of: ({ attachments }) => attachments?.json ?? null },
];

/** Whether a message has none of those. */
const isOrdinary = ({ image, mentions, replyTo, forwardedFrom, attachments }: MessageRow): boolean =>
  image === null && mentions === null && replyTo === null && forwardedFrom === null && attachments === null;

/** The differences between the two statements. */
interface Shape {
  columns: readonly Column[];
  /** The columns that it stores. */
  kept: RawBuilder<unknown>;
  body: Value<string | null>;
  quotedBy: Value<string | null>;
  unquoted: Value<string | null>;
  quoteLackedBy: Value<string[] | null>;
  /** The ids of the messages that may be stored even in rooms with slow mode. */
  skipsSlowMode: Condition;
}

const stored = row('messages', 'stored');
const none = sql<null>`null`;
const inTurn = sql<boolean>`${placeholder('inTurn')}::boolean`;

const shapes: Record<'ordinary' | 'any', Shape> = {
  // The more a statement could do, the longer PostgreSQL takes to begin it, whatever it then does.
  ordinary: {
    columns: ordinaryColumns,
    kept: sql`kept.room_id, kept.id, kept.sender_id, kept.created_at, kept.content, kept.client_id, null::json as mentions`,
    body: sql`case when stored.fresh then ${ordinaryJson(stored)} end`,
    quotedBy: none,
    unquoted: none,
    quoteLackedBy: none,
    skipsSlowMode: inTurn,
  },
  any: {
    columns: [...ordinaryColumns, ...rareColumns],
    kept: sql`kept.*`,
    body: messageJson(stored, { seesRemoved: eb.lit(true) }),
    quotedBy: quotedBy(stored),
    unquoted: eb
      .case()
      .when(stored.reply_to, 'is not', null)
      .then(messageJson(stored, { seesRemoved: eb.lit(true), lacks: () => eb.lit(true) }))
      .end(),
    quoteLackedBy: quoteLackedBy(stored),
    skipsSlowMode: sql`${inTurn} or draft.forwarded_from is not null`,
  },
};

const room = row('rooms', 'room') as LockedRoom;
const writer = sql.ref<string>('draft.user_id');
const sender = sql.ref<string>('added.sender_id');

const isWritten = (condition: Condition = eb.lit(true)): Condition =>
  sql`exists (select from added where added.room_id = room.id and ${condition})`;

const asks = ({ asksFirst }: RoomKind): Value<boolean> =>
  fact(asksFirst ? isWritten(asksFirst(sql.ref('member.user_id'), sender)) : eb.lit(false));

/** Whether a conversation waits to be accepted after these messages: the first one may start a request, and answering ends it. */
const waits = () => sql<boolean>`case when ${isWritten(sql`added.sender_id = member.user_id`)} then false
  when room.last_id = 0 then ${byKind(room, asks)} else member.request end`;

/** The rows of members to whose lists a room returns. */
const held = () => sql`select member.room_id, member.user_id, member.listed_id, member.request
  from room_members member join room on room.id = member.room_id
  where ${isOf(room, ({ leaving }) => leaving === 'clears')} and member.user_id = any(room.people) and ${isWritten()}
  order by member.room_id, member.user_id for no key update of member`;

/** Makes people who write in a thread follow it, and marks their messages as read. */
const follow = () => sql`insert into room_members as member (room_id, user_id, follows, read_id, seen_id)
  select added.room_id, added.sender_id, true, max(added.id), max(added.id) from added join room on room.id = added.room_id
  where ${isOf(room, ({ isFollowed }) => isFollowed === true)} group by added.room_id, added.sender_id
  on conflict (room_id, user_id) do update set follows = true, read_id = greatest(member.read_id, excluded.read_id),
    seen_id = greatest(member.seen_id, excluded.seen_id)`;

/** The input of the job that finds the people messages mention, and the devices they're pushed to. */
const noted =
  () => sql`(select json_agg(json_build_object('id', added.id)) from added join room on room.id = added.room_id
  where added.mentions is not null or room.channel_id is not null or ${mayBePushed(room, sender)})`;

/** When messages are stored, and since when accounts are new; null: none are. */
export interface Moment {
  now: Date;
  newcomersSince: Date | null;
  /** The senders have taken their turns (`takeTurn`). Otherwise nothing is stored in rooms with slow mode. */
  inTurn: boolean;
}

/** Besides these, one array per column. */
type Values = Moment & { tokenHashes: readonly Buffer[] };

/**
 * Stores several messages in one statement: sessions, who may write, ids under the rooms' locks, and everything else that changes. Ids are
 * drawn after the join with the locked rooms and after the sort.
 *
 * An attempt with the `client_id` of a message that its sender has already stored, in whatever room, returns that message (`earlier`). The
 * unique index decides whether there is one, because the statement's snapshot is older than its locks. The same attempt twice in one
 * statement is a PostgreSQL error.
 *
 * A room that its members can clear returns to their lists. Their rows are locked first, whatever their state when the statement began:
 * while it waited for the room, one may have cleared it, or written a request.
 *
 * `(select …)` hides the number of messages from the planner: for few, it would plan anew each time, which takes several times longer than
 * storing them.
 */
const storeStatement = (which: keyof typeof shapes) =>
  statement<Values, StoredRow>(`rooms-store-${which}`, (_db, given) => {
    const { columns, kept, body, quotedBy: quoted, unquoted, quoteLackedBy: lacked, skipsSlowMode } = shapes[which];
    const storedAt = sql`${given.now}::timestamptz`;
    const newcomersSince = sql<Date>`${given.newcomersSince}::timestamptz`;
    const names = sql.join(columns.map(({ name }) => sql.id(name)));
    const casts = columns.map(({ name, cast }) => (cast ? eb.cast(sql.id(name), cast) : sql.id(name)));
    const arrays = [
      arrayOf(given.tokenHashes, 'bytea'),
      ...columns.map(({ name, type }) => arrayOf(placeholder<unknown[]>(name), type)),
    ];
    const locked = row('rooms', 'locked');
    return sql<StoredRow>`with given as materialized (
      select * from unnest(${sql.join(arrays)}) with ordinality as given (token_hash, ${names}, ordinality)
    ),
    draft as materialized (
      select given.*, sessions.user_id, sessions.last_seen_at < now() - interval '1 hour' as stale
      from given join sessions on sessions.token_hash = given.token_hash and sessions.expires_at > now()
    ),
    locked as materialized (
      select rooms.* from rooms where rooms.id in (select draft.room_id from draft) order by rooms.id for no key update
    ),
    room as materialized (
      select locked.*, ${byKind(locked, (kind) => kind.people(locked))} as people from locked
    ),
    numbered as materialized (
      select nextval('message_ids') as id, draft.*, room.last_id as newest_id
      from draft join room on room.id = draft.room_id
      where ${byKind(room, (kind) => kind.mayWrite(room, writer, newcomersSince) as Value<boolean>)}
        and (${skipsSlowMode} or 0 = case when room.channel_id is null then room.slow_mode
          else (select home.slow_mode from rooms home where home.id = room.channel_id) end) order by draft.ordinality
    ),
    stored as (
      insert into messages as kept (id, sender_id, created_at, ${names})
      select id, user_id, ${storedAt}, ${sql.join(casts)}
      from numbered
      on conflict (sender_id, client_id) where client_id is not null and reuses_client_id is null
        do update set client_id = excluded.client_id
      returning ${kept}, kept.xmax = 0 as fresh
    ),
    added as (select * from stored where stored.fresh),
    earlier as materialized (select * from stored where not stored.fresh),
    found as materialized (
      select numbered.ordinality, numbered.newest_id, coalesce((
        select earlier.id from earlier
        where earlier.sender_id = numbered.user_id and earlier.client_id = numbered.client_id), numbered.id) as id
      from numbered
    ),
    touched as (
      update rooms set last_id = news.id, active_at = greatest(rooms.active_at, ${storedAt}),
        reply_count = case when rooms.root_id is null then 0 else rooms.reply_count + news.number end,
        last_reply_id = case when rooms.root_id is null then 0 else news.id end
      from (select added.room_id, max(added.id) as id, count(*) as number from added group by added.room_id) news where rooms.id = news.room_id
    ),
    held as materialized (${held()}),
    listed as (
      update room_members member set listed_id = coalesce(member.listed_id, 0), request = ${waits()}
      from held join room on room.id = held.room_id where member.room_id = held.room_id and member.user_id = held.user_id
        and (held.listed_id is null or room.last_id = 0 or held.request)
    ),
    followed as (${follow()}),
    noted as materialized (
      select ${deferredIn('messages.noted', noted())} as job
    )
    select draft.user_id, draft.stale, ${body} as body, stored.id, stored.room_id, stored.fresh is true as fresh,
      found.newest_id, room.people, ${quoted} as quoted_by, ${unquoted} as unquoted, ${lacked} as quote_lacked_by,
      case when found.id is not null or ${mayKnowOf(room, writer)} then room.kind end as kind
    from given
      left join draft on draft.ordinality = given.ordinality
      left join room on room.id = draft.room_id
      left join found on found.ordinality = given.ordinality
      left join stored on stored.id = found.id
      cross join noted
    order by given.ordinality`;
  });

const statements = {
  ordinary: storeStatement('ordinary'),
  any: storeStatement('any'),
};

const valuesOf = (which: keyof typeof shapes, rows: readonly MessageRow[], moment: Moment): Values => ({
  ...moment,
  tokenHashes: rows.map(({ tokenHash }) => tokenHash),
  ...Object.fromEntries(shapes[which].columns.map(({ name, of }) => [name, rows.map(of)])),
});

/** Stores messages on a pipeline for writes and returns one answer per row, in order. */
export async function storeMessages(
  pipeline: Pipeline,
  rows: readonly MessageRow[],
  moment: Moment,
): Promise<StoredRow[]> {
  const which = rows.every(isOrdinary) ? 'ordinary' : 'any';
  return await statements[which](pipeline, valuesOf(which, rows, moment));
}

/** The same for a single message, in a transaction. */
export async function storeMessage(tx: Tx, row: MessageRow, moment: Moment): Promise<StoredRow | undefined> {
  const [stored] = await statements.any(tx, valuesOf('any', [row], moment));
  return stored;
}

const earlierStatement = statement('messages-earlier', (db, { roomId, id }: Given<{ roomId: string; id: number }>) =>
  db
    .selectFrom('messages')
    .select(messageJson(row('messages'), { seesRemoved: eb.lit(true) }).as('body'))
    .where('messages.room_id', '=', roomId)
    .where('messages.id', '=', id),
);

/** A message that an earlier attempt stored, as JSON text, as it is now. Null: it's gone. */
export async function readEarlier(pipeline: Pipeline, roomId: string, id: number): Promise<string | null> {
  const [earlier] = await earlierStatement(pipeline, { roomId, id });
  return earlier?.body ?? null;
}
