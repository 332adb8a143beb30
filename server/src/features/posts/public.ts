/** What other features may use from posts. */
import type {} from './posts.events.ts';

export { accessColumns, filesFor, postVisibleTo } from './posts.access.ts';
export { guardPostFiles, reportablePosts } from './removal.service.ts';
