import { type Selectable, sql } from 'kysely';
import { homeOfMember } from '#features/communities/public.ts';
import type { RoomSql } from '#features/messages/public.ts';
import type { Hot, Statement, Tx } from '#platform/database/database.ts';
import { type JsonRow, sessionOfToken } from '#platform/database/json.ts';

interface ChannelsTable {
  id: string;
  community_id: string;
  name: string;
  /** Ids of roles of the community. */
  roles: string[];
  created_at: Date;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    channels: ChannelsTable;
  }
}

export type ChannelRow = Selectable<ChannelsTable>;

/** Whether a person holds one of the roles of a channel: `mayUseChannel` of the rules, as a condition. */
const holdsOneOf = (channels: string, userId: string) => `exists (
  select from community_role_holders held
  where held.community_id = ${channels}.community_id and held.user_id = ${userId} and held.role_id = any(${channels}.roles)
)`;

/** Messages of channels: written and read by holders of one of the channel's roles. */
export const channelRooms: RoomSql = {
  name: 'channels',
  lockedRooms: `select channels.* from channels where channels.id in (select draft.room_id from draft)
    order by channels.id for no key update`,
  mayWrite: holdsOneOf('room', 'draft.user_id'),
  readable: (room) => `select 0::bigint as since from channels
    where channels.id = ${room} and ${holdsOneOf('channels', 'session.user_id')}`,
};

const listStatement: Statement = {
  name: 'channels-list',
  text: `with session as materialized (${sessionOfToken}), home as materialized (${homeOfMember})
    select (
        select coalesce(json_agg(json_build_object(
            'id', channels.id, 'community_id', channels.community_id, 'name', channels.name, 'roles', channels.roles)
          order by channels.id) filter (where channels.id is not null), '[]')
        from home left join channels on channels.community_id = home.id
        group by home.id
      ) as channels,
      array(
        select held.role_id from community_role_holders held
        where held.community_id = (select home.id from home) and held.user_id = session.user_id
      ) as held, session.*
    from session`,
};

type ListedChannel = Omit<ChannelRow, 'created_at'>;

/** The channels of a community, oldest first, and the roles that the caller holds; no channels to whoever is no member. */
export interface ChannelsRow extends Omit<JsonRow, 'body'> {
  channels: ListedChannel[] | null;
  held: string[];
}

/** Undefined without a session. */
export async function readChannels(hot: Hot, tokenHash: Buffer, handle: string): Promise<ChannelsRow | undefined> {
  const [row] = await hot.query<ChannelsRow>(listStatement, [tokenHash, handle]);
  return row;
}

const accessStatement: Statement = {
  name: 'channels-access',
  text: `select channels.roles, array(
      select held.role_id from community_role_holders held
      where held.community_id = channels.community_id and held.user_id = $2
    ) as held
    from channels where channels.id = $1`,
};

/** The roles of a channel, and those that a person holds in its community; undefined for an unknown channel. */
export async function findAccess(
  hot: Hot,
  channelId: string,
  userId: string,
): Promise<{ roles: string[]; held: string[] } | undefined> {
  const [row] = await hot.query<{ roles: string[]; held: string[] }>(accessStatement, [channelId, userId]);
  return row;
}

const closedStatement: Statement = {
  name: 'channels-closed',
  text: `select asked.id, asked.user_id as "userId" from unnest($1::uuid[], $2::uuid[]) asked (id, user_id)
    where not exists (select from channels where channels.id = asked.id and ${holdsOneOf('channels', 'asked.user_id')})`,
};

/** Of these people in channels, those who may not be there. */
export async function findIntruders(
  hot: Hot,
  held: readonly { id: string; userId: string }[],
): Promise<{ id: string; userId: string }[]> {
  return await hot.query(closedStatement, [held.map(({ id }) => id), held.map(({ userId }) => userId)]);
}

export async function countChannels(tx: Tx, communityId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('channels')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('community_id', '=', communityId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertChannel(tx: Tx, channel: ChannelRow): Promise<void> {
  await tx.insertInto('channels').values(channel).execute();
}

/** Ids of all channels of a community. */
export async function listChannelIds(tx: Tx, communityId: string): Promise<string[]> {
  const rows = await tx.selectFrom('channels').select('id').where('community_id', '=', communityId).execute();
  return rows.map(({ id }) => id);
}

/** Ids of the channels that these roles had opened to a person who does not hold them any more, and nothing else opens. */
export async function listClosedChannels(
  tx: Tx,
  { communityId, userId, roleIds }: { communityId: string; userId: string; roleIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select channels.id from channels
    where channels.community_id = ${communityId} and channels.roles && ${[...roleIds]}::uuid[] and not exists (
      select from community_role_holders held
      where held.community_id = channels.community_id and held.user_id = ${userId} and held.role_id = any(channels.roles)
    )`.execute(tx);
  return rows.map(({ id }) => id);
}
