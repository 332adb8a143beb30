import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { isAway } from '#features/accounts/public.ts';
import { holds, isBannedFrom, isKnownTo, isMemberOf, seesEverybody } from '#features/posts/public.ts';
import { notApart } from '#features/relations/public.ts';

export { isBannedFrom, isKnownTo, isMemberOf, seesEverybody };

const editing: Permission = 'community:edit';

/** Whether a role lets its holders edit the community: `mayEditCommunity` from the rules, as a condition on a row of roles. */
export const opensEditing = (roles: string): string => `${roles}.permissions @> array['${editing}']`;

/** Whether a person holds `post:create` in a community: `mayPost` from the rules. Both are expressions whose value is an id. */
export const mayPostTo = (communityId: string, userId: string): string => holds('post:create', communityId, userId);

/**
 * Whether a viewer sees another member of a community, who isn't away: neither has blocked the other, or the viewer sees everybody there.
 */
export const memberVisibleTo = (communityId: string, memberId: string, viewerId: string): string =>
  `((${notApart(viewerId, memberId)} or ${seesEverybody(communityId, viewerId)}) and not ${isAway(memberId)})`;

/** How many members a community has who aren't away: an expression. @param sizes its row of community_sizes */
export const shownSize = (sizes: string): string => `(${sizes}.member_count - ${sizes}.away_count)`;

/**
 * Who is responsible for a community: of those who hold community:edit, the one who has been a member longest. Both are expressions whose
 * value is an id; the second is somebody who's left out, or null.
 */
export const responsibleFor = (communityId: string, besides: string): string =>
  `(select member.user_id from community_roles roles
    join community_role_holders held on held.community_id = roles.community_id and held.role_id = roles.id
    join community_members member on member.community_id = held.community_id and member.user_id = held.user_id
    where roles.community_id = ${communityId} and ${opensEditing('roles')} and member.user_id is distinct from ${besides}
    order by member.joined limit 1)`;

/** Whether two people are members of the same private community; both are expressions whose value is an id. */
export const sharePrivateCommunity = (userId: string, otherId: string): string =>
  `exists (select from community_members one
    join community_members another on another.community_id = one.community_id and another.user_id = ${otherId}
    join communities shared on shared.id = one.community_id and shared.visibility = 'private'
    where one.user_id = ${userId})`;

/** Whether two people are members of the same community: a condition on two expressions whose values are ids. */
export const shareCommunity = (userId: string, otherId: string): string =>
  `exists (select from community_members one
    join community_members another on another.community_id = one.community_id and another.user_id = ${otherId}
    where one.user_id = ${userId})`;
