/**
 * Whether a person holds one of a channel's roles: `mayUseChannel` from the rules, as a condition on a row of channels and an
 * expression whose value is an id.
 */
export const mayUse = (channels: string, userId: string): string => `exists (
  select from community_role_holders held
  where held.community_id = ${channels}.community_id and held.user_id = ${userId} and held.role_id = any(${channels}.roles)
)`;
