import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { sql } from 'kysely';
import { arrayOf } from '#platform/database/arrays.ts';
import type { Pipeline } from '#platform/database/database.ts';
import { call, eb, exists, type Id, type Row, row, type Value } from '#platform/database/expressions.ts';
import {
  fillGaps,
  gapsJson,
  type JsonRow,
  jsonArray,
  jsonGap,
  jsonId,
  jsonText,
  jsonValue,
} from '#platform/database/json.ts';
import { type Given, perSize, sessionColumns, sessionOf, viewer } from '#platform/database/session-statement.ts';
import { statement } from '#platform/database/statement.ts';
import { messageIdText, messageJson, partsOfMessage, quotedBy, quoteLackedBy } from './json.queries.ts';
import { hidesFrom, lacks, readable, seesRemoved } from './rooms.access.ts';

const room = row('rooms', 'room');

/** What one reader sees of a room: `session` is theirs, and `room` the room. */
export const readerOf = (messages: Row<'messages'>) => ({
  seesRemoved: seesRemoved(room, viewer, messages.sender_id),
  id: viewer,
  hidden: (sender: Id) => hidesFrom(room, viewer, sender),
  lacks: (id: Value<number>) => lacks(room, viewer, id),
});

/** A message with gaps for the parts that few have. */
const draftJson = (messages: Row<'messages'>) => {
  const { id } = messages;
  const ifAny = (column: Value<unknown>, gap: Value<string>, otherwise: string) =>
    eb.case().when(column, 'is', null).then(sql.lit(otherwise)).else(gap).end();
  const hasThread = exists(eb.selectFrom('rooms as thread').where('thread.root_id', '=', id));
  return messageJson(messages, readerOf(messages), {
    mentions: ifAny(messages.mentions, jsonGap('m', id), ',"mentions":[]'),
    replyTo: jsonGap('q', id),
    reactions: ifAny(messages.reactions, jsonGap('r', id), ',"reactions":[]'),
    system: jsonGap('s', id),
    forwarder: jsonGap('f', id),
    thread: eb.case().when(hasThread).then(jsonGap('t', id)).else(sql.lit(',"thread":null')).end(),
  });
};

interface Gaps {
  tokenHash: Buffer;
  roomId: string;
  letters: string[];
  ids: string[];
}

/** Fills the gaps in a room's messages. Revisions aren't filled in here, so a change made in between is still announced later. */
const readGaps = statement<Gaps, JsonRow>('rooms-gaps', (db, { tokenHash, roomId, letters, ids }) => {
  const messages = row('messages');
  const { mentions, replyTo, reactions, system, forwarder, thread } = partsOfMessage(messages, readerOf(messages));
  const parts = { m: mentions, q: replyTo, r: reactions, s: system, f: forwarder, t: thread };
  const gaps = sql`unnest(${arrayOf(letters, 'text')}, ${arrayOf(ids, 'bigint')}) with ordinality gap (part, id, ordinality)
      left join messages on messages.room_id = ${roomId} and messages.id = gap.id`;
  return db
    .selectFrom(sessionOf(tokenHash).as('session'))
    .select(
      eb.selectFrom('rooms as room').select(gapsJson(parts, gaps).as('body')).where('room.id', '=', roomId).as('body'),
    )
    .select(sessionColumns);
});

/** Higher than every id: a page before it is the newest. */
const afterAllIds = Number.MAX_SAFE_INTEGER;

/** Which of a room's messages: the newest, those next to one (given by its number), or those that changed after a revision. */
export interface HistoryPage {
  roomId: string;
  size: number;
  before?: number | undefined;
  after?: number | undefined;
  changedSince?: number | undefined;
}

type Direction = 'before' | 'after' | 'changed';

interface Page {
  tokenHash: Buffer;
  roomId: string;
  /** The number or revision where it begins. */
  start: number;
}

const messages = row('messages');
const since = sql.ref<number>('readable.since');

/** The messages of a page, in the order in which they're taken. */
const nearest = (direction: Direction, { roomId, start }: Given<Page>) => {
  const ofRoom = eb.selectFrom('messages').selectAll().where('messages.room_id', '=', roomId);
  const later = ofRoom.where('messages.id', '>', since);
  if (direction === 'before') return later.where('messages.id', '<', start).orderBy('messages.id', 'desc');
  if (direction === 'changed') return later.where('messages.revision', '>', start).orderBy('messages.revision');
  return ofRoom.where('messages.id', '>', call<number>('greatest', since, start)).orderBy('messages.id');
};

/** A room's latest change, in the contract's format. */
const latestIn = (roomId: Id) => {
  const latest = eb
    .selectFrom('messages as changed')
    .select((changed) => changed.fn.max('changed.revision').as('revision'))
    .where('changed.room_id', '=', roomId);
  return messageIdText(eb.fn.coalesce(latest.$asScalar(), eb.lit(0)));
};

