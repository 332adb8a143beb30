/** What other features may use from comments. */
export { explainableComments } from './explain.service.ts';
export { reportableComments } from './removal.service.ts';
