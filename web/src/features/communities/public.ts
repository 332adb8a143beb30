export { default as BanDialog } from '#features/communities/BanDialog.tsx';
export { CommunityHeader } from '#features/communities/CommunityHeader.tsx';
export { CommunityMissing } from '#features/communities/CommunityMissing.tsx';
export { CommunityRail } from '#features/communities/CommunityRail.tsx';
export { CommunitySettings, SettingsSkeleton, settingsTab } from '#features/communities/CommunitySettings.tsx';
export { CreateCommunity } from '#features/communities/CreateCommunity.tsx';
export {
  communityKey,
  communityOptions,
  joinedOptions,
  permissionsOptions,
  renameCommunity,
  rolesOptions,
  useJoinCommunity,
} from '#features/communities/communities.data.ts';
export { FindCommunity, FindSkeleton } from '#features/communities/FindCommunity.tsx';
export { MemberRoles } from '#features/communities/MemberRoles.tsx';
export { MembersPanel } from '#features/communities/MembersPanel.tsx';
export { PopularCommunities } from '#features/communities/PopularCommunities.tsx';
export { SidebarSkeleton } from '#features/communities/SidebarSkeleton.tsx';
export { stepThrough } from '#features/communities/step-through.ts';
export { useCommunityLive } from '#features/communities/use-community-live.ts';
export { type NameOf, useCommunityNames } from '#features/communities/use-community-names.ts';
