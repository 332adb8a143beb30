import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';

/** Creating a channel needs channel:create. */
export function mayCreateChannel(actor: { permissions: readonly Permission[] }): boolean {
  return actor.permissions.includes('channel:create');
}

/** A channel is read, written and joined live only by members with one of its roles. */
export function mayUseChannel(held: readonly string[], channel: { roles: readonly string[] }): boolean {
  return channel.roles.some((role) => held.includes(role));
}

/** A community has no more channels than fit its list. */
export function mayAddChannel(count: number, max: number): boolean {
  return count < max;
}
