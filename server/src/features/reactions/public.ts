/**
 * What other features may use from reactions. A feature with things to react to keeps a table of its own, with an index that begins with
 * the thing's id; these functions check a new reaction and present the existing ones.
 */
export { type ReactionTable, reactionFits, reactionsJson, reactionsOfSummary } from './reactions.access.ts';
export { fits, mostKinds } from './reactions.rules.ts';
export { listReactors } from './reactors.queries.ts';
