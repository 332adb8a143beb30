import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { type Selectable, sql } from 'kysely';
import type { Hot, Statement, Tx } from '#platform/database/database.ts';
import { type JsonRow, jsonArray, sessionOfToken } from '#platform/database/json.ts';
import { homeOfMember } from './members.queries.ts';

interface CommunityRolesTable {
  id: string;
  community_id: string;
  name: string;
  permissions: Permission[];
  /** `admin` and `user` mark the two that every community begins with. */
  kind: 'admin' | 'user' | null;
}

interface CommunityRoleHoldersTable {
  community_id: string;
  user_id: string;
  role_id: string;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    community_roles: CommunityRolesTable;
    community_role_holders: CommunityRoleHoldersTable;
  }
}

export type RoleRow = Selectable<CommunityRolesTable>;

const viewer = '(select session.user_id from session)';

const ownPermissions = `select distinct permission from community_role_holders held
  join community_roles roles on roles.id = held.role_id cross join unnest(roles.permissions) permission
  where held.community_id = (select home.id from home) and held.user_id = ${viewer}`;

const listStatement: Statement = {
  name: 'communities-roles',
  text: `with session as materialized (${sessionOfToken}), home as materialized (${homeOfMember})
    select (
        select json_agg(json_build_object('id', roles.id, 'name', roles.name, 'permissions', roles.permissions,
          'mine', exists (
            select from community_role_holders held
            where held.community_id = home.id and held.user_id = ${viewer} and held.role_id = roles.id
          )) order by roles.id)
        from community_roles roles, home where roles.community_id = home.id
      ) as roles,
      array(${ownPermissions}) as permissions, session.*
    from session`,
};

/** The roles of a community, oldest first, and the caller's permissions; no roles to whoever is no member. */
export interface RolesRow extends Omit<JsonRow, 'body'> {
  roles: (Pick<RoleRow, 'id' | 'name' | 'permissions'> & { mine: boolean })[] | null;
  permissions: Permission[];
}

/** Undefined without a session. */
export async function readRoles(hot: Hot, tokenHash: Buffer, handle: string): Promise<RolesRow | undefined> {
  const [row] = await hot.query<RolesRow>(listStatement, [tokenHash, handle]);
  return row;
}

/** The community of a handle ($2), whoever asks. */
const home = 'select communities.id from communities where lower(communities.handle) = lower($2)';

const ownRolesStatement: Statement = {
  name: 'communities-own-roles',
  text: `with session as materialized (${sessionOfToken}), home as materialized (${home})
    select (select '{"roles":' || ${jsonArray(`select '"' || held.role_id || '"' as item from community_role_holders held
        where held.community_id = home.id and held.user_id = ${viewer} order by held.role_id`)} || '}' from home) as body,
      session.*
    from session`,
};

/** `{"roles": […]}`: ids. Undefined without a session; a null body for an unknown community. */
export async function readOwnRoles(hot: Hot, tokenHash: Buffer, handle: string): Promise<JsonRow | undefined> {
  const [row] = await hot.query<JsonRow>(ownRolesStatement, [tokenHash, handle]);
  return row;
}

const ownPermissionsStatement: Statement = {
  name: 'communities-own-permissions',
  text: `with session as materialized (${sessionOfToken}), home as materialized (${home})
    select (select '{"permissions":' || ${jsonArray(
      `select to_json(own.permission)::text as item from (${ownPermissions}) own order by own.permission`,
    )} || '}' from home) as body, session.*
    from session`,
};

/** `{"permissions": […]}` of the caller. Undefined without a session; a null body for an unknown community. */
export async function readOwnPermissions(hot: Hot, tokenHash: Buffer, handle: string): Promise<JsonRow | undefined> {
  const [row] = await hot.query<JsonRow>(ownPermissionsStatement, [tokenHash, handle]);
  return row;
}

/** A role, if it is one of this community. */
export async function findRole(tx: Tx, communityId: string, roleId: string): Promise<RoleRow | undefined> {
  return await tx
    .selectFrom('community_roles')
    .selectAll()
    .where('community_id', '=', communityId)
    .where('id', '=', roleId)
    .executeTakeFirst();
}

/** How many of these roles are roles of this community. */
export async function countRolesAmong(tx: Tx, communityId: string, roleIds: readonly string[]): Promise<number> {
  const { count } = await tx
    .selectFrom('community_roles')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('community_id', '=', communityId)
    .where('id', 'in', roleIds)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countRoles(tx: Tx, communityId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('community_roles')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('community_id', '=', communityId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores a role below all others of its community, which must be locked. @returns its id: the given one unless there is a newer one */
export async function insertRole(tx: Tx, role: Omit<RoleRow, 'kind'>): Promise<string> {
  const newest = sql`(select id from community_roles where community_id = ${role.community_id} order by id desc limit 1)`;
  const { id } = await tx
    .insertInto('community_roles')
    .values({ ...role, id: sql<string>`id_after(${newest}, ${role.id})`, kind: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The roles that a member holds. */
export async function selectRolesOf(tx: Tx, communityId: string, userId: string): Promise<RoleRow[]> {
  return await tx
    .selectFrom('community_roles')
    .innerJoin('community_role_holders', 'community_role_holders.role_id', 'community_roles.id')
    .selectAll('community_roles')
    .where('community_role_holders.community_id', '=', communityId)
    .where('community_role_holders.user_id', '=', userId)
    .execute();
}

/**
 * Whether somebody else than this person holds community:edit. From the roles to one holder each, so that a role which everybody
 * holds is not looked through.
 */
export async function hasOtherEditors(tx: Tx, communityId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from community_roles roles cross join lateral (
      select from community_role_holders held
      where held.community_id = roles.community_id and held.role_id = roles.id and held.user_id <> ${userId}
      limit 1
    ) other
    where roles.community_id = ${communityId} and roles.permissions @> array['community:edit']
    limit 1`.execute(tx);
  return rows.length > 0;
}

interface Holding {
  communityId: string;
  userId: string;
  roleId: string;
}

/** False if the member holds the role already. */
export async function insertHolder(tx: Tx, { communityId, userId, roleId }: Holding): Promise<boolean> {
  const row = await tx
    .insertInto('community_role_holders')
    .values({ community_id: communityId, user_id: userId, role_id: roleId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('role_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteHolder(tx: Tx, { communityId, userId, roleId }: Holding): Promise<void> {
  await tx
    .deleteFrom('community_role_holders')
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .where('role_id', '=', roleId)
    .execute();
}

/**
 * Gives the role admin of these communities, which must be locked, to whoever has been a member for the longest, where nobody
 * holds community:edit.
 * @returns the new holders
 */
export async function appointHeirs(
  tx: Tx,
  communityIds: readonly string[],
): Promise<{ community_id: string; user_id: string }[]> {
  if (communityIds.length === 0) return [];
  const { rows } = await sql<{ community_id: string; user_id: string }>`
    insert into community_role_holders (community_id, user_id, role_id)
    select admin.community_id, eldest.user_id, admin.id
    from community_roles admin cross join lateral (
      select user_id from community_members members where members.community_id = admin.community_id
      order by members.joined limit 1
    ) eldest
    where admin.kind = 'admin' and admin.community_id = any(${communityIds}) and not exists (
      select from community_roles roles cross join lateral (
        select from community_role_holders held
        where held.community_id = roles.community_id and held.role_id = roles.id limit 1
      ) holder
      where roles.community_id = admin.community_id and roles.permissions @> array['community:edit']
    )
    returning community_id, user_id`.execute(tx);
  return rows;
}
