import type { RoomNotify } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { type Generated, type Insertable, type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { fromHome, homeOfMember } from '#features/communities/public.ts';
import type { RoomSql } from '#features/messages/public.ts';
import { hiddenFrom } from '#features/relations/public.ts';
import type { Db, Hot, Statement, Tx } from '#platform/database/database.ts';
import { type Given, sessionColumns, sessionOfToken, sessionStatement } from '#platform/database/session-statement.ts';
import { takesPushes } from '#platform/push/subscriptions.queries.ts';
import { mayMentionEveryone, mayOversee, mayUse } from './channels.access.ts';
import { followersOfChannel, newestOfOthers, notifyOfChannel } from './unread.access.ts';

interface ChannelsTable {
  id: string;
  community_id: string;
  name: string;
  /** Ids of the community's roles. */
  roles: string[];
  created_at: Date;
  topic: Generated<string>;
  /** Its place in the list, from 0. Null: never moved. */
  position: Generated<number | null>;
}

/** What someone has read, beyond the messages from before they joined. */
interface ChannelReadsTable {
  community_id: string;
  user_id: string;
  channel_id: string;
  read_id: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    channels: ChannelsTable;
    channel_reads: ChannelReadsTable;
  }
}

export type ChannelRow = Selectable<ChannelsTable>;

/** Messages in channels: written and read by members with one of the channel's roles. */
export const channelRooms: RoomSql = {
  name: 'channels',
  lockedRooms: `select channels.* from channels where channels.id in (select draft.room_id from draft)
    order by channels.id for no key update`,
  mayWrite: mayUse('room', 'draft.user_id'),
  mayMentionEveryone,
  oversees: mayOversee,
  readable: (room) => `select 0::bigint as since from channels
    where channels.id = ${room} and ${mayUse('channels', 'session.user_id')}`,
  hidden: (sender) => hiddenFrom('session.user_id', sender),
  mayBePushed: `exists (select from (${followersOfChannel('room.id')}) follower
    where follower.user_id <> added.sender_id and ${takesPushes('follower.user_id')})`,
};

const newestOfOthersId = sql.raw<number | null>(newestOfOthers('channels.id', 'session.user_id', 'reading.read_id'));

/** A community's channels in their order, and the caller's roles; `home_id` is null for non-members. */
export const readChannels = sessionStatement('channels-list', (db, { handle }: Given<{ handle: string }>) =>
  fromHome(db, homeOfMember(handle)).select((session) => [
    ...sessionColumns,
    'home.id as home_id',
    jsonArrayFrom(
      session
        .selectFrom('channels')
        .leftJoinLateral(
          (own) =>
            own
              .selectFrom('community_members as own')
              .leftJoin('channel_reads as known', (join) =>
                join
                  .onRef('known.community_id', '=', 'own.community_id')
                  .onRef('known.user_id', '=', 'own.user_id')
                  .onRef('known.channel_id', '=', 'channels.id'),
              )
              .select(sql<number>`greatest(own.read_from, known.read_id)`.as('read_id'))
              .whereRef('own.community_id', '=', 'channels.community_id')
              .whereRef('own.user_id', '=', 'session.user_id')
              // Skips channels that the caller can't use.
              .where(sql.raw<boolean>(mayUse('channels', 'session.user_id')))
              .as('reading'),
          (join) => join.onTrue(),
        )
        .select([
          'channels.id',
          'channels.community_id',
          'channels.name',
          'channels.roles',
          'channels.topic',
          'reading.read_id',
        ])
        .select(newestOfOthersId.as('unread_id'))
        .select(sql.raw<RoomNotify>(notifyOfChannel('channels.id', 'session.user_id')).as('notify'))
        .whereRef('channels.community_id', '=', 'home.id')
        .orderBy('channels.position', (order) => order.asc().nullsLast())
        .orderBy('channels.id'),
    ).as('channels'),
    sql<string[]>`array(
        select held.role_id from community_role_holders held
        where held.community_id = home.id and held.user_id = session.user_id
      )`.as('held'),
  ]),
);

