import { type QueryCreator, sql } from 'kysely';
import { sharesReadMarks } from '#features/relations/public.ts';
import { arrayOf } from '#platform/database/arrays.ts';
import type { Pipeline } from '#platform/database/database.ts';
import { exists, row } from '#platform/database/expressions.ts';
import { type Given, statement } from '#platform/database/statement.ts';
import type { Tables } from '#platform/database/tables.ts';
import { byKind, countAfter, hasMembers, markOf, mentionsIn } from './rooms.access.ts';

/** Somebody, by their session or their id, has read a room up to a message. */
export interface Mark {
  tokenHash: Buffer | null;
  userId: string | null;
  roomId: string;
  /** The message's number. */
  messageId: number;
  /** Whether later messages become unread. Otherwise a mark never goes back. */
  isExact: boolean;
}

/** Several marks, as parallel arrays. */
interface Marks {
  tokens: (Buffer | null)[];
  people: (string | null)[];
  rooms: string[];
  messages: number[];
  exact: boolean[];
}

/** The outcome of one mark. */
export interface MarkedRow {
  /** Null: the session doesn't exist. */
  user_id: string | null;
  stale: boolean | null;
  /** Null: the person can't read the room. */
  kind: string | null;
  username: string;
  last_id: number;
  /** Up to where they've read now, and before. */
  mark: number;
  before: number;
  /** Up to where others now see that they've read; null: no change. */
  seen_id: number | null;
  /** Whether this mark reads a mention of them. */
  mentioned: boolean;
  /** How much is unread after the mark. */
  unread: number;
  /** The other members who see read marks of this person. */
  told: string[];
}

/** A valid mark, besides columns that only the statement reads. */
interface Allowed extends Pick<MarkedRow, 'kind' | 'username' | 'last_id' | 'before'> {
  ordinality: number;
}

const [rooms, member, own] = [row('rooms'), row('room_members', 'member'), row('community_members', 'own')];

/** The marks with their people, limited to readable rooms: `given`, `draft`, `reader` and `allowed`. */
const allowedMarks = (db: QueryCreator<Tables>, marks: Given<Marks>) =>
  db
    .with(
      (cte) => cte('given').materialized(),
      () => sql<{ ordinality: number }>`(
        select * from unnest(${arrayOf(marks.tokens, 'bytea')}, ${arrayOf(marks.people, 'uuid')}, ${arrayOf(marks.rooms, 'uuid')},
          ${arrayOf(marks.messages, 'bigint')}, ${arrayOf(marks.exact, 'boolean')}) with ordinality as given (token_hash, person_id, room_id, message_id, is_exact, ordinality)
      )`,
    )
    .with(
      (cte) => cte('draft').materialized(),
      () => sql<{ ordinality: number; user_id: string | null; stale: boolean | null }>`(
        select given.*, coalesce(sessions.user_id, given.person_id) as user_id, coalesce(sessions.last_seen_at < now() - interval '1 hour', false) as stale
        from given left join sessions on sessions.token_hash = given.token_hash and sessions.expires_at > now()
      )`,
    )
    .with(
      (cte) => cte('reader').materialized(),
      () => sql<object>`(
        select users.id, users.username from users where users.id in (select draft.user_id from draft) order by users.id for key share
      )`,
    )
    .with(
      (cte) => cte('allowed').materialized(),
      () => sql<Allowed>`(
        select draft.ordinality, draft.is_exact, draft.user_id, draft.room_id, reader.username, rooms.kind, rooms.last_id, ${hasMembers(rooms)} as has_members,
          own.read_from, member.read_id as known_id, member.seen_id, greatest(member.since_id, member.cleared_id, own.read_from, 0) as floor_id,
          ${markOf(member, own)} as before, member.request, coalesce((
            select messages.id from messages where messages.room_id = rooms.id and messages.id <= draft.message_id order by messages.id desc limit 1
          ), 0) as up_to
        from draft join reader on reader.id = draft.user_id join rooms on rooms.id = draft.room_id
          left join room_members member on member.room_id = rooms.id and member.user_id = draft.user_id
          left join community_members own on own.community_id = rooms.community_id and own.user_id = draft.user_id
        where ${byKind(rooms, (kind) => kind.mayRead(rooms, member, sql.ref('draft.user_id')))}
      )`,
    );

