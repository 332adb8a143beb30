import { sharesReadMarksText } from '#features/relations/public.ts';
import type { Hot, Statement } from '#platform/database/database.ts';
import { fromText, row, textOf } from '#platform/database/expressions.ts';
import { once } from '#platform/database/session-statement.ts';
import { byKindText, countAfterText, hasMembersText, markOfText } from './rooms.access.ts';

/** Somebody, by their session or their id, has read a room up to a message. */
export interface Mark {
  tokenHash: Buffer | null;
  userId: string | null;
  roomId: string;
  /** The message's number. */
  messageId: number;
  /** Whether what came later is unread from now on. Otherwise what's been read stays so. */
  isExact: boolean;
}

/** The outcome of one. */
export interface MarkedRow {
  /** Null: the session doesn't exist. */
  user_id: string | null;
  stale: boolean | null;
  /** Null: the person doesn't read the room. */
  kind: string | null;
  username: string;
  last_id: number;
  /** Up to where they've read now, and before. */
  mark: number;
  before: number;
  /** The furthest they've ever read, which others are told; null: no further than before. */
  seen_id: number | null;
  /** Whether what's been read by this mark mentions them. */
  mentioned: boolean;
  /** How much is left after the mark. */
  unread: number;
  /** The other members who see what the person has read. */
  told: string[];
}

/**
 * Several marks in one statement; people are locked first, as 0004_posts.sql requires. Each goes up to an existing message, so that nothing
 * is marked before it arrives; of several by one person in one room, the last exact one counts, or else the furthest. A row of room_members
 * is made where a room has no members of its own.
 */
const markStatement = once((): Statement => {
  const key = 'room_id, user_id';
  return {
    name: 'rooms-mark',
    text: `with given as materialized (
      select * from unnest($1::bytea[], $2::uuid[], $3::uuid[], $4::bigint[], $5::boolean[])
        with ordinality as given (token_hash, person_id, room_id, message_id, is_exact, place)
    ),
    draft as materialized (
      select given.*, coalesce(sessions.user_id, given.person_id) as user_id, coalesce(sessions.last_seen_at < now() - interval '1 hour', false) as stale
      from given left join sessions on sessions.token_hash = given.token_hash and sessions.expires_at > now()
    ),
    reader as materialized (
      select users.id, users.username from users where users.id in (select draft.user_id from draft) order by users.id for key share
    ),
    allowed as materialized (
      select draft.place, draft.is_exact, draft.user_id, draft.room_id, reader.username, rooms.kind, rooms.last_id, ${hasMembersText('rooms')} as has_members,
        own.read_from, member.read_id as known_id, member.seen_id, greatest(member.since_id, member.cleared_id, own.read_from, 0) as floor_id,
        ${markOfText('member', 'own')} as before, member.request, coalesce((
          select messages.id from messages where messages.room_id = rooms.id and messages.id <= draft.message_id order by messages.id desc limit 1
        ), 0) as up_to
      from draft join reader on reader.id = draft.user_id join rooms on rooms.id = draft.room_id
        left join room_members member on member.room_id = rooms.id and member.user_id = draft.user_id
        left join community_members own on own.community_id = rooms.community_id and own.user_id = draft.user_id
      where ${byKindText('rooms', (kind) => textOf(kind.mayRead(row('rooms'), row('room_members', 'member'), fromText('draft.user_id'))))}
    ),
    news as materialized (
      select distinct on (${key}) allowed.*, case when is_exact then up_to else greatest(up_to, known_id) end as read_id
      from allowed order by ${key}, is_exact desc, case when is_exact then place end desc, up_to desc
    ),
    held as materialized (
      select member.room_id, member.user_id from room_members member
        join news on news.room_id = member.room_id and news.user_id = member.user_id
      where news.has_members and member.read_id <> news.read_id
      order by member.room_id, member.user_id for no key update of member
    ),
    moved as (
      update room_members member set read_id = news.read_id, seen_id = greatest(member.seen_id, news.read_id)
      from held join news on news.room_id = held.room_id and news.user_id = held.user_id
      where member.room_id = held.room_id and member.user_id = held.user_id
    ),
    standing as materialized (
      select rooms.id from rooms where rooms.id in (select news.room_id from news where not news.has_members) order by rooms.id for key share
    ),
    made as (
      insert into room_members as known (${key}, read_id, seen_id)
      select ${key}, read_id, read_id from news join standing on standing.id = news.room_id
      where greatest(news.read_id, news.floor_id) <> news.before order by ${key}
      on conflict (${key}) do update set read_id = excluded.read_id, seen_id = greatest(known.seen_id, excluded.seen_id)
    )
    select draft.user_id, draft.stale, allowed.kind, allowed.username, allowed.last_id, allowed.before, now_read.mark,
      case when now_read.mark > greatest(allowed.seen_id, allowed.floor_id) then now_read.mark end as seen_id,
      exists (select from message_mentions mention where mention.user_id in (allowed.user_id, '00000000-0000-0000-0000-000000000000')
        and mention.room_id = allowed.room_id and mention.message_id > allowed.before and mention.message_id <= now_read.mark) as mentioned,
      case when allowed.last_id <= now_read.mark then 0 else ${countAfterText('allowed.room_id', 'allowed.user_id', 'now_read.mark')} end as unread,
      case when allowed.has_members and not allowed.request and now_read.mark > greatest(allowed.seen_id, allowed.floor_id) then array(
        select other.user_id from room_members other where other.room_id = allowed.room_id and other.user_id <> allowed.user_id
          and not other.request and ${sharesReadMarksText('allowed.user_id', 'other.user_id')}
      ) else '{}' end as told
    from given
      left join draft on draft.place = given.place
      left join allowed on allowed.place = given.place
      left join news on news.room_id = allowed.room_id and news.user_id = allowed.user_id
      left join lateral (select greatest(news.read_id, allowed.floor_id) as mark) now_read on true
    order by given.place`,
  };
});

/** One result per mark, in order. */
export async function storeMarks(hot: Hot, marks: readonly Mark[]): Promise<MarkedRow[]> {
  return await hot.query<MarkedRow>(markStatement(), [
    marks.map(({ tokenHash }) => tokenHash),
    marks.map(({ userId }) => userId),
    marks.map(({ roomId }) => roomId),
    marks.map(({ messageId }) => messageId),
    marks.map(({ isExact }) => isExact),
  ]);
}
