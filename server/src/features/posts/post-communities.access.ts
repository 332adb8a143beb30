import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import {
  byKey,
  type Condition,
  call,
  eb,
  exists,
  type Id,
  or,
  type Row,
  row,
  type Value,
} from '#platform/database/expressions.ts';
import { jsonObject, jsonString } from '#platform/database/json.ts';

/** Conditions on the communities that posts are in. The rules of communities build on them, too. */

/** Whether a person is a member. By key: the planner would otherwise read all of a person's communities, or everybody's. */
export const isMemberOf = (communityId: Id, userId: Id): Condition =>
  exists(
    eb
      .selectFrom('community_members as own')
      .where('own.community_id', '=', communityId)
      .where('own.user_id', '=', userId)
      .offset(byKey),
  );

/** Whether a person has a permission there, one of the contract's of communities. */
export const holds = (permission: `${string}:${string}`, communityId: Id, userId: Id): Condition =>
  call<boolean>('holds_permission', communityId, userId, eb.val<string>(permission));

/** Whether a person holds `ban:users` there, and so may delete what others wrote: `maySeeEverybody` and `mayBanMembers` from the rules of communities. */
export const seesEverybody = (communityId: Id, userId: Id): Condition => holds('ban:users', communityId, userId);

/** Whether a person may know about a community: `mayKnowOf` from the rules of communities. */
export const isKnownTo = (communities: Row<'communities'>, userId: Id): Condition =>
  or(eb(communities.visibility, '=', 'public'), isMemberOf(communities.id, userId));

/** Whether a person is banned now: `isBanned` from the rules of communities. */
export const isBannedFrom = (communityId: Id, userId: Id): Condition =>
  exists(eb.selectFrom(call<{ until: Date | null; text: string }>('community_ban_of', communityId, userId).as('ban')));

/** Whether a viewer may see what's in a community; false for one that's gone. */
export const isCommunityOpenTo = (communityId: Id, viewerId: Id): Condition =>
  exists(
    eb
      .selectFrom('communities as community')
      .where('community.id', '=', communityId)
      .where(isKnownTo(row('communities', 'community'), viewerId))
      // Or the planner reads every community for a page.
      .offset(byKey),
  );

/** The contract's `community` of a post, as JSON text. */
export const communityJson = (communityId: Id) =>
  eb
    .selectFrom('communities as community')
    .select((community) =>
      jsonObject({
        community_handle: jsonString(community.ref('community.handle')),
        name: jsonString(community.ref('community.name')),
        profile_path: jsonString(community.fn.coalesce('community.profile_path', community.val(defaultProfilePath))),
      }).as('json'),
    )
    .where('community.id', '=', communityId);

/** The `id` of the community with a handle, if a viewer may know about it. */
export const communityByHandle = (handle: Value<string>, viewerId: Id) =>
  eb
    .selectFrom('communities as community')
    .select('community.id')
    .where((community) => community(community.fn('lower', ['community.handle']), '=', community.fn('lower', [handle])))
    .where(isKnownTo(row('communities', 'community'), viewerId));

/** The `id` of each of a viewer's communities. */
export const joinedBy = (viewerId: Id) =>
  eb.selectFrom('community_members as own').select('own.community_id as id').where('own.user_id', '=', viewerId);
