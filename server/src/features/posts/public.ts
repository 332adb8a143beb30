/** What other features may use of posts. */
import type {} from './posts.events.ts';

export { filesOf } from './posts.access.ts';
