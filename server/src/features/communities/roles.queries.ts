import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Tx } from '#platform/database/database.ts';
import { eb, exists, fact, isSameText, row, type Value } from '#platform/database/expressions.ts';
import { caller, type Given, sessionColumns, sessionStatement } from '#platform/database/session-statement.ts';
import { isKnownTo, opensEditing } from './communities.access.ts';
import { fromHome, homeOfMember } from './members.queries.ts';

interface CommunityRolesTable {
  id: string;
  community_id: string;
  name: string;
  permissions: Permission[];
  /** `admin` and `user` mark the two roles that every community starts with. */
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

const home = row('communities', 'home');
const heldByCaller = eb
  .selectFrom('community_role_holders as held')
  .where('held.community_id', '=', home.id)
  .where('held.user_id', '=', caller);

/** The caller's permissions in `home`. */
const ownPermissions = sql<Permission[]>`array(
  select distinct permission from ${heldByCaller.select('held.role_id')} held
    join community_roles roles on roles.id = held.role_id cross join unnest(roles.permissions) permission
  order by permission)`;

/** A community's roles, oldest first, and the caller's permissions; `home_id` is null for non-members. */
export const readRoles = sessionStatement('communities-roles', (db, { handle }: Given<{ handle: string }>) =>
  fromHome(db, homeOfMember(handle)).select((session) => [
    ...sessionColumns,
    'home.id as home_id',
    jsonArrayFrom(
      session
        .selectFrom('community_roles as roles')
        .select(['roles.id', 'roles.name', 'roles.permissions', 'roles.kind'])
        .select(fact(exists(heldByCaller.where('held.role_id', '=', row('community_roles', 'roles').id))).as('mine'))
        .whereRef('roles.community_id', '=', 'home.id')
        .orderBy('roles.id'),
    ).as('roles'),
    ownPermissions.as('permissions'),
  ]),
);

/** The community with this handle, if the caller may know about it. */
const homeOf = (handle: Value<string>) =>
  eb
    .selectFrom('communities')
    .select('communities.id')
    .where(isSameText(row('communities').handle, handle))
    .where(isKnownTo(row('communities'), caller));

/** The ids of the caller's roles; `home_id` is null for an unknown community. */
export const readOwnRoles = sessionStatement('communities-own-roles', (db, { handle }: Given<{ handle: string }>) =>
  fromHome(db, homeOf(handle)).select([
    ...sessionColumns,
    'home.id as home_id',
    sql<string[]>`array(${heldByCaller.select('held.role_id').orderBy('held.role_id')})`.as('roles'),
  ]),
);

/** The caller's permissions; `home_id` is null for an unknown community. */
export const readOwnPermissions = sessionStatement(
  'communities-own-permissions',
  (db, { handle }: Given<{ handle: string }>) =>
    fromHome(db, homeOf(handle)).select([...sessionColumns, 'home.id as home_id', ownPermissions.as('permissions')]),
);

/** A role, if it belongs to this community. */
export async function findRole(tx: Tx, communityId: string, roleId: string): Promise<RoleRow | undefined> {
  return await tx
    .selectFrom('community_roles')
    .selectAll()
    .where('community_id', '=', communityId)
    .where('id', '=', roleId)
    .executeTakeFirst();
}

/** How many of these roles belong to this community. */
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

/**
 * Stores a role with an id higher than all others in its community, which must be locked. @returns its id: the given one unless there's
 * a newer one
 */
export async function insertRole(tx: Tx, role: Omit<RoleRow, 'kind'>): Promise<string> {
  const newest = sql`(select id from community_roles where community_id = ${role.community_id} order by id desc limit 1)`;
  const { id } = await tx
    .insertInto('community_roles')
    .values({ ...role, id: sql<string>`id_after(${newest}, ${role.id})`, kind: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The roles a member holds. */
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
 * Whether anyone but this person holds community:edit. Goes from the roles to one holder each, so that a role everyone holds isn't
 * scanned.
 */
export async function hasOtherEditors(tx: Tx, communityId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from community_roles roles cross join lateral (
      select from community_role_holders held
      where held.community_id = roles.community_id and held.role_id = roles.id and held.user_id <> ${userId}
      limit 1
    ) other
    where roles.community_id = ${communityId} and ${opensEditing(row('community_roles', 'roles'))}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether any other role gives somebody community:edit. */
export async function hasOtherEditingRole(tx: Tx, communityId: string, roleId: string): Promise<boolean> {
  const { rows } = await sql`
    select from community_roles roles
    where roles.community_id = ${communityId} and roles.id <> ${roleId} and ${opensEditing(row('community_roles', 'roles'))}
      and exists (
        select from community_role_holders held where held.community_id = roles.community_id and held.role_id = roles.id
      )
    limit 1`.execute(tx);
  return rows.length > 0;
}

export async function updateRole(tx: Tx, roleId: string, change: Pick<RoleRow, 'name' | 'permissions'>): Promise<void> {
  await tx.updateTable('community_roles').set(change).where('id', '=', roleId).execute();
}

/** Deletes a role, which takes it from everyone who holds it. */
export async function deleteRole(tx: Tx, roleId: string): Promise<void> {
  await tx.deleteFrom('community_roles').where('id', '=', roleId).execute();
}

interface Holding {
  communityId: string;
  userId: string;
  roleId: string;
}

/** False if the member already holds the role. */
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
 * For each of these communities, which must be locked: if no one holds community:edit, makes the longest-standing
 * member an admin.
 * @returns the new holders
 */
export async function appointSuccessors(
  tx: Tx,
  communityIds: readonly string[],
): Promise<{ community_id: string; user_id: string; role_id: string }[]> {
  if (communityIds.length === 0) return [];
  const { rows } = await sql<{ community_id: string; user_id: string; role_id: string }>`
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
      where roles.community_id = admin.community_id and ${opensEditing(row('community_roles', 'roles'))}
    )
    returning community_id, user_id, role_id`.execute(tx);
  return rows;
}
