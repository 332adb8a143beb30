import {
  type Permission,
  permissionNames,
  type Role,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { noCommunity } from '#features/posts/public.ts';
import { type Tx, uniqueViolation } from '#platform/database/database.ts';
import { answerWith, orNotFound, type SessionAnswer } from '#platform/database/session-statement.ts';
import { conflict, goneOrHidden, invalid, lacksRight, notFound } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { type CommunityRow, lockCommunity } from './communities.queries.ts';
import { announceAccess, announceChange } from './communities.realtime.ts';
import {
  keepsItsPurpose,
  mayAddRole,
  mayChangeRole,
  mayDeleteRole,
  mayEditCommunity,
  mayEndEditing,
  mayLoseRoles,
  permissionsLacking,
} from './communities.rules.ts';
import { viewRole } from './communities.view.ts';
import { findMember, findMemberByUsername, findMemberIn, type MemberFacts } from './members.queries.ts';
import {
  countRoles,
  deleteHolder,
  deleteRole as deleteRoleRow,
  findRole,
  hasOtherEditingRole,
  hasOtherEditors,
  insertHolder,
  insertRole,
  type RoleRow,
  readOwnPermissions,
  readOwnRoles,
  readRoles,
  selectRolesOf,
  updateRole as updateRoleRow,
} from './roles.queries.ts';

const noRole = 'Role not found. It may have been deleted.';
export const notForYou = messages.notInCommunity;

/** 422 for a permission the caller doesn't have. */
export const lacksPermission = (permission: Permission) =>
  lacksRight({ permission: `You need a role with the "${permissionNames[permission]}" permission for this.` });

/** 422 for a change that would leave a community with no one who may edit it. */
export const lastEditor = () =>
  invalid({
    permission: `Nobody would have the "${permissionNames['community:edit']}" permission anymore. Give it to another member first.`,
  });

/**
 * A community's roles, oldest first, in one round trip.
 * @throws {HttpError} 404 for an unknown community and for non-members
 */
export async function listRoles(
  { db }: Platform,
  tokenHash: Buffer,
  handle: string,
): Promise<SessionAnswer<{ roles: Role[] }>> {
  return answerWith(await readRoles(db.reads, tokenHash, { handle }), ({ home_id, roles, permissions }) => {
    orNotFound(home_id, notForYou);
    return { roles: roles.map((role) => viewRole(role, { permissions })) };
  });
}

/** The ids of the caller's roles, none for non-members, in one round trip. @throws {HttpError} 404 */
export async function listOwnRoles(
  { db }: Platform,
  tokenHash: Buffer,
  handle: string,
): Promise<SessionAnswer<{ roles: string[] }>> {
  return answerWith(await readOwnRoles(db.reads, tokenHash, { handle }), ({ home_id, roles }) => {
    orNotFound(home_id, noCommunity);
    return { roles };
  });
}

/** The caller's permissions, none for non-members, in one round trip. @throws {HttpError} 404 */
export async function listOwnPermissions(
  { db }: Platform,
  tokenHash: Buffer,
  handle: string,
): Promise<SessionAnswer<{ permissions: Permission[] }>> {
  return answerWith(await readOwnPermissions(db.reads, tokenHash, { handle }), ({ home_id, permissions }) => {
    orNotFound(home_id, noCommunity);
    return { permissions };
  });
}

/** A locked community, and the caller as one of its members. */
export interface Home {
  community: CommunityRow;
  member: MemberFacts;
}

/**
 * Locks a community and looks up the caller in it, for a change that depends on the caller's permissions.
 * @throws {HttpError} 404 for an unknown community and for non-members
 */
export async function enterCommunity(tx: Tx, handle: string, userId: string): Promise<Home> {
  const community = await lockCommunity(tx, handle);
  const member = await findMemberIn(tx, community, userId);
  if (!community || !member) throw goneOrHidden(community, notForYou);
  return { community, member };
}

/** @throws {HttpError} 422 without community:edit, or if the role has a permission the member doesn't have */
function requireMayAssign(member: MemberFacts, permissions: readonly Permission[]): void {
  if (!mayEditCommunity(member)) throw lacksPermission('community:edit');
  const [lacking] = permissionsLacking(member, permissions);
  if (lacking) throw lacksPermission(lacking);
}

/** The error to throw: 409 if two roles of a community would have the same name. */
const nameTaken = (error: unknown): unknown =>
  uniqueViolation(error) === 'community_roles_name'
    ? conflict({ name: 'This community already has a role with this name. Choose another one.' })
    : error;

/**
 * Creates a role that no one holds yet.
 * @throws {HttpError} 404; 422 for permissions the caller doesn't have, or if there are too many roles; 409 if the name is taken
 */
export async function createRole(
  platform: Platform,
  session: Session,
  handle: string,
  given: { name: string; permissions: readonly Permission[] },
): Promise<Role> {
  const name = given.name.trim();
  const permissions = [...new Set(given.permissions)];
  try {
    const { community, member, id } = await platform.db.transaction(async (tx) => {
      const home = await enterCommunity(tx, handle, session.userId);
      requireMayAssign(home.member, permissions);
      if (!mayAddRole(await countRoles(tx, home.community.id), limits.role.perCommunity)) {
        throw invalid({ name: `A community can have at most ${limits.role.perCommunity} roles.` });
      }
      const role = { id: platform.newId(), community_id: home.community.id, name, permissions };
      return { ...home, id: await insertRole(tx, role) };
    });
    announceChange(platform, community, 'roles');
    return viewRole({ id, name, permissions, kind: null, mine: false }, member);
  } catch (error) {
    throw nameTaken(error);
  }
}

/** A role to change, of a community that's locked. @throws {HttpError} 404, 422 without community:edit */
async function enterWithRole(
  tx: Tx,
  session: Session,
  { handle, role_id }: { handle: string; role_id: string },
): Promise<Home & { role: RoleRow }> {
  const home = await enterCommunity(tx, handle, session.userId);
  if (!mayEditCommunity(home.member)) throw lacksPermission('community:edit');
  const role = isId(role_id) ? await findRole(tx, home.community.id, role_id) : undefined;
  if (!role) throw notFound(noRole);
  return { ...home, role };
}

/** @throws {HttpError} 422 if nobody could edit the community without this role */
async function requireEditorsBeside(tx: Tx, role: RoleRow, permissions: readonly Permission[]): Promise<void> {
  const others = { hasOtherEditingRole: await hasOtherEditingRole(tx, role.community_id, role.id) };
  if (!mayEndEditing(role, permissions, others)) throw lastEditor();
}

/**
 * Changes a role's name and permissions, for everyone who holds it.
 * @throws {HttpError} 404; 422 for permissions the caller doesn't have, or if no one would be left with community:edit; 409 if the name
 * is taken
 */
export async function updateRole(
  platform: Platform,
  session: Session,
  params: { handle: string; role_id: string },
  given: { name?: string | undefined; permissions?: readonly Permission[] | undefined },
): Promise<Role> {
  try {
    const { community, member, role, mine } = await platform.db.transaction(async (tx) => {
      const home = await enterWithRole(tx, session, params);
      const before = home.role;
      const permissions = given.permissions ? [...new Set(given.permissions)] : before.permissions;
      if (!mayChangeRole(home.member, before, permissions)) {
        const [lacking = 'community:edit'] = permissionsLacking(home.member, [...before.permissions, ...permissions]);
        throw lacksPermission(lacking);
      }
      if (!keepsItsPurpose(before, permissions)) {
        throw invalid({
          permissions: `The role "${before.name}" always has the "${permissionNames['community:edit']}" permission.`,
        });
      }
      await requireEditorsBeside(tx, before, permissions);
      const role = { ...before, name: given.name?.trim() ?? before.name, permissions };
      await updateRoleRow(tx, role.id, { name: role.name, permissions });
      await platform.deferred.emit(tx, 'communities.changed', [{ communityId: home.community.id }]);
      const after = await findMember(tx, home.community.id, session.userId);
      return { ...home, member: after ?? home.member, role, mine: home.member.roleIds.includes(role.id) };
    });
    announceChange(platform, community, 'roles');
    return viewRole({ ...role, mine }, member);
  } catch (error) {
    throw nameTaken(error);
  }
}

/**
 * Deletes a role, and with it the access it gave.
 * @throws {HttpError} 404; 422 for a role the caller couldn't give, one that every community keeps, one that alone opens a channel, or if
 * no one would be left with community:edit
 */
export async function deleteRole(
  platform: Platform,
  session: Session,
  params: { handle: string; role_id: string },
): Promise<void> {
  await platform.db.transaction(async (tx, effects) => {
    const { community, member, role } = await enterWithRole(tx, session, params);
    requireMayAssign(member, role.permissions);
    if (!mayDeleteRole(member, role)) {
      throw invalid({ role_id: `Every community keeps the role "${role.name}". You can rename it instead.` });
    }
    await requireEditorsBeside(tx, role, []);
    const afterCommit = (effect: () => void) => effects.push(effect);
    await platform.events.emit(tx, 'community.role-deleted', {
      communityId: community.id,
      roleId: role.id,
      afterCommit,
    });
    await deleteRoleRow(tx, role.id);
    effects.push(
      () => announceChange(platform, community, 'roles'),
      () => announceChange(platform, community, 'members'),
    );
  });
}

/** The role and the person named by an assignment, if the caller may change it. */
async function findAssignment(
  tx: Tx,
  { community, member }: Home,
  given: { role_id: string; username: string },
): Promise<{ role: RoleRow; userId: string }> {
  if (!mayEditCommunity(member)) throw lacksPermission('community:edit');
  const role = isId(given.role_id) ? await findRole(tx, community.id, given.role_id) : undefined;
  if (!role) throw invalid({ role_id: "This community doesn't have this role." });
  requireMayAssign(member, role.permissions);
  const userId = await findMemberByUsername(tx, community.id, given.username);
  if (userId === undefined) throw invalid({ username: "This person isn't a member of this community." });
  return { role, userId };
}

/**
 * Assigns a role to a member; someone who already holds it keeps it.
 * @throws {HttpError} 404; 422 for permissions the caller doesn't have, another community's role, or a non-member
 */
export async function assignRole(
  platform: Platform,
  session: Session,
  handle: string,
  given: { role_id: string; username: string },
): Promise<void> {
  const { community, userId, changed } = await platform.db.transaction(async (tx) => {
    const home = await enterCommunity(tx, handle, session.userId);
    const { role, userId } = await findAssignment(tx, home, given);
    const holding = { communityId: home.community.id, userId, roleId: role.id };
    const changed = await insertHolder(tx, holding);
    if (changed) await platform.deferred.emit(tx, 'communities.role-given', [{ ...holding, byId: session.userId }]);
    return { community: home.community, userId, changed };
  });
  if (!changed) return;
  announceAccess(platform, community, userId);
  announceChange(platform, community, 'members');
}

/**
 * Removes a role from a member, and with it the access it gave, on all of their sockets right away; nothing changes for someone who
 * doesn't hold it.
 * @throws {HttpError} as `assignRole`, and 422 if no one would be left with community:edit
 */
export async function removeRole(
  platform: Platform,
  session: Session,
  handle: string,
  given: { role_id: string; username: string },
): Promise<void> {
  await platform.db.transaction(async (tx, effects) => {
    const home = await enterCommunity(tx, handle, session.userId);
    const { community } = home;
    const { role, userId } = await findAssignment(tx, home, given);
    const held = await selectRolesOf(tx, community.id, userId);
    if (!held.some(({ id }) => id === role.id)) return;
    const kept = held.filter(({ id }) => id !== role.id);
    const person = { permissions: held.flatMap(({ permissions }) => permissions) };
    const others = { hasOtherEditors: await hasOtherEditors(tx, community.id, userId) };
    if (!mayLoseRoles(person, kept, others)) throw lastEditor();
    await deleteHolder(tx, { communityId: community.id, userId, roleId: role.id });
    await platform.events.emit(tx, 'community.roles-lost', {
      communityId: community.id,
      userId,
      roleIds: [role.id],
      afterCommit: (effect) => effects.push(effect),
    });
    effects.push(
      () => announceAccess(platform, community, userId),
      () => announceChange(platform, community, 'members'),
    );
  });
}
