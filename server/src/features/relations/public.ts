/** What other features may use from relations: who sees whom. */
export { hiddenFrom, inFeedOf, mutedBy, visibleTo } from './relations.access.ts';
export { apartNotice } from './relations.rules.ts';
