import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { type Selectable, sql } from 'kysely';
import type { Db, Hot, Statement, Tx } from '#platform/database/database.ts';
import { type JsonRow, jsonArray, sessionOfToken } from '#platform/database/json.ts';

interface CommunitiesTable {
  id: string;
  handle: string;
  name: string;
  profile_path: string | null;
  created_at: Date;
}

/**
 * Counts are kept apart from communities because each join would otherwise write to all of that row's indexes. Whoever changes
 * members, roles or holders locks the community's row first, so that the last right to edit can't be taken away by two at once.
 */
interface CommunitySizesTable {
  community_id: string;
  member_count: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    communities: CommunitiesTable;
    community_sizes: CommunitySizesTable;
  }
}

export type CommunityRow = Selectable<CommunitiesTable>;

/** A community as JSON text for a viewer; `communities` is the name that the statement gives the table. */
export const communityJson = (
  communities: string,
  viewerId: string,
  {
    size = `(select sizes.member_count from community_sizes sizes where sizes.community_id = ${communities}.id)`,
    joined = `exists (select from community_members own where own.community_id = ${communities}.id and own.user_id = ${viewerId})`,
  } = {},
): string =>
  `'{"community_id":"' || ${communities}.id || '","community_handle":' || to_json(${communities}.handle) ||
   ',"name":' || to_json(${communities}.name) ||
   ',"profile_path":' || to_json(coalesce(${communities}.profile_path, '${defaultProfilePath}')) ||
   ',"member_count":' || ${size} || ',"joined":' || ${joined} || '}'`;

const viewer = '(select session.user_id from session)';

const popularStatement: Statement = {
  name: 'communities-popular',
  mayLag: true,
  text: `with session as materialized (${sessionOfToken})
    select '{"communities":' || ${jsonArray(`select ${communityJson('communities', viewer, { size: 'largest.member_count' })} as item
      from (select * from community_sizes order by member_count desc, community_id limit 10) largest
      join communities on communities.id = largest.community_id
      order by largest.member_count desc, largest.community_id`)} || '}' as body, session.*
    from session`,
};

type FullRow = JsonRow & { body: string };

/** `{"communities": […]}`: the ten with the most members. Undefined without a session. */
export async function readPopular(hot: Hot, tokenHash: Buffer): Promise<FullRow | undefined> {
  const [row] = await hot.query<FullRow>(popularStatement, [tokenHash]);
  return row;
}

const joinedStatement: Statement = {
  name: 'communities-joined',
  text: `with session as materialized (${sessionOfToken}),
    own as materialized (
      select members.community_id, members.joined from community_members members
      where members.user_id = ${viewer} and members.joined > coalesce(
        (select last.joined from community_members last where last.user_id = ${viewer} and last.community_id = $3), 0)
      order by members.joined limit $2::int
    )
    select '{"communities":' || ${jsonArray(`select ${communityJson('communities', viewer, { joined: 'true' })} as item
      from own join communities on communities.id = own.community_id order by own.joined`)} || '}' as body, session.*
    from session`,
};

/** `{"communities": […]}` of the caller, in the order of joining, those after one of them. Undefined without a session. */
export async function readJoined(
  hot: Hot,
  tokenHash: Buffer,
  page: { size: number; after: string | null },
): Promise<FullRow | undefined> {
  const [row] = await hot.query<FullRow>(joinedStatement, [tokenHash, page.size, page.after]);
  return row;
}

const oneStatement: Statement = {
  name: 'communities-one',
  text: `with session as materialized (${sessionOfToken})
    select (select '{"community":' || ${communityJson('communities', viewer)} || '}'
      from communities where lower(communities.handle) = lower($2)) as body, session.*
    from session`,
};

/** `{"community": …}`. Undefined without a session; a null body for a handle that no community has. */
export async function readCommunity(hot: Hot, tokenHash: Buffer, handle: string): Promise<JsonRow | undefined> {
  const [row] = await hot.query<JsonRow>(oneStatement, [tokenHash, handle]);
  return row;
}

/**
 * Locks the person, then the community with its size: the order of 0008_communities.sql. Whoever is a member already stays one,
 * with the roles they have.
 */
