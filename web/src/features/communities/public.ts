export { CommunityHeader } from '#features/communities/CommunityHeader.tsx';
export { CommunityRail } from '#features/communities/CommunityRail.tsx';
export { CommunitySearch } from '#features/communities/CommunitySearch.tsx';
export {
  communityKey,
  communityOptions,
  joinedOptions,
  permissionsOptions,
  rolesOptions,
} from '#features/communities/communities.data.ts';
export { anyOf, roleNames } from '#features/communities/communities.rules.ts';
export { JoinCommunity } from '#features/communities/JoinCommunity.tsx';
export { MembersPanel } from '#features/communities/MembersPanel.tsx';
export { PopularCommunities } from '#features/communities/PopularCommunities.tsx';
export { stepThrough } from '#features/communities/step-through.ts';
export { useCommunityLive } from '#features/communities/use-community-live.ts';
