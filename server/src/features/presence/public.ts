/** What other features may use from presence: whether somebody is online, and how to tell those who look at them. */
export { isOnline, onlineFor } from './presence.access.ts';
export type { LookedAt } from './presence.service.ts';
