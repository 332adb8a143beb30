import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';

const banning: Permission = 'ban:users';

/**
 * Whether a person holds one of a channel's roles: `mayUseChannel` from the rules, as a condition on a row of channels and an
 * expression whose value is an id.
 */
export const mayUse = (channels: string, userId: string): string => `exists (
  select from community_role_holders held
  where held.community_id = ${channels}.community_id and held.user_id = ${userId} and held.role_id = any(${channels}.roles)
)`;

/** Whether a person holds ban:users in a channel's community, as a condition on two expressions whose values are ids. */
export const mayOversee = (channelId: string, userId: string): string => `exists (
  select from channels overseen
  join community_role_holders held on held.community_id = overseen.community_id and held.user_id = ${userId}
  join community_roles given on given.id = held.role_id
  where overseen.id = ${channelId} and given.permissions @> array['${banning}']
)`;
