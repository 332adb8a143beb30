export type { UserRow } from './accounts.queries.ts';
export { holdUser, lockUser } from './accounts.queries.ts';
export { ownUserView } from './accounts.view.ts';
export { authorJson } from './authors.queries.ts';
