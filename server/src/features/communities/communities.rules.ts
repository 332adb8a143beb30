import type { Permission, Visibility } from '@hubbub/contract/features/communities/communities.endpoints.ts';

/** A member as the rules see one: the permissions of all their roles in the community. */
export interface Actor {
  permissions: readonly Permission[];
}

interface WithPermissions {
  permissions: readonly Permission[];
}

const editing: Permission = 'community:edit';

/** A private community is known only to its members. */
export function mayKnowOf(community: { visibility: Visibility }, viewer: { isMember: boolean }): boolean {
  return community.visibility === 'public' || viewer.isMember;
}

/** Roles, their assignment and editing a community require community:edit. */
export function mayEditCommunity(actor: Actor): boolean {
  return actor.permissions.includes(editing);
}

/** Holders of ban:users see all members and posts of the community, even of people who blocked them. */
export function maySeeEverybody(actor: Actor): boolean {
  return actor.permissions.includes('ban:users');
}

/** Posting to a community requires post:create there. */
export function mayPost(actor: Actor): boolean {
  return actor.permissions.includes('post:create');
}

/**
 * Nobody can put a permission they lack into a role, or give or take a role that has one: returns those permissions.
 */
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

/** Changing a role requires each permission that it gains or loses; its name requires none. */
export function mayChangeRole(actor: Actor, role: WithPermissions, changed: readonly Permission[]): boolean {
  const differing = [...role.permissions, ...changed].filter(
    (permission) => !(role.permissions.includes(permission) && changed.includes(permission)),
  );
  return mayEditCommunity(actor) && permissionsLacking(actor, differing).length === 0;
}

/** The roles admin and user can't be deleted: new members and new admins get them. */
export function mayDeleteRole(actor: Actor, role: WithPermissions & { kind: 'admin' | 'user' | null }): boolean {
  return role.kind === null && mayAssignRole(actor, role);
}

/** The role admin keeps community:edit, so that a new admin can run the community. */
export function keepsItsPurpose(role: { kind: 'admin' | 'user' | null }, permissions: readonly Permission[]): boolean {
  return role.kind !== 'admin' || permissions.includes(editing);
}

/** A role can lose community:edit, or be deleted, only while another one gives it to somebody. */
export function mayEndEditing(
  role: WithPermissions,
  permissions: readonly Permission[],
  community: { hasOtherEditingRole: boolean },
): boolean {
  const loses = role.permissions.includes(editing) && !permissions.includes(editing);
  return !loses || community.hasOtherEditingRole;
}

/** A community that becomes private gives its files new paths, so that those who know the old ones see nothing. */
export function becomesPrivate(before: { visibility: Visibility }, after: { visibility: Visibility }): boolean {
  return before.visibility === 'public' && after.visibility === 'private';
}

/** Deleting a community requires community:edit and typing its handle. */
export function isConfirmed(community: { handle: string }, typed: string): boolean {
  return community.handle.toLowerCase() === typed.trim().replace(/^@/, '').toLowerCase();
}

/** A community's roles are limited, because the list isn't paged and each page of members includes them. */
export function mayAddRole(count: number, max: number): boolean {
  return count < max;
}

/** A handle is also taken if it's part of one of the product's URLs. */
export function isReservedHandle(handle: string): boolean {
  return ['search', 'joined', 'create'].includes(handle.toLowerCase());
}

/** A form's fields about a community; left-out ones stay unchanged. */
export interface CommunityForm {
  name?: string | undefined;
  handle?: string | undefined;
  removedProfile?: boolean | undefined;
  visibility?: Visibility | undefined;
  description?: string | undefined;
}

export interface CommunityDetails {
  name: string;
  handle: string;
  profile_path: string | null;
  visibility: Visibility;
  description: string;
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
    visibility: form.visibility ?? before.visibility,
    description: form.description?.trim() ?? before.description,
  };
}
