import type { Hot, Statement } from '#platform/database/database.ts';
import { fillGaps, gapsJson, type JsonRow, jsonArray, jsonGap } from '#platform/database/json.ts';
import { once, perSize, sessionOfToken } from '#platform/database/session-statement.ts';
import { messageIdText, messageJson, partsOfMessage, quotedBy, quoteLackedBy } from './json.queries.ts';
import { hidesFromText, lacksText, readableText, seesRemovedText } from './rooms.access.ts';

/** What one reader of a room sees: `session` is theirs, and `room` the room. */
export const readerOf = (messages: string) => ({
  seesRemoved: seesRemovedText('room', 'session.user_id', `${messages}.sender_id`),
  id: 'session.user_id',
  hidden: (sender: string) => hidesFromText('room', 'session.user_id', sender),
  lacks: (id: string) => lacksText('room', 'session.user_id', id),
});

/** A message with gaps for the parts that few have. */
const draftJson = (messages: string) => {
  const id = `${messages}.id`;
  return messageJson(messages, readerOf(messages), {
    mentions: `case when ${messages}.mentions is null then ',"mentions":[]' else ${jsonGap('m', id)} end`,
    replyTo: jsonGap('q', id),
    reactions: `case when ${messages}.reactions is null then ',"reactions":[]' else ${jsonGap('r', id)} end`,
    system: jsonGap('s', id),
    forwarder: jsonGap('f', id),
    thread: `case when exists (select from rooms thread where thread.root_id = ${id}) then ${jsonGap('t', id)} else ',"thread":null' end`,
  });
};

/** What's in the gaps of a room's messages. What says how new they are isn't among it, so a change that comes in between is heard of later. */
const gapStatement = once((): Statement => {
  const { mentions, replyTo, reactions, system, forwarder, thread } = partsOfMessage('messages', readerOf('messages'));
  const gaps = `unnest($3::text[], $4::bigint[]) with ordinality gap (part, id, place)
    left join messages on messages.room_id = $2 and messages.id = gap.id`;
  return {
    name: 'rooms-gaps',
    text: `select (select ${gapsJson({ m: mentions, q: replyTo, r: reactions, s: system, f: forwarder, t: thread }, gaps)} from rooms room where room.id = $2) as body, session.*
      from (${sessionOfToken}) session`,
  };
});

/** Higher than every id: a page before it is the newest. */
const afterAllIds = Number.MAX_SAFE_INTEGER;

/** Which of a room's messages: the newest, those next to one, given by its number, or those that changed after a revision. */
export interface HistoryPage {
  roomId: string;
  size: number;
  before?: number | undefined;
  after?: number | undefined;
  changedSince?: number | undefined;
}

type Direction = 'before' | 'after' | 'changed';

/** Which messages of a page's room, and in which order they're taken and shown. `$3` is where the page begins. */
const directions: Record<Direction, { nearest: string; order: string }> = {
  before: { nearest: 'messages.id > readable.since and messages.id < $3 order by messages.id desc', order: 'page.id' },
  after: { nearest: 'messages.id > greatest(readable.since, $3) order by messages.id', order: 'page.id' },
  changed: {
    nearest: 'messages.id > readable.since and messages.revision > $3 order by messages.revision',
    order: 'page.revision',
  },
};

/** An expression: a room's latest change, as the contract writes it. */
const latestIn = (room: string) =>
  messageIdText(`coalesce((select max(changed.revision) from messages changed where changed.room_id = ${room}), 0)`);

/** The limit is written into the statement because of the query plan: see posts.queries.ts. */
const pageStatements = Object.fromEntries(
  Object.entries(directions).map(([direction, { nearest, order }]) => [
    direction,
    perSize((size): Statement => {
      const page = `select * from messages where messages.room_id = $2 and ${nearest} limit ${size}`;
      const items = `select ${draftJson('page')} as item from (${page}) page order by ${order}`;
      // A page of changes goes as far as its last one: there may be more.
      const revision =
        direction === 'changed'
          ? messageIdText(`coalesce((select max(page.revision) from (${page}) page), $3)`)
          : latestIn('$2');
      return {
        name: `rooms-messages-${direction}-${size}`,
        text: `select (select '{"messages":' || ${jsonArray(items)} || ',"revision":"' || ${revision} || '"}'
            from (${readableText('$2')}) readable join rooms room on room.id = $2) as body, session.*
          from (${sessionOfToken}) session`,
      };
    }),
  ]),
) as Record<Direction, (size: number) => Statement>;

/** `{"messages": […], "revision"}`, oldest first. Undefined without a session; a null body for a room the caller may not read. */
export async function readHistory(
  hot: Hot,
  tokenHash: Buffer,
  { roomId, size, before = afterAllIds, after, changedSince }: HistoryPage,
): Promise<JsonRow | undefined> {
  const otherwise = after === undefined ? 'before' : 'after';
  const direction = changedSince === undefined ? otherwise : 'changed';
  const start = changedSince ?? after ?? before;
  const [row] = await hot.query<JsonRow>(pageStatements[direction](size), [tokenHash, roomId, start]);
  return await fillGaps(row, (letters, ids) => hot.query<JsonRow>(gapStatement(), [tokenHash, roomId, letters, ids]));
}

const aroundStatement = once((): Statement => {
  const near = (which: string) => `(select messages.* from messages cross join readable
    where messages.room_id = $2 and messages.id > readable.since and messages.id ${which})`;
  return {
    name: 'rooms-messages-around',
    text: `with session as (select $1::uuid as user_id),
        readable as materialized (${readableText('$2', '$1::uuid')}),
        near as (${near('<= $3 order by messages.id desc limit $4')} union all ${near('> $3 order by messages.id limit $5')})
      select near.id, ${messageJson('near', readerOf('near'))} as json, ${latestIn('$2')} as revision
      from near cross join session join rooms room on room.id = $2 order by near.id`,
  };
});

/** A message of a room and those next to it, oldest first; none if the viewer may not read it. */
export async function readAround(
  hot: Hot,
  viewerId: string,
  { roomId, id, earlier, later }: { roomId: string; id: number; earlier: number; later: number },
): Promise<{ id: number; json: string; revision: string }[]> {
  return await hot.query(aroundStatement(), [viewerId, roomId, id, earlier + 1, later]);
}

const betweenStatement: Statement = {
  name: 'messages-between',
  text: `select messages.id, messages.sender_id as by, ${quotedBy('messages')} as quoted_by, ${quoteLackedBy('messages')} as quote_lacked_by,
      ${messageJson('messages', { seesRemoved: 'false' })} as json from messages
    where messages.room_id = $1 and messages.id > $2 and messages.id <= $3 order by messages.id limit $4`,
};

/** A room's oldest messages after one number and up to another, with a maximum count, regardless of who may read them. */
export async function findBetween(
  hot: Hot,
  { roomId, after, upTo, max }: { roomId: string; after: number; upTo: number; max: number },
): Promise<{ id: number; json: string; by: string; quoted_by: string | null; quote_lacked_by: string[] | null }[]> {
  return await hot.query(betweenStatement, [roomId, after, upTo, max]);
}

const newestStatement: Statement = { name: 'messages-newest', text: 'select newest_message_id() as id' };

/** The number of the newest message in any room; 0 if there is none. */
export async function findNewestNumber(hot: Hot): Promise<number> {
  const [row] = await hot.query<{ id: number }>(newestStatement, []);
  return row?.id ?? 0;
}
