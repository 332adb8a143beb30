import type { RoomNotify } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { type Expression, type Generated, type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { authorColumns } from '#features/accounts/public.ts';
import { type RoomSql, storedAt, systemOf } from '#features/messages/public.ts';
import { onlineFor } from '#features/presence/public.ts';
import { hiddenFrom, sharesReadMarks } from '#features/relations/public.ts';
import type { Hot, Statement } from '#platform/database/database.ts';
import {
  type Given,
  perSize,
  type SessionDb,
  sessionColumns,
  sessionOfToken,
  sessionStatement,
  viewerId,
} from '#platform/database/session-statement.ts';
import { takesPushes } from '#platform/push/subscriptions.queries.ts';
import { countNewIn, readableGroup } from './groups.access.ts';
import { notifyOfConversation } from './unread.access.ts';

interface GroupsTable {
  id: string;
  name: string | null;
  profile_path: string | null;
  owner_id: string;
  /** The same people as in group_members. */
  member_ids: string[];
  created_at: Date;
  active_at: Date;
  last_id: Generated<number>;
}

interface GroupMembersTable {
  group_id: string;
  user_id: string;
  place: Generated<number>;
  since_id: number;
  read_id: Generated<number>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    groups: GroupsTable;
    group_members: GroupMembersTable;
  }
}

export type GroupRow = Selectable<GroupsTable>;

const touchGroups = `touched as (
    update groups set last_id = news.last_id, active_at = greatest(groups.active_at, ${storedAt})
    from (select added.room_id, max(added.id) as last_id from added group by added.room_id) news
    where groups.id = news.room_id
  )`;

/** Groups as a kind of message room: read and written by their members, each from when they joined. */
export const groupRooms: RoomSql = {
  name: 'groups',
  lockedRooms: `select groups.id, groups.member_ids from groups where groups.id in (select draft.room_id from draft)
    order by groups.id for no key update`,
  mayWrite: 'draft.user_id = any(room.member_ids)',
  changes: [touchGroups],
  extra: 'room.member_ids',
  mayBePushed: `exists (select from unnest(room.member_ids) member (id)
    where member.id <> added.sender_id and ${takesPushes('member.id')})`,
  readable: (room) => readableGroup(room, 'session.user_id'),
  hidden: (sender) => hiddenFrom('session.user_id', sender),
};

/** Characters of the newest message that the list returns. */
const previewLength = 200;

/** One of the caller's groups with where their part of it begins. */
type OwnRow = Omit<GroupRow, 'member_ids'> & { since_id: number; read_id: number };

const ownColumns = [
  'groups.id',
  'groups.name',
  'groups.profile_path',
  'groups.owner_id',
  'groups.created_at',
  'groups.active_at',
  'groups.last_id',
  'member.since_id',
  'member.read_id',
] as const;

/** Whether the newest message is shown to the caller: it wasn't removed, or they sent it; and they haven't blocked its sender. */
const isShown = sql.raw<boolean>(`((newest.removal is null or newest.sender_id = session.user_id)
  and not ${hiddenFrom('session.user_id', 'newest.sender_id')})`);

const readFrom = 'greatest(own.read_id, own.since_id)';

/** Groups of the caller with their members. @param details whether to say what each has read, and who's online: not in lists */
const groupsOf = (db: SessionDb, page: (query: SessionDb) => Expression<OwnRow>, details: boolean) =>
  db
    .with(
      (cte) => cte('own').materialized(),
      (query) => page(query as unknown as SessionDb),
    )
    .selectFrom('session')
    .select((session) => [
      ...sessionColumns,
      jsonArrayFrom(
        session
          .selectFrom('own')
          .leftJoin('messages as newest', (join) =>
            join
              .onRef('newest.room_id', '=', 'own.id')
              .onRef('newest.id', '=', 'own.last_id')
              .onRef('own.last_id', '>', 'own.since_id'),
          )
          .select([
            'own.id',
            'own.name',
            'own.profile_path',
            'own.owner_id',
            'own.created_at',
            'own.active_at',
            'newest.id as newest_id',
            'newest.sender_id as newest_sender_id',
            'newest.created_at as newest_at',
          ])
          .select((own) => [
            sql<string | null>`case when ${isShown} then left(newest.content, ${sql.lit(previewLength)})
              when newest.id is not null then '' end`.as('newest_text'),
            sql<string | null>`case when ${isShown} then newest.image_path end`.as('newest_image_path'),
            sql<boolean | null>`${isShown} and newest.attachments is not null`.as('newest_has_files'),
            sql.raw<unknown>(`(${systemOf('newest')})::json`).as('newest_system'),
            sql.raw<number>(readFrom).as('read_id'),
            sql.raw<number>(countNewIn('own.id', 'session.user_id', readFrom)).as('unread'),
            sql.raw<RoomNotify>(notifyOfConversation('own.id', 'session.user_id')).as('notify'),
            sql<number>`(extract(epoch from own.active_at) * 1000000)::bigint`.as('microseconds'),
            jsonArrayFrom(
              own
                .selectFrom('group_members as each')
                .innerJoin('users', 'users.id', 'each.user_id')
                .select(['users.id', ...authorColumns])
                .select([
                  sql
                    .raw<number | null>(
                      details
                        ? `case when ${sharesReadMarks('session.user_id', 'each.user_id')} then greatest(each.read_id, each.since_id) end`
                        : 'null::bigint',
                    )
                    .as('read_id'),
                  sql
                    .raw<boolean | null>(details ? onlineFor('session.user_id', 'each.user_id') : 'null::boolean')
                    .as('online'),
                ])
                .whereRef('each.group_id', '=', 'own.id')
                .orderBy('each.place'),
            ).as('members'),
          ])
          .orderBy('own.active_at', 'desc')
          .orderBy('own.id', 'desc'),
      ).as('groups'),
    ]);

