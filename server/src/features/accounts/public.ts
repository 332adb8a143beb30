/** The parts of accounts that other features may use. */
export { isActivated } from './accounts.access.ts';
export type { UserRow } from './accounts.queries.ts';
export { findAccount, holdUser, lockUser } from './accounts.queries.ts';
export { ownUserView, viewAuthor, viewUser } from './accounts.view.ts';
export { authorColumns, authorJson } from './authors.queries.ts';
export { endSuspension, suspendAccount, suspensionText } from './suspension.service.ts';
