import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { fromHome, homeOfMember } from '#features/communities/public.ts';
import { counts, markOf, mayUse, notifyOf, type RoomRow, skipsSlowMode, voice } from '#features/rooms/public.ts';
import { anyPrepared } from '#platform/database/arrays.ts';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { eb, not, row, val } from '#platform/database/expressions.ts';
import { type Given, sessionColumns, sessionStatement, viewer } from '#platform/database/session-statement.ts';
import { statement } from '#platform/database/statement.ts';

/** A room of a community. */
export type ChannelRow = Pick<RoomRow, 'id' | 'topic' | 'position' | 'category' | 'slow_mode'> & {
  community_id: string;
  name: string;
  /** Ids of the community's roles. */
  roles: string[];
  kind: string;
};

const columns = [
  'rooms.id',
  'rooms.community_id',
  'rooms.name',
  'rooms.roles',
  'rooms.topic',
  'rooms.position',
  'rooms.category',
  'rooms.slow_mode',
  'rooms.kind',
] as const;

/** The rooms that are channels, text or voice; threads have no roles of their own. The columns are never null. */
const channels = (db: Db) =>
  db.selectFrom('rooms').select(columns).where('rooms.roles', 'is not', null).$castTo<ChannelRow>();

/** Text or voice. */
export const channelKinds = { text: 'channel', voice: voice.name };

const rooms = row('rooms');
const known = row('room_members', 'known');
const mark = markOf(known, row('community_members', 'own'));

/** The newest message that's unread in a channel. */
const newestUnread = eb
  .selectFrom('messages as fresh')
  .select('fresh.id')
  .where('fresh.room_id', '=', rooms.id)
  .where('fresh.id', '>', mark)
  .where(counts(row('messages', 'fresh'), viewer))
  .orderBy('fresh.id', 'desc')
  .limit(eb.lit(1))
  .$asScalar();

/** A community's channels in their order, and the caller's roles; `home_id` is null for non-members. */
export const readChannels = sessionStatement(
  'channels-list',
  (db, { handle, kinds }: Given<{ handle: string; kinds: readonly string[] }>) =>
    fromHome(db, homeOfMember(handle)).select((session) => [
      ...sessionColumns,
      'home.id as home_id',
      jsonArrayFrom(
        session
          .selectFrom('rooms')
          .innerJoin('community_members as own', (join) =>
            join.onRef('own.community_id', '=', 'rooms.community_id').onRef('own.user_id', '=', 'session.user_id'),
          )
          .leftJoin('room_members as known', (join) =>
            join.onRef('known.room_id', '=', 'rooms.id').onRef('known.user_id', '=', 'own.user_id'),
          )
          .select(columns)
          .$narrowType<{ community_id: string; name: string; roles: string[] }>()
          .select([
            eb.case().when(mayUse(rooms, viewer)).then(mark).end().as('read_id'),
            eb.case().when(mayUse(rooms, viewer)).then(newestUnread).end().as('unread_id'),
            notifyOf(rooms, known, viewer).as('notify'),
            eb
              .case()
              .when(not(skipsSlowMode(rooms, viewer)))
              .then(known.written_at)
              .end()
              .as('written_at'),
          ])
          .whereRef('rooms.community_id', '=', 'home.id')
          .where('rooms.kind', '=', anyPrepared(kinds, 'text'))
          .orderBy('rooms.position', (order) => order.asc().nullsLast())
          .orderBy('rooms.id'),
      ).as('channels'),
      sql<string[]>`array(
        select held.role_id from community_role_holders held
        where held.community_id = home.id and held.user_id = session.user_id
      )`.as('held'),
    ]),
);

const accessStatement = statement('channels-access', (db, { id, userId }: Given<{ id: string; userId: string }>) =>
  db
    .selectFrom('rooms')
    .select([
      'rooms.roles',
      sql<string[]>`array(
        select held.role_id from community_role_holders held
        where held.community_id = rooms.community_id and held.user_id = ${userId}
      )`.as('held'),
    ])
    .where('rooms.id', '=', id)
    .where('rooms.roles', 'is not', null)
    .$narrowType<{ roles: string[] }>(),
);