/**
 * Several marks in one statement; people are locked first, as 0004_posts.sql requires. Each is limited to existing messages, so that
 * nothing is marked before it arrives. Of several by one person in one room, the last exact one counts, or else the furthest. Where a room
 * has no members of its own, a row of room_members is created.
 */
const markStatement = statement('rooms-mark', (db, marks: Given<Marks>) => {
  const [reader, other] = [sql.ref<string>('allowed.user_id'), sql.ref<string>('other.user_id')];
  const left = countAfter(sql.ref('allowed.room_id'), reader, sql.ref('now_read.mark'));
  return allowedMarks(db, marks)
    .with(
      (cte) => cte('news').materialized(),
      () => sql<{ ordinality: number; read_id: number }>`(
        select distinct on (room_id, user_id) allowed.*, case when is_exact then up_to else greatest(up_to, known_id) end as read_id
        from allowed order by room_id, user_id, is_exact desc, case when is_exact then ordinality end desc, up_to desc
      )`,
    )
    .with(
      (cte) => cte('held').materialized(),
      () => sql<object>`(
        select member.room_id, member.user_id from room_members member
          join news on news.room_id = member.room_id and news.user_id = member.user_id
        where news.has_members and member.read_id <> news.read_id
        order by member.room_id, member.user_id for no key update of member
      )`,
    )
    .with(
      'moved',
      () => sql<object>`(
        update room_members member set read_id = news.read_id, seen_id = greatest(member.seen_id, news.read_id)
        from held join news on news.room_id = held.room_id and news.user_id = held.user_id
        where member.room_id = held.room_id and member.user_id = held.user_id
      )`,
    )
    .with(
      (cte) => cte('standing').materialized(),
      () => sql<object>`(
        select rooms.id from rooms where rooms.id in (select news.room_id from news where not news.has_members) order by rooms.id for key share
      )`,
    )
    .with(
      'made',
      () => sql<object>`(
        insert into room_members as known (room_id, user_id, read_id, seen_id)
        select room_id, user_id, read_id, read_id from news join standing on standing.id = news.room_id
        where greatest(news.read_id, news.floor_id) <> news.before order by room_id, user_id
        on conflict (room_id, user_id) do update set read_id = excluded.read_id, seen_id = greatest(known.seen_id, excluded.seen_id)
      )`,
    )
    .selectFrom('given')
    .leftJoin('draft', 'draft.ordinality', 'given.ordinality')
    .leftJoin('allowed', 'allowed.ordinality', 'given.ordinality')
    .leftJoin('news', 'news.ordinality', 'given.ordinality')
    .leftJoinLateral(
      sql<{ mark: number }>`(select greatest(news.read_id, allowed.floor_id) as mark)`.as('now_read'),
      (on) => on.onTrue(),
    )
    .select(['draft.user_id', 'draft.stale', 'allowed.kind', 'allowed.username', 'allowed.last_id', 'allowed.before'])
    .select([
      'now_read.mark',
      sql`case when now_read.mark > greatest(allowed.seen_id, allowed.floor_id) then now_read.mark end`.as('seen_id'),
      exists(
        mentionsIn(sql.ref('allowed.room_id'), reader)
          .where('mention.message_id', '>', sql.ref<number>('allowed.before'))
          .where('mention.message_id', '<=', sql.ref<number>('now_read.mark')),
      ).as('mentioned'),
      sql`case when allowed.last_id <= now_read.mark then 0 else ${left} end`.as('unread'),
      sql`case when allowed.has_members and not allowed.request and now_read.mark > greatest(allowed.seen_id, allowed.floor_id) then array(
        select other.user_id from room_members other where other.room_id = allowed.room_id and other.user_id <> allowed.user_id
          and not other.request and ${sharesReadMarks(reader, other)}
      ) else '{}' end`.as('told'),
    ])
    .orderBy('given.ordinality')
    .$castTo<MarkedRow>();
});

/** One result per mark, in order. */
export const storeMarks = (pipeline: Pipeline, marks: readonly Mark[]): Promise<MarkedRow[]> =>
  markStatement(pipeline, {
    tokens: marks.map(({ tokenHash }) => tokenHash),
    people: marks.map(({ userId }) => userId),
    rooms: marks.map(({ roomId }) => roomId),
    messages: marks.map(({ messageId }) => messageId),
    exact: marks.map(({ isExact }) => isExact),
  });
