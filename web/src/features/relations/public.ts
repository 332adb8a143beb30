export { BlockButton } from '#features/relations/BlockButton.tsx';
export { FollowButton } from '#features/relations/FollowButton.tsx';
export { FollowList, PersonRow } from '#features/relations/FollowList.tsx';
export { FollowsYou } from '#features/relations/FollowsYou.tsx';
export { RelationList } from '#features/relations/RelationList.tsx';
export { relationItems } from '#features/relations/relation-items.ts';
export { useChangedRelations } from '#features/relations/turned-away.ts';
export { UnblockButton } from '#features/relations/UnblockButton.tsx';
