import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { PostPlaces } from '#features/posts/public.ts';
import { isBannedFrom, isKnownTo, seesEverybody } from './communities.access.ts';

/** What posts ask about the communities they're in, as SQL. */
export const placesOfPosts: Omit<PostPlaces, 'enter' | 'banNoticeOf' | 'isPrivate'> = {
  isOpenTo: (communityId, viewerId) =>
    // `offset 0`: by key, or the planner reads every community for a page.
    `exists (select from communities place where place.id = ${communityId} and ${isKnownTo('place', viewerId)} offset 0)`,
  isBannedFrom,
  isModeratedBy: seesEverybody,
  json: (communityId) =>
    `(select '{"community_handle":' || to_json(place.handle) || ',"name":' || to_json(place.name) ||
      ',"profile_path":' || to_json(coalesce(place.profile_path, '${defaultProfilePath}')) || '}'
      from communities place where place.id = ${communityId})`,
  byHandle: (handle, viewerId) =>
    `select place.id from communities place where lower(place.handle) = lower(${handle}) and ${isKnownTo('place', viewerId)}`,
  joinedBy: (viewerId) => `select own.community_id as id from community_members own where own.user_id = ${viewerId}`,
};
