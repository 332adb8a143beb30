import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';

/** A member as the rules see one: the permissions of all their roles in the community. */
export interface Actor {
  permissions: readonly Permission[];
}

interface WithPermissions {
  permissions: readonly Permission[];
}

const editing: Permission = 'community:edit';

/** Roles, their assignment and editing a community require community:edit. */
export function mayEditCommunity(actor: Actor): boolean {
  return actor.permissions.includes(editing);
}

/** Whoever holds ban:users sees all members and posts of the community, even of people who blocked them. */
export function maySeeEverybody(actor: Actor): boolean {
  return actor.permissions.includes('ban:users');
}

/** No one can hand out, take away or put into a role a permission they lack: returns those permissions. */
export function permissionsLacking(actor: Actor, permissions: readonly Permission[]): Permission[] {
  return permissions.filter((permission) => !actor.permissions.includes(permission));
}

/** A role is given and taken by anyone who may edit the community and has all of the role's permissions. */
export function mayAssignRole(actor: Actor, role: WithPermissions): boolean {
  return mayEditCommunity(actor) && permissionsLacking(actor, role.permissions).length === 0;
}

/**
 * The last member with community:edit can't lose it, neither by losing a role nor by leaving.
 * @param kept the roles the person keeps; none for someone leaving
 */
export function mayLoseRoles(
  person: Actor,
  kept: readonly WithPermissions[],
  community: { hasOtherEditors: boolean },
): boolean {
  const keepsEditing = kept.some(({ permissions }) => permissions.includes(editing));
  return !mayEditCommunity(person) || keepsEditing || community.hasOtherEditors;
}

/** A community has no more roles than a screen can show and a page of members can carry. */
export function mayAddRole(count: number, max: number): boolean {
  return count < max;
}

/** A handle is also taken if the product has an address of that name. */
export function isReservedHandle(handle: string): boolean {
  return ['search', 'joined', 'create'].includes(handle.toLowerCase());
}

/** A form's fields about a community; whatever it leaves out stays. */
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

/** A new picture replaces the old one, "removed" without a new one restores the default, and otherwise it stays. */
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
