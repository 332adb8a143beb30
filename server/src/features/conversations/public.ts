/** What other features may use of conversations. */
export { inListWith } from './conversations.access.ts';
