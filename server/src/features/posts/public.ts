/** What other features may use from posts. */
import type {} from './posts.events.ts';

export { filesOf } from './posts.access.ts';