const accessStatement: Statement = {
  name: 'channels-access',
  text: `select channels.roles, array(
      select held.role_id from community_role_holders held
      where held.community_id = channels.community_id and held.user_id = $2
    ) as held
    from channels where channels.id = $1`,
};

/** A channel by its id, of a community of any kind. */
export async function findChannel(
  db: Db,
  id: string,
): Promise<(ChannelRow & { visibility: 'public' | 'private' }) | undefined> {
  return await db
    .selectFrom('channels')
    .innerJoin('communities', 'communities.id', 'channels.community_id')
    .selectAll('channels')
    .select('communities.visibility')
    .where('channels.id', '=', id)
    .executeTakeFirst();
}

/** A channel's roles, and those a person has in its community; undefined for an unknown channel. */
export async function findAccess(
  hot: Hot,
  channelId: string,
  userId: string,
): Promise<{ roles: string[]; held: string[] } | undefined> {
  const [row] = await hot.query<{ roles: string[]; held: string[] }>(accessStatement, [channelId, userId]);
  return row;
}

const memberStatement: Statement = {
  name: 'channels-member',
  text: `select from (${sessionOfToken}) session
    join community_members member on member.user_id = session.user_id
    join channels on channels.community_id = member.community_id where channels.id = $2`,
};

/** Whether the caller is a member of the channel's community. */
export async function isMemberAt(hot: Hot, tokenHash: Buffer, channelId: string): Promise<boolean> {
  return (await hot.query(memberStatement, [tokenHash, channelId])).length > 0;
}

/** Someone has read a channel up to a message. */
export interface ReadMark {
  tokenHash: Buffer;
  channelId: string;
  /** The message's number. */
  messageId: number;
}

/** The outcome of one. */
export interface MarkedRow {
  /** Null: the session doesn't exist. */
  user_id: string | null;
  stale: boolean | null;
  /** Whether the person may use the channel. */
  allowed: boolean;
  /** Null: it was already known. */
  read_id: number | null;
}

/**
 * Several marks in one statement; the people are locked first, as 0004_posts.sql requires. Each counts only up to an existing message,
 * so that nothing is marked read before it arrives.
 */
const markStatement: Statement = {
  name: 'channels-mark-read',
  text: `with given as materialized (
      select * from unnest($1::bytea[], $2::uuid[], $3::bigint[])
        with ordinality as given (token_hash, channel_id, message_id, place)
    ),
    draft as materialized (
      select given.*, sessions.user_id, sessions.last_seen_at < now() - interval '1 hour' as stale
      from given join sessions on sessions.token_hash = given.token_hash and sessions.expires_at > now()
    ),
    reader as materialized (
      select users.id from users where users.id in (select draft.user_id from draft) order by users.id for key share
    ),
    allowed as materialized (
      select draft.place, draft.user_id, draft.channel_id, channels.community_id, (
          select max(messages.id) from messages where messages.room_id = channels.id and messages.id <= draft.message_id
        ) as read_id
      from draft join reader on reader.id = draft.user_id join channels on channels.id = draft.channel_id
      where ${mayUse('channels', 'draft.user_id')}
    ),
    news as materialized (
      select allowed.community_id, allowed.user_id, allowed.channel_id, max(allowed.read_id) as read_id
      from allowed
        join community_members own on own.community_id = allowed.community_id and own.user_id = allowed.user_id
        left join channel_reads known on known.community_id = own.community_id and known.user_id = own.user_id
          and known.channel_id = allowed.channel_id
      where allowed.read_id > greatest(own.read_from, known.read_id)
      group by allowed.community_id, allowed.user_id, allowed.channel_id
    ),
    marked as (
      insert into channel_reads as known (community_id, user_id, channel_id, read_id)
      select * from news order by news.community_id, news.user_id, news.channel_id
      on conflict (community_id, user_id, channel_id) do update set read_id = excluded.read_id
        where known.read_id < excluded.read_id
      returning known.user_id, known.channel_id, known.read_id
    )
    select draft.user_id, draft.stale, allowed.place is not null as allowed, marked.read_id
    from given
      left join draft on draft.place = given.place
      left join allowed on allowed.place = given.place
      left join marked on marked.user_id = allowed.user_id and marked.channel_id = allowed.channel_id
    order by given.place`,
};

