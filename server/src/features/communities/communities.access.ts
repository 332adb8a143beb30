import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { sql } from 'kysely';
import { isAway } from '#features/accounts/public.ts';
import { holds, isBannedFrom, isKnownTo, isMemberOf, seesEverybody } from '#features/posts/public.ts';
import { notApart } from '#features/relations/public.ts';
import {
  and,
  type Condition,
  eb,
  exists,
  type Id,
  not,
  or,
  type Row,
  row,
  type Value,
} from '#platform/database/expressions.ts';

export { isBannedFrom, isKnownTo, isMemberOf, seesEverybody };

/** Whether a role lets its holders edit the community: `mayEditCommunity` from the rules. */
export const opensEditing = (roles: Row<'community_roles'>): Condition =>
  eb(sql.lit<Permission>('community:edit'), '=', eb.fn.any<Permission>(roles.permissions));

/** Whether a person holds `post:create` in a community: `mayPost` from the rules. */
export const mayPostTo = (communityId: Id, userId: Id): Condition => holds('post:create', communityId, userId);

/**
 * Whether a viewer sees another member of a community, who isn't away: neither has blocked the other, or the viewer sees everybody there.
 */
export const memberVisibleTo = (communityId: Id, memberId: Id, viewerId: Id): Condition =>
  and(or(notApart(viewerId, memberId), seesEverybody(communityId, viewerId)), not(isAway(memberId)));

/** How many members a community has who aren't away. */
export const shownSize = (sizes: Row<'community_sizes'>): Value<number> =>
  eb(sizes.member_count, '-', sizes.away_count);

/**
 * Who is responsible for a community: the longest-standing holder of community:edit. `besides` is left out; it may be
 * null.
 */
export const responsibleFor = (communityId: Id, besides: Id) =>
  eb
    .selectFrom('community_roles as roles')
    .innerJoin('community_role_holders as held', (on) =>
      on.onRef('held.community_id', '=', 'roles.community_id').onRef('held.role_id', '=', 'roles.id'),
    )
    .innerJoin('community_members as member', (on) =>
      on.onRef('member.community_id', '=', 'held.community_id').onRef('member.user_id', '=', 'held.user_id'),
    )
    .select('member.user_id')
    .where('roles.community_id', '=', communityId)
    .where(opensEditing(row('community_roles', 'roles')))
    .where('member.user_id', 'is distinct from', besides)
    .orderBy('member.joined')
    .limit(eb.lit(1));

/** The communities that both people are members of. */
const sharedBy = (userId: Id, otherId: Id) =>
  eb
    .selectFrom('community_members as one')
    .innerJoin('community_members as another', (on) =>
      on.onRef('another.community_id', '=', 'one.community_id').on('another.user_id', '=', otherId),
    )
    .where('one.user_id', '=', userId);

/** Whether two people are members of the same private community. */
export const sharePrivateCommunity = (userId: Id, otherId: Id): Condition =>
  exists(
    sharedBy(userId, otherId).innerJoin('communities as shared', (on) =>
      on.onRef('shared.id', '=', 'one.community_id').on('shared.visibility', '=', 'private'),
    ),
  );

/** Whether two people are members of the same community. */
export const shareCommunity = (userId: Id, otherId: Id): Condition => exists(sharedBy(userId, otherId));