/** The limit is part of the statement's text because of the query plan: see posts.queries.ts. */
const pageStatement = (direction: Direction) =>
  perSize((size) =>
    statement<Page, JsonRow>(`rooms-messages-${direction}-${size}`, (db, given) => {
      const page = nearest(direction, given).limit(sql.lit(size)).as('page');
      const items = eb
        .selectFrom(page)
        .select(draftJson(row('messages', 'page')).as('item'))
        .orderBy(direction === 'changed' ? 'page.revision' : 'page.id');
      const last = eb.selectFrom(page).select((each) => each.fn.max('page.revision').as('revision'));
      // A page of changes goes as far as its last one: there may be more.
      const revision =
        direction === 'changed' ? messageIdText(eb.fn.coalesce(last.$asScalar(), given.start)) : latestIn(given.roomId);
      const body = eb
        .selectFrom(readable(given.roomId, viewer).as('readable'))
        .innerJoin('rooms as room', (join) => join.on('room.id', '=', given.roomId))
        .select(jsonText('{"messages":', jsonArray(items), ',"revision":', jsonId(revision), '}').as('body'));
      return db.selectFrom(sessionOf(given.tokenHash).as('session')).select(body.as('body')).select(sessionColumns);
    }),
  );

const pageStatements: Record<Direction, ReturnType<typeof pageStatement>> = {
  before: pageStatement('before'),
  after: pageStatement('after'),
  changed: pageStatement('changed'),
};

/** `{"messages": […], "revision"}`, oldest first. Undefined without a session; a null body for a room the caller may not read. */
export async function readHistory(
  pipeline: Pipeline,
  tokenHash: Buffer,
  { roomId, size, before = afterAllIds, after, changedSince }: HistoryPage,
): Promise<JsonRow | undefined> {
  const otherwise = after === undefined ? 'before' : 'after';
  const direction = changedSince === undefined ? otherwise : 'changed';
  const start = changedSince ?? after ?? before;
  const [page] = await pageStatements[direction](size)(pipeline, { tokenHash, roomId, start });
  return await fillGaps(page, (letters, ids) => readGaps(pipeline, { tokenHash, roomId, letters, ids }));
}

interface Around {
  viewerId: string;
  roomId: string;
  id: number;
  /** How many before it, and how many after it. */
  earlier: number;
  later: number;
}

interface AroundRow {
  id: number;
  message: Message;
  /** The room's id. */
  revision: string;
}

const aroundStatement = statement<Around & { upTo: number }, AroundRow>(
  'rooms-messages-around',
  (db, { viewerId, roomId, id, upTo, later }) => {
    const ofRoom = eb
      .selectFrom('messages')
      .innerJoin(sql<{ since: number }>`readable`.as('readable'), (join) => join.onTrue())
      .selectAll('messages')
      .where('messages.room_id', '=', roomId)
      .where('messages.id', '>', since);
    const before = ofRoom.where('messages.id', '<=', id).orderBy('messages.id', 'desc').limit(upTo);
    const after = ofRoom.where('messages.id', '>', id).orderBy('messages.id').limit(later);
    const near = row('messages', 'near');
    return db
      .with('session', (query) => query.selectNoFrom(eb.cast<string>(viewerId, 'uuid').as('user_id')))
      .with(
        (cte) => cte('readable').materialized(),
        () => readable(roomId, eb.cast(viewerId, 'uuid')),
      )
      .with('near', (query) =>
        query
          .selectFrom(before.as('before'))
          .selectAll()
          .unionAll(query.selectFrom(after.as('after')).selectAll()),
      )
      .selectFrom('near')
      .crossJoin('session')
      .innerJoin('rooms as room', (join) => join.on('room.id', '=', roomId))
      .select([
        'near.id',
        jsonValue<Message>(messageJson(near, readerOf(near))).as('message'),
        latestIn(roomId).as('revision'),
      ])
      .orderBy('near.id');
  },
);

/** A message of a room and those next to it, oldest first; none if the viewer may not read it. */
export async function readAround(
  pipeline: Pipeline,
  viewerId: string,
  around: Omit<Around, 'viewerId'>,
): Promise<AroundRow[]> {
  return await aroundStatement(pipeline, { ...around, viewerId, upTo: around.earlier + 1 });
}

interface Between {
  roomId: string;
  after: number;
  upTo: number;
  max: number;
}

const betweenStatement = statement('messages-between', (db, { roomId, after, upTo, max }: Given<Between>) =>
  db
    .selectFrom('messages')
    .select(['messages.id', 'messages.sender_id as by'])
    .select([quotedBy(messages).as('quoted_by'), quoteLackedBy(messages).as('quote_lacked_by')])
    .select(jsonValue<Message>(messageJson(messages, { seesRemoved: eb.lit(false) })).as('message'))
    .where('messages.room_id', '=', roomId)
    .where('messages.id', '>', after)
    .where('messages.id', '<=', upTo)
    .orderBy('messages.id')
    .limit(max),
);

/** A room's oldest messages after one number and up to another, with a maximum count, regardless of who may read them. */
export async function findBetween(
  pipeline: Pipeline,
  between: Between,
): Promise<{ id: number; message: Message; by: string; quoted_by: string | null; quote_lacked_by: string[] | null }[]> {
  return await betweenStatement(pipeline, between);
}

const newestStatement = statement('messages-newest', (db) =>
  db.selectNoFrom(call<number>('newest_message_id').as('id')),
);

/** The number of the newest message in any room; 0 if there is none. */
export async function findNewestNumber(pipeline: Pipeline): Promise<number> {
  const [newest] = await newestStatement(pipeline, {});
  return newest?.id ?? 0;
}
