/** The parts of accounts that other features may use. */
import type {} from './accounts.events.ts';
import type {} from './accounts.jobs.ts';
import type {} from './accounts.limits.ts';

export { isActivated, isAway, isEntered } from './accounts.access.ts';
export {
  changedByTeamMail,
  exportedByTeamMail,
  loggedOutByTeamMail,
  passwordResetByTeamMail,
} from './accounts.mail.ts';
export type { UserRow } from './accounts.queries.ts';
export {
  findAccount,
  findActivated,
  findEntered,
  findTaken,
  findUser,
  holdUser,
  holdUsers,
  insertAwaited,
  lockUser,
  lockUserByUsername,
  updateUser,
} from './accounts.queries.ts';
export { isLapsed, isSuspended, isWaiting, mayLogIn, noUser, tidyName } from './accounts.rules.ts';
export { type Admission, deleteMailed, deleteWaysIn, mailUser, toTakenError } from './accounts.service.ts';
export { viewAuthor, viewOwnUser, viewUser } from './accounts.view.ts';
export { activateLocked } from './activation.service.ts';
export { acceptAccount, refuseAccount } from './approval.service.ts';
export {
  ownAccount,
  ownFormerUsernames,
  ownKnownBrowsers,
  ownPasskeys,
  ownSecurityLog,
  ownSessions,
} from './archive.queries.ts';
export { authorColumns, authorJson } from './authors.queries.ts';
export { deleteByTeam, isBeingDeleted, mailReturnAgain } from './away.service.ts';
export { lockCaller, lockConfirmed, requireConfirmed } from './confirmation.service.ts';
export { deleteEmailChangeOf } from './email-change.queries.ts';
export { type ExplainedPerson, explainLockout, explainNewAccount } from './explain.service.ts';
export { findLockout } from './lockout.service.ts';
export { createLoginLink, insertLoginLinks, mailLoginLinks, newLoginLinks } from './login-links.service.ts';
export { isNewcomer } from './newcomers.access.ts';
export { newSince, type RefundLinks, spendLinks } from './newcomers.service.ts';
export { deletePasskeysOf } from './passkeys.queries.ts';
export type { Hasher } from './passwords.service.ts';
export { codesOffByTeamMail } from './security.mail.ts';
export { type Origin, originOf, recordSecurity } from './security.service.ts';
export { listRefusals, listSecurityOfAll } from './site-security.queries.ts';
export { endSuspension, suspendAccount } from './suspension.service.ts';
export { removeTotp } from './totp.service.ts';
export { findUserByName } from './usernames.queries.ts';
export { isRename } from './usernames.rules.ts';
export { giveUsername } from './usernames.service.ts';
