/** What other features may use from comments. */
import type {} from './comments.events.ts';

export { ownCommentReactions, ownComments } from './archive.queries.ts';
export { commentVisibleTo } from './comments.access.ts';
export { explainableComments, noComment } from './explain.service.ts';
export { reportableComments } from './removal.service.ts';
export { searchableComments } from './searchable.queries.ts';
