/** What other features may use from comments. */
export { reportableComments } from './removal.service.ts';
