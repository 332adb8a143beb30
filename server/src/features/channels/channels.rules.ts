import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';

/** Creating, changing and deleting channels needs channel:create. */
export function mayManageChannels(actor: { permissions: readonly Permission[] }): boolean {
  return actor.permissions.includes('channel:create');
}

/**
 * A channel that's there is changed and deleted by whoever may manage channels and use it, or edit the community: nobody opens a channel
 * to themselves. Anybody who manages channels may move it in the list.
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

/** A channel's name is for members of its community, and in a public one for the site's team, who could join it. */
export function mayKnowChannel(
  { visibility }: { visibility: 'public' | 'private' },
  viewer: { isMember: boolean; isOnTeam: boolean },
): boolean {
  return viewer.isMember || (viewer.isOnTeam && visibility === 'public');
}

/** The most channels a community can have, so that they fit its list. */
export function mayAddChannel(count: number, max: number): boolean {
  return count < max;
}

/** The channels' order once one of them has moved to another place; a place after the last one is the last. */
export function orderWith(ids: readonly string[], moved: string, place: number): string[] {
  const others = ids.filter((id) => id !== moved);
  return [...others.slice(0, place), moved, ...others.slice(place)];
}

/** A role can't be deleted while it alone opens a channel. */
export function outlastsRole(channel: { roles: readonly string[] }, roleId: string): boolean {
  return channel.roles.some((id) => id !== roleId);
}
