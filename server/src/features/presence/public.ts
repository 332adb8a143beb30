/** What other features may use from presence: whether somebody is online, and how to notify people who look at them. */
export { isOnline, onlineFor } from './presence.access.ts';
export { noteChoice as notePresenceChoice } from './presence.queries.ts';
export type { LookedAt } from './presence.service.ts';
