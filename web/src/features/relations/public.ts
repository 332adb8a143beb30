export { relationItems } from '#features/relations/relation-items.ts';
export { useTurnedAway } from '#features/relations/turned-away.ts';
