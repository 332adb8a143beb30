export type { UserRow } from './accounts.queries.ts';
export { findUser, findUserByUsername, lockUser, updateUser } from './accounts.queries.ts';
export { ownUserView, userView } from './accounts.view.ts';
export { authorJson } from './authors.queries.ts';