const joinStatement: Statement = {
  name: 'communities-join',
  text: `with session as materialized (${sessionOfToken}),
    person as materialized (select users.id from users where users.id = ${viewer} for key share),
    target as materialized (
      select communities.*, sizes.member_count
      from communities join community_sizes sizes on sizes.community_id = communities.id
      where lower(communities.handle) = lower($2) and exists (select from person)
      for no key update
    ),
    added as (
      insert into community_members (community_id, user_id) select target.id, person.id from target, person
      on conflict do nothing
      returning community_id, user_id
    ),
    given as (
      insert into community_role_holders (community_id, user_id, role_id)
      select added.community_id, added.user_id, roles.id
      from added join community_roles roles on roles.community_id = added.community_id and roles.kind = 'user'
    ),
    counted as (
      update community_sizes sizes set member_count = sizes.member_count + 1
      from added where sizes.community_id = added.community_id
      returning sizes.member_count
    )
    select (select '{"community":' || ${communityJson('target', viewer, {
      size: 'coalesce((select counted.member_count from counted), target.member_count)',
      joined: 'true',
    })} || '}' from target) as body,
      (select target.id from target) as id, (select target.handle from target) as handle,
      exists (select from added) as fresh, session.*
    from session where exists (select from person)`,
};

/** What joining says besides the body: which community it was, and whether the caller was not a member before. */
export type JoinRow = JsonRow & ({ body: string; id: string; handle: string; fresh: boolean } | { body: null });

/** Makes the caller a member: `{"community": …}`. Undefined without a session; a null body for an unknown community. */
export async function insertMember(writes: Hot, tokenHash: Buffer, handle: string): Promise<JoinRow | undefined> {
  const [row] = await writes.query<JoinRow>(joinStatement, [tokenHash, handle]);
  return row;
}

export async function findCommunity(db: Db, handle: string): Promise<CommunityRow | undefined> {
  return await db
    .selectFrom('communities')
    .selectAll()
    .where(sql<boolean>`lower(handle) = lower(${handle})`)
    .executeTakeFirst();
}

/** The community, locked until the transaction ends: before any look at its members and roles that a change rests on. */
export async function lockCommunity(tx: Tx, handle: string): Promise<CommunityRow | undefined> {
  return await tx
    .selectFrom('communities')
    .selectAll()
    .where(sql<boolean>`lower(handle) = lower(${handle})`)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Like `lockCommunity`, by id: the handle may have changed. */
export async function lockCommunityById(tx: Tx, id: string): Promise<CommunityRow | undefined> {
  return await tx.selectFrom('communities').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** A community with its two roles, the creator its only member, who holds both. */
export async function insertCommunity(
  tx: Tx,
  community: CommunityRow & { creatorId: string; adminRoleId: string; userRoleId: string },
  permissions: readonly Permission[],
): Promise<void> {
  const { id, creatorId, adminRoleId, userRoleId, ...details } = community;
  await tx
    .insertInto('communities')
    .values({ id, ...details })
    .execute();
  await tx.insertInto('community_sizes').values({ community_id: id, member_count: 1 }).execute();
  await tx
    .insertInto('community_roles')
    .values([
      { id: adminRoleId, community_id: id, name: 'admin', permissions: [...permissions], kind: 'admin' },
      { id: userRoleId, community_id: id, name: 'user', permissions: [], kind: 'user' },
    ])
    .execute();
  await tx.insertInto('community_members').values({ community_id: id, user_id: creatorId }).execute();
  await tx
    .insertInto('community_role_holders')
    .values([adminRoleId, userRoleId].map((role_id) => ({ community_id: id, user_id: creatorId, role_id })))
    .execute();
}

export async function updateCommunity(
  tx: Tx,
  id: string,
  change: Pick<CommunityRow, 'name' | 'handle' | 'profile_path'>,
): Promise<void> {
  await tx.updateTable('communities').set(change).where('id', '=', id).execute();
}

/** What the contract says of a community to one of its members; its row is locked, so it is there. */
export async function selectForMember(tx: Tx, id: string): Promise<CommunityRow & { member_count: number }> {
  return await tx
    .selectFrom('communities')
    .innerJoin('community_sizes', 'community_sizes.community_id', 'communities.id')
    .selectAll('communities')
    .select('community_sizes.member_count')
    .where('communities.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Deletes communities with members, roles and whatever else refers to them. */
export async function deleteCommunities(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('communities').where('id', 'in', ids).execute();
}
