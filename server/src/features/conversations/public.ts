export { inListWith } from './conversations.queries.ts';
