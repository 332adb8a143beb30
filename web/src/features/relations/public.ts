export { RelationList } from '#features/relations/RelationList.tsx';
export { relationItems } from '#features/relations/relation-items.ts';
export { useChangedRelations } from '#features/relations/turned-away.ts';
export { UnblockButton } from '#features/relations/UnblockButton.tsx';
