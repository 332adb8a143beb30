import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';

/** Creating, changing and deleting channels needs channel:create. */
export function mayManageChannels(actor: { permissions: readonly Permission[] }): boolean {
  return actor.permissions.includes('channel:create');
}

/**
 * An existing channel can be changed and deleted by people who may manage channels and can use it, or may edit the
 * community, so nobody can give themselves access. Everyone who manages channels may move it in the list.
 */
export function mayManageChannel(
  actor: { permissions: readonly Permission[]; roleIds: readonly string[] },
  channel: { roles: readonly string[] },
): boolean {
  const mayUse = mayUseChannel(actor.roleIds, channel) || actor.permissions.includes('community:edit');
  return mayManageChannels(actor) && mayUse;
}

/** A channel is read, written and joined live only by members with one of its roles. */
export function mayUseChannel(held: readonly string[], channel: { roles: readonly string[] }): boolean {
  return channel.roles.some((role) => held.includes(role));
}

/** Members of a community see its channels' names; in a public one, so does the site's team, who could join it. */
export function mayKnowChannel(
  { visibility }: { visibility: 'public' | 'private' },
  viewer: { isMember: boolean; isOnTeam: boolean },
): boolean {
  return viewer.isMember || (viewer.isOnTeam && visibility === 'public');
}

/** The most channels that a community can have. The number is bounded because the list isn't paged. */
export function mayAddChannel(count: number, max: number): boolean {
  return count < max;
}

/** The channels' order after moving one to the given position; a position beyond the end is the last. */
export function orderWith(ids: readonly string[], moved: string, place: number): string[] {
  const others = ids.filter((id) => id !== moved);
  return [...others.slice(0, place), moved, ...others.slice(place)];
}

/** A role can't be deleted while a channel has no other role. */
export function outlastsRole(channel: { roles: readonly string[] }, roleId: string): boolean {
  return channel.roles.some((id) => id !== roleId);
}
