/** What other features may use from notifications. */
export { readSettings } from './settings.service.ts';
