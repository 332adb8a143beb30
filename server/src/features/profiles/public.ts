/** What other features may use from profiles. */
export { explainableProfiles, explainMeeting } from './explain.service.ts';
export { fillProfile, getProfile } from './profiles.service.ts';
export { reportableProfiles } from './reportable.service.ts';
