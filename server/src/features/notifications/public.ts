/** What other features may use from notifications. */
export { ownPushDevices } from './archive.queries.ts';
export { ownNotifications } from './archive.service.ts';
export { endPushedCall, pushCall } from './push-calls.service.ts';
export { readSettings } from './settings.service.ts';