/** A channel by its id, of a community of any kind. */
export async function findChannel(
  db: Db,
  id: string,
): Promise<(ChannelRow & { visibility: 'public' | 'private' }) | undefined> {
  return await channels(db)
    .innerJoin('communities', 'communities.id', 'rooms.community_id')
    .select('communities.visibility')
    .where('rooms.id', '=', id)
    .executeTakeFirst();
}

/** A channel's roles, and those a person has in its community; undefined for an unknown channel. */
export async function findAccess(
  pipeline: Pipeline,
  channelId: string,
  userId: string,
): Promise<{ roles: string[]; held: string[] } | undefined> {
  return (await accessStatement(pipeline, { id: channelId, userId }))[0];
}

export async function countChannels(db: Db, communityId: string): Promise<number> {
  return (await channelIdsOf(db, communityId)).length;
}

/**
 * Stores a channel as the last one in its community, which must be locked. @returns its id: the given one unless
 * there's a newer one
 */
export async function insertChannel(
  tx: Tx,
  channel: Pick<ChannelRow, 'id' | 'community_id' | 'name' | 'roles' | 'kind'> & { created_at: Date },
): Promise<string> {
  const newest = sql`(select id from rooms where community_id = ${channel.community_id} order by id desc limit 1)`;
  const { id } = await tx
    .insertInto('rooms')
    .values({
      ...channel,
      id: sql<string>`id_after(${newest}, ${channel.id})`,
      active_at: channel.created_at,
      pair: null,
      picture_path: null,
      owner_id: null,
      position: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a channel of a community that's locked already; storing messages takes the same lock. */
export async function lockChannel(tx: Tx, communityId: string, channelId: string): Promise<ChannelRow | undefined> {
  return await channels(tx)
    .where('rooms.community_id', '=', communityId)
    .where('rooms.id', '=', channelId)
    .forUpdate()
    .executeTakeFirst();
}

/** Ids of a community's channels in their order. */
export async function listChannelIds(tx: Tx, communityId: string): Promise<string[]> {
  const rows = await channels(tx)
    .where('rooms.community_id', '=', communityId)
    .orderBy('rooms.position', (order) => order.asc().nullsLast())
    .orderBy('rooms.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores the order of a community's channels. @param ids all of them, in their order */
export async function placeChannels(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update rooms set position = placed.ordinality - 1
    from unnest(${[...ids]}::uuid[]) with ordinality as placed (id, ordinality)
    where rooms.id = placed.id and rooms.position is distinct from placed.ordinality - 1`.execute(tx);
}

/** A community's channels that a role may use, locked in the order of 0009_channels.sql. */
export async function lockChannelsOfRole(tx: Tx, communityId: string, roleId: string): Promise<ChannelRow[]> {
  return await channels(tx)
    .where('rooms.community_id', '=', communityId)
    .where(eb(val(roleId), '=', eb.fn.any(rooms.roles)))
    .orderBy('rooms.id')
    .forUpdate()
    .execute();
}

/** Ids of all of a community's channels, locked in the same order as when messages are stored. */
export async function lockChannels(tx: Tx, communityId: string): Promise<string[]> {
  const rows = await channels(tx)
    .where('rooms.community_id', '=', communityId)
    .orderBy('rooms.id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of the channels that only these roles opened to a person who no longer has them. */
export async function listClosedChannels(
  tx: Tx,
  { communityId, userId, roleIds }: { communityId: string; userId: string; roleIds: readonly string[] },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('rooms')
    .select('rooms.id')
    .where('rooms.community_id', '=', communityId)
    .where('rooms.roles', '&&', val([...roleIds]))
    .where(not(mayUse(rooms, val(userId))))
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of a community's channels. */
export async function channelIdsOf(db: Db, communityId: string): Promise<string[]> {
  const rows = await channels(db).where('rooms.community_id', '=', communityId).execute();
  return rows.map(({ id }) => id);
}
