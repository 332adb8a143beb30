/** What other features may use from profiles. */
export { reportableProfiles } from './reportable.service.ts';
