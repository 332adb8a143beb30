/** What other features may use from posts. */
import type {} from './posts.events.ts';

export { filesFor } from './posts.access.ts';
