import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';

const editing: Permission = 'community:edit';

/** Whether a role lets its holders edit the community: `mayEditCommunity` from the rules, as a condition on a row of roles. */
export const opensEditing = (roles: string): string => `${roles}.permissions @> array['${editing}']`;

/** Whether a person is a member of a community; both are expressions whose value is an id. */
export const isMemberOf = (communityId: string, userId: string): string =>
  `exists (select from community_members own where own.community_id = ${communityId} and own.user_id = ${userId})`;
