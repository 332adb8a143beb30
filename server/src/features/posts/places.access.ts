import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';

/**
 * Facts about the communities that posts are in, as SQL, each argument an expression whose value is an id unless it says otherwise. What
 * communities allow builds on them, too.
 */

/** Whether a person is a member. `offset 0` makes it a look-up by key: the planner would rather read all of a person's communities, or everybody's. */
export const isMemberOf = (communityId: string, userId: string): string =>
  `exists (select from community_members own where own.community_id = ${communityId} and own.user_id = ${userId} offset 0)`;

/** Whether a person has a permission there, one of the contract's of communities. */
export const holds = (permission: `${string}:${string}`, communityId: string, userId: string): string =>
  `holds_permission(${communityId}, ${userId}, '${permission}')`;

/** Whether a person holds `ban:users` there, and so may delete what others wrote: `maySeeEverybody` and `mayBanMembers` from the rules of communities. */
export const seesEverybody = (communityId: string, userId: string): string => holds('ban:users', communityId, userId);

/** Whether a person may know of a community: `mayKnowOf` from the rules of communities, as a condition on a row of communities and an id. */
export const isKnownTo = (communities: string, userId: string): string =>
  `(${communities}.visibility = 'public' or ${isMemberOf(`${communities}.id`, userId)})`;

/** Whether a person is banned now: `isBanned` from the rules of communities. */
export const isBannedFrom = (communityId: string, userId: string): string =>
  `exists (select from community_ban_of(${communityId}, ${userId}))`;

/** Whether a viewer may see what's in a community; false for one that's gone. */
// `offset 0`: by key, or the planner reads every community for a page.
export const isPlaceOpenTo = (communityId: string, viewerId: string): string =>
  `exists (select from communities place where place.id = ${communityId} and ${isKnownTo('place', viewerId)} offset 0)`;

/** The contract's `community` of a post, as JSON text. */
export const placeJson = (communityId: string): string =>
  `(select '{"community_handle":' || to_json(place.handle) || ',"name":' || to_json(place.name) ||
    ',"profile_path":' || to_json(coalesce(place.profile_path, '${defaultProfilePath}')) || '}'
    from communities place where place.id = ${communityId})`;

/** A select of the `id` of the community with a handle, an expression, if a viewer may know of it. */
export const placeByHandle = (handle: string, viewerId: string): string =>
  `select place.id from communities place where lower(place.handle) = lower(${handle}) and ${isKnownTo('place', viewerId)}`;

/** A select of the `id` of each of a viewer's communities. */
export const joinedBy = (viewerId: string): string =>
  `select own.community_id as id from community_members own where own.user_id = ${viewerId}`;
