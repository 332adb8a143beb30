/** The parts of accounts that other features may use. */
export { isActivated } from './accounts.access.ts';
export type { UserRow } from './accounts.queries.ts';
export { holdUser, lockUser } from './accounts.queries.ts';
export { ownUserView, viewAuthor, viewUser } from './accounts.view.ts';
export { authorColumns, authorJson } from './authors.queries.ts';
