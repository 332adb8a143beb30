/**
 * What other features may use from reactions. A noun whose things people react to keeps its own table, with an index that begins with
 * the thing's id, and these say what fits and what it looks like.
 */
export { type ReactionTable, reactionFits, reactionsJson, reactionsOfSummary } from './reactions.access.ts';
export { fits, mostKinds } from './reactions.rules.ts';
export { listReactors } from './reactors.queries.ts';
