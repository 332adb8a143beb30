import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';

/** A member as the rules see one: the permissions of all roles that they hold in the community. */
export interface Actor {
  permissions: readonly Permission[];
}

interface WithPermissions {
  permissions: readonly Permission[];
}

const editing: Permission = 'community:edit';

/** Roles, their assignment and editing a community need community:edit. */
export function mayEditCommunity(actor: Actor): boolean {
  return actor.permissions.includes(editing);
}

/** Nobody hands out, takes away or puts into a role a permission that they lack: these are the ones. */
export function permissionsLacking(actor: Actor, permissions: readonly Permission[]): Permission[] {
  return permissions.filter((permission) => !actor.permissions.includes(permission));
}

/** A role is given and taken by whoever may edit the community and has all permissions of the role. */
export function mayAssignRole(actor: Actor, role: WithPermissions): boolean {
  return mayEditCommunity(actor) && permissionsLacking(actor, role.permissions).length === 0;
}

/**
 * The last holder of community:edit cannot lose it, neither by a role that is taken away nor by leaving.
 * @param kept the roles that the person keeps; none for one who leaves
 */
export function mayLoseRoles(
  person: Actor,
  kept: readonly WithPermissions[],
  community: { hasOtherEditors: boolean },
): boolean {
  const keepsEditing = kept.some(({ permissions }) => permissions.includes(editing));
  return !mayEditCommunity(person) || keepsEditing || community.hasOtherEditors;
}

/** A community has no more roles than a screen can show, and a member's page carries. */
export function mayAddRole(count: number, most: number): boolean {
  return count < most;
}

/** A handle is taken, too, if the product has an address of that name. */
export function isReservedHandle(handle: string): boolean {
  return ['search', 'joined', 'create'].includes(handle.toLowerCase());
}

/** What a form says of a community; what it leaves out stays. */
export interface CommunityForm {
  name?: string | undefined;
  handle?: string | undefined;
  removedProfile?: boolean | undefined;
}

export interface CommunityDetails {
  name: string;
  handle: string;
  profile_path: string | null;
}

/** A new picture replaces the old one, "removed" without a new one goes back to the default, and otherwise it stays. */
export function changedCommunity(
  before: CommunityDetails,
  form: CommunityForm,
  newPicture: string | undefined,
): CommunityDetails {
  const kept = form.removedProfile ? null : before.profile_path;
  return {
    name: form.name?.trim() ?? before.name,
    handle: form.handle ?? before.handle,
    profile_path: newPicture ?? kept,
  };
}
