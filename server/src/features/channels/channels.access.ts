import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';

const banning: Permission = 'ban:users';
const editing: Permission = 'community:edit';

/**
 * Whether a person holds one of a channel's roles: `mayUseChannel` from the rules, as a condition on a row of channels and an
 * expression whose value is an id.
 */
export const mayUse = (channels: string, userId: string): string => `exists (
  select from community_role_holders held
  where held.community_id = ${channels}.community_id and held.user_id = ${userId} and held.role_id = any(${channels}.roles)
)`;

/** Whether a person holds a permission in a channel's community, as a condition on two expressions whose values are ids. */
const holds = (permission: Permission, channelId: string, userId: string): string => `exists (
  select from channels overseen
  join community_role_holders held on held.community_id = overseen.community_id and held.user_id = ${userId}
  join community_roles given on given.id = held.role_id
  where overseen.id = ${channelId} and given.permissions @> array['${permission}']
)`;

/** Whether a person sees what was removed from a channel. */
export const mayOversee = (channelId: string, userId: string): string => holds(banning, channelId, userId);

/** Whether a person may mention everyone in a channel. */
export const mayMentionEveryone = (channelId: string, userId: string): string => holds(editing, channelId, userId);
