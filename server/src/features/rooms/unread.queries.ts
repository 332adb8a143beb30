import type { Hot, Statement } from '#platform/database/database.ts';
import { fromText, row, textOf } from '#platform/database/expressions.ts';
import { once, sessionOfToken, viewerId } from '#platform/database/session-statement.ts';
import {
  byKindText,
  countAfterText,
  hasMembersText,
  markOfText,
  mentioningText,
  mostCounted,
  notifyOfText,
} from './rooms.access.ts';

/** What's unread in a room for somebody who neither muted it nor has yet to accept it. */
export interface UnreadRoom {
  user_id: string;
  room_id: string;
  kind: string;
  community_id: string | null;
  community_handle: string | null;
  /** Whether one is notified of every message there, and not only of mentions. */
  tells_all: boolean;
  /** Messages, up to `mostCounted`; where a room counts as one, 1 stands for any. */
  unread: number;
  /** How many of them mention the person. Where they're told of everything in a room that counts as one, 0. */
  mentions: number;
}

/**
 * A select of a person's rooms, neither muted nor requests, with what's unread: messages that are newer than their mark and `counts`.
 * @param person an expression whose value is an id @param which a condition on a row `rooms` and on `mark`, an expression
 */
const roomsOf = (person: string, which: (mark: string) => string): string => {
  const columns = `rooms.id, rooms.kind, rooms.community_id, ${notifyOfText('rooms', 'member')} as notify`;
  const markOfMember = 'greatest(member.read_id, member.since_id, member.cleared_id)';
  const isOne = byKindText('mine', ({ countsAs }) => String(countsAs === 'conversations'));
  const mentions = `(select count(distinct told.id)::int
    from (${mentioningText('mine.id', person, 'mine.mark')} limit ${mostCounted}) told)`;
  return `select mine.id as room_id, mine.kind, mine.community_id, communities.handle as community_handle, mine.notify = 'all' as tells_all,
      news.unread, case when news.unread = 0 or (mine.notify = 'all' and ${isOne}) then 0 else ${mentions} end as mentions
    from (
      select ${columns}, ${markOfMember} as mark
      from room_members member join rooms on rooms.id = member.room_id and ${hasMembersText('rooms')}
      where member.user_id = ${person} and not member.request and ${which(markOfMember)}
      union all
      select ${columns}, ${markOfText('member', 'own')}
      from community_members own join rooms on rooms.community_id = own.community_id and not ${hasMembersText('rooms')}
        left join room_members member on member.room_id = rooms.id and member.user_id = own.user_id
      where own.user_id = ${person} and ${which(markOfText('member', 'own'))}
        and ${byKindText('rooms', (kind) => textOf(kind.mayRead(row('rooms'), row('room_members', 'member'), fromText(person))))}
    ) mine
      left join communities on communities.id = mine.community_id
      cross join lateral (
        select ${countAfterText('mine.id', person, 'mine.mark', `(case when ${isOne} then 1 else ${mostCounted} end)`)} as unread offset 0
      ) news
    where mine.notify <> 'none'`;
};

/** Rooms whose newest message isn't newer than the mark cost nothing. */
const unreadRooms = (person: string) =>
  `select found.* from (${roomsOf(person, (mark) => `rooms.last_id > ${mark}`)}) found where found.unread > 0
    order by found.community_id, found.room_id`;

const ownStatement = once(
  (): Statement => ({
    name: 'rooms-unread-own',
    text: `with session as materialized (${sessionOfToken})
      select session.user_id, session.stale, unread.* from session
        left join (${unreadRooms(viewerId)}) unread on true order by unread.community_id, unread.room_id`,
  }),
);

/** What's unread for the caller. Undefined without a session. */
export async function readOwnUnreadRooms(
  hot: Hot,
  tokenHash: Buffer,
): Promise<{ user_id: string; stale: boolean; rooms: UnreadRoom[] } | undefined> {
  const rows = await hot.query<UnreadRoom & { stale: boolean; room_id: string | null }>(ownStatement(), [tokenHash]);
  const [first] = rows;
  return first && { user_id: first.user_id, stale: first.stale, rooms: rows.filter(({ room_id }) => room_id !== null) };
}

const personStatement = once(
  (): Statement => ({
    name: 'rooms-unread-person',
    text: `select $1::uuid as user_id, unread.* from (${unreadRooms('$1::uuid')}) unread`,
  }),
);

/** The same for somebody. */
export const readUnreadRooms = (hot: Hot, userId: string): Promise<UnreadRoom[]> =>
  hot.query<UnreadRoom>(personStatement(), [userId]);

const roomsStatement = once(
  (): Statement => ({
    name: 'rooms-unread-in',
    text: `select person.id as user_id, unread.* from unnest((select $1::uuid[])) person (id)
      cross join lateral (${roomsOf('person.id', () => 'rooms.id = any((select $2::uuid[])::uuid[])')}) unread`,
  }),
);

/** What's unread in some rooms, for those of some people who have them; 0 where nothing is. */
export const readUnreadIn = (hot: Hot, userIds: readonly string[], roomIds: readonly string[]): Promise<UnreadRoom[]> =>
  hot.query<UnreadRoom>(roomsStatement(), [userIds, roomIds]);
