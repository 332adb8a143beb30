/** What other features may use from relations: who sees whom. */
export { inFeedOf, visibleTo } from './relations.access.ts';