/** One result per mark, in order. */
export async function markRead(hot: Hot, marks: readonly ReadMark[]): Promise<MarkedRow[]> {
  return await hot.query<MarkedRow>(markStatement, [
    marks.map(({ tokenHash }) => tokenHash),
    marks.map(({ channelId }) => channelId),
    marks.map(({ messageId }) => messageId),
  ]);
}

const closedStatement: Statement = {
  name: 'channels-closed',
  text: `select asked.id, asked.user_id as "userId" from unnest($1::uuid[], $2::uuid[]) asked (id, user_id)
    where not exists (select from channels where channels.id = asked.id and ${mayUse('channels', 'asked.user_id')})`,
};

/** Of these people in channels, those who may not be there. */
export async function findIntruders(
  hot: Hot,
  held: readonly { id: string; userId: string }[],
): Promise<{ id: string; userId: string }[]> {
  return await hot.query(closedStatement, [held.map(({ id }) => id), held.map(({ userId }) => userId)]);
}

export async function countChannels(db: Db, communityId: string): Promise<number> {
  const { count } = await db
    .selectFrom('channels')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('community_id', '=', communityId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores a channel below all others in its community, which must be locked. @returns its id: the given one unless there's a newer one */
export async function insertChannel(tx: Tx, channel: Insertable<ChannelsTable>): Promise<string> {
  const newest = sql`(select id from channels where community_id = ${channel.community_id} order by id desc limit 1)`;
  const { id } = await tx
    .insertInto('channels')
    .values({ ...channel, id: sql<string>`id_after(${newest}, ${channel.id})` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A channel of a community, which must be locked; the lock is the one that messages take. */
export async function lockChannel(tx: Tx, communityId: string, channelId: string): Promise<ChannelRow | undefined> {
  return await tx
    .selectFrom('channels')
    .selectAll()
    .where('community_id', '=', communityId)
    .where('id', '=', channelId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateChannel(
  tx: Tx,
  id: string,
  change: Pick<ChannelRow, 'name' | 'roles' | 'topic'>,
): Promise<void> {
  await tx.updateTable('channels').set(change).where('id', '=', id).execute();
}

/** Ids of a community's channels in their order. */
export async function listChannelIds(tx: Tx, communityId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('channels')
    .select('id')
    .where('community_id', '=', communityId)
    .orderBy('position', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives all of a community's channels their places. @param ids all of them, in their order */
export async function placeChannels(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update channels set position = placed.place - 1
    from unnest(${[...ids]}::uuid[]) with ordinality as placed (id, place)
    where channels.id = placed.id and channels.position is distinct from placed.place - 1`.execute(tx);
}

export async function deleteChannel(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('channels').where('id', '=', id).execute();
}

/** A community's channels that name a role, locked in the order of 0009_channels.sql. */
export async function lockChannelsOfRole(tx: Tx, communityId: string, roleId: string): Promise<ChannelRow[]> {
  return await tx
    .selectFrom('channels')
    .selectAll()
    .where('community_id', '=', communityId)
    .where(sql<boolean>`${roleId}::uuid = any(roles)`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Ids of all of a community's channels, locked in the same order as when messages are stored. */
export async function lockChannels(tx: Tx, communityId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('channels')
    .select('id')
    .where('community_id', '=', communityId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of the channels that these roles opened to a person who no longer has them, and that nothing else opens. */
export async function listClosedChannels(
  tx: Tx,
  { communityId, userId, roleIds }: { communityId: string; userId: string; roleIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select channels.id from channels
    where channels.community_id = ${communityId} and channels.roles && ${[...roleIds]}::uuid[] and not exists (
      select from (select ${userId}::uuid as id) person where ${sql.raw(mayUse('channels', 'person.id'))}
    )`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Ids of a community's channels. */
export async function channelIdsOf(tx: Tx, communityId: string): Promise<string[]> {
  const rows = await tx.selectFrom('channels').select('id').where('community_id', '=', communityId).execute();
  return rows.map(({ id }) => id);
}