const ownGroups = (query: SessionDb) =>
  query
    .selectFrom('group_members as member')
    .innerJoin('groups', 'groups.id', 'member.group_id')
    .select(ownColumns)
    .where('member.user_id', '=', sql.raw<string>(viewerId));

/** A page of the caller's groups after a place in their list of conversations, plus one more. */
export const readGroups = perSize((size) =>
  sessionStatement(`groups-list-${size}`, (db, { time, id }: Given<{ time: string; id: string }>) =>
    groupsOf(
      db,
      (query) =>
        ownGroups(query)
          .where(sql<boolean>`(groups.active_at, groups.id) < (${time}::timestamptz, ${id}::uuid)`)
          .orderBy('groups.active_at', 'desc')
          .orderBy('groups.id', 'desc')
          .limit(sql.lit(size + 1)),
      false,
    ),
  ),
);

/** One of the caller's groups. */
export const readGroup = sessionStatement('groups-one', (db, { id }: Given<{ id: string }>) =>
  groupsOf(db, (query) => ownGroups(query).where('groups.id', '=', id), true),
);

const readStatement = (name: string, session: string): Statement => ({
  name: `groups-read-${name}`,
  text: `with session as materialized (${session}),
    upto as materialized (select max(messages.id) as id from messages where messages.room_id = $2 and messages.id <= $3),
    marked as (
      update group_members member set read_id = upto.id from upto
      where member.group_id = $2 and member.user_id = (select session.user_id from session)
        and upto.id > greatest(member.read_id, member.since_id)
      returning member.read_id
    )
    select session.*, groups.last_id, marked.read_id,
      ${countNewIn('own.group_id', 'session.user_id', 'greatest(marked.read_id, own.read_id, own.since_id)')} as unread,
      case when marked.read_id is null then '{}' else array(
        select other.user_id from group_members other
        where other.group_id = own.group_id and other.user_id <> session.user_id
          and ${sharesReadMarks('session.user_id', 'other.user_id')}
      ) end as told,
      (select users.username from users where users.id = session.user_id) as username, own.group_id is not null as is_member
    from session left join group_members own on own.group_id = $2 and own.user_id = session.user_id
      left join groups on groups.id = own.group_id left join marked on true`,
});

const readByToken = readStatement('token', sessionOfToken);
const readByPerson = readStatement('person', 'select $1::uuid as user_id, false as stale');

/** The state of a group for whoever has read it. */
export interface GroupReadRow {
  user_id: string;
  stale: boolean;
  is_member: boolean;
  last_id: number;
  /** Null: nothing changed. */
  read_id: number | null;
  unread: number;
  /** The other members who see what the reader has read. */
  told: string[];
  username: string;
}

/** Marks a group's messages up to this one as read by the caller. Undefined without a session. */
export async function markGroupRead(
  hot: Hot,
  tokenHash: Buffer,
  { id, messageId }: { id: string; messageId: number },
): Promise<GroupReadRow | undefined> {
  const [row] = await hot.query<GroupReadRow>(readByToken, [tokenHash, id, messageId]);
  return row;
}

/** The same for a person whose session has already been checked. */
export async function markGroupReadBy(
  hot: Hot,
  userId: string,
  { id, messageId }: { id: string; messageId: number },
): Promise<GroupReadRow | undefined> {
  const [row] = await hot.query<GroupReadRow>(readByPerson, [userId, id, messageId]);
  return row;
}

const membersStatement: Statement = {
  name: 'groups-members',
  text: 'select member.user_id as id, member.since_id < $2 as reaches from group_members member where member.group_id = $1',
};

/** A group's people, and whether each reads the message with this number; none for an unknown group. */
export async function findMembers(
  hot: Hot,
  id: string,
  messageId: number,
): Promise<{ id: string; reaches: boolean }[]> {
  return await hot.query(membersStatement, [id, messageId]);
}

const outsidersStatement: Statement = {
  name: 'groups-outsiders',
  text: `select asked.id, asked.user_id as "userId" from unnest($1::uuid[], $2::uuid[]) asked (id, user_id)
    where not exists (select from group_members member where member.group_id = asked.id and member.user_id = asked.user_id)`,
};

/** Of these people in groups' rooms, those who aren't members. */
export async function findOutsiders(
  hot: Hot,
  held: readonly { id: string; userId: string }[],
): Promise<{ id: string; userId: string }[]> {
  return await hot.query(outsidersStatement, [held.map(({ id }) => id), held.map(({ userId }) => userId)]);
}

const matesStatement: Statement = {
  name: 'groups-mates',
  text: `select distinct own.user_id as id, mate.user_id from group_members own
    join group_members mate on mate.group_id = own.group_id and mate.user_id <> own.user_id
    where own.user_id = any($1::uuid[]) and mate.user_id = any($2::uuid[])`,
};

/** Which of these viewers share a group with which of these people. */
export async function findMates(
  hot: Hot,
  viewerIds: readonly string[],
  userIds: readonly string[],
): Promise<{ id: string; user_id: string }[]> {
  return await hot.query(matesStatement, [viewerIds, userIds]);
}

const callerStatement: Statement = { name: 'groups-caller', text: sessionOfToken };

/** Whose session this is. */
export async function findCaller(
  hot: Hot,
  tokenHash: Buffer,
): Promise<{ user_id: string; stale: boolean } | undefined> {
  const [row] = await hot.query<{ user_id: string; stale: boolean }>(callerStatement, [tokenHash]);
  return row;
}
