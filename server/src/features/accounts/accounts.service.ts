import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { isReservedName } from '@hubbub/contract/platform/names.ts';
import { type Db, type Tx, uniqueViolation } from '#platform/database/database.ts';
import { conflict, type HttpError, invalid, notActivated, unauthenticated } from '#platform/errors/errors.ts';
import { newId } from '#platform/ids.ts';
import type { MailContent } from '#platform/mail/mail-content.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, newToken, type Session } from '#platform/sessions/sessions.ts';
import './accounts.events.ts';
import { passwordChangedMail } from './accounts.mail.ts';
import {
  type EnteringRow,
  findRegistration,
  findUser,
  findUserByIdentifier,
  holdUser,
  insertRegistration,
  insertUser,
  isEmailTaken,
  isUsernameTaken,
  lockUser,
  nameRegistration,
  replacePasswordHash,
  takeRegistration,
  type UserRow,
  updateUser,
} from './accounts.queries.ts';
import { hoursAfter, isLapsed, isWaiting, mayLogIn, tidyName } from './accounts.rules.ts';
import { mailedTooOften, sendActivation } from './activation.service.ts';
import { lockCaller } from './confirmation.service.ts';
import { deleteCodesOf } from './devices.queries.ts';
import { accountKey, countLogIn, type Visitor } from './devices.service.ts';
import { deleteEmailChangeOf, deleteEmailUndosOf } from './email-change.queries.ts';
import { deleteMailedLinks } from './login-links.queries.ts';
import type { ChoosePassword } from './new-passwords.service.ts';
import type { Hasher } from './passwords.service.ts';
import { requireSecondFactor } from './second-factor.service.ts';
import { deleteDisownTokensSince } from './security.queries.ts';
import { type Origin, recordFailure, recordSecurity } from './security.service.ts';
import { createSession } from './suspension.service.ts';
import { deleteTokensOf, findTokenOwner, takeToken } from './tokens.queries.ts';
import { renewTries } from './totp.queries.ts';

const emailTaken = () => conflict({ email: 'This email already has an account. Log in, or use another email.' });
const wrongCredentials = () => unauthenticated('Wrong username, email or password.');
const usernameTaken = () => conflict({ username: 'This username is taken. Choose another one.' });
export const usernameReserved = () => conflict({ username: 'This username is reserved. Choose another one.' });
const registrationGone = () => invalid({ reg_id: 'This registration has expired. Start again with your email.' });
const rulesNotAccepted = () => invalid({ rules: messages.rulesNotAccepted });
const resetGone = () => invalid({ reset_token: 'This reset has expired or was used. Request a new code.' });

/** Who may register: the site decides, and the composition root connects it. */
export interface Admission {
  /**
   * Whether somebody may start registering, with an invite or without. An invite needs nothing else.
   * @throws {HttpError} 422
   */
  check(given: { email: string; invite: string | undefined }): Promise<{ isInvited: boolean }>;
  /**
   * Counts a registration without an invite.
   * @param given `network`: as returned by `networkOf`
   * @throws {HttpError} 422 for a wrong proof, 429 while registrations come too fast
   */
  keepPace(given: { proof: string | undefined; network: string }): Promise<void>;
  /**
   * Admits a new account and uses up its invite, in the transaction that creates it.
   * @returns whether it has to wait for the team's approval
   * @throws {HttpError} 422
   */
  admit(tx: Tx, given: { userId: string; email: string; invite: string | null }): Promise<{ mustWait: boolean }>;
  /** Whether the site requires new members to accept its rules. */
  asksRules(): Promise<boolean>;
  /** Whether an account may have this address. @throws {HttpError} 422 */
  checkEmail(email: string): Promise<void>;
}

/**
 * Registration, step 1.
 * @returns reg_id, for the next steps; it contains neither the email nor, later, the username for this registration
 * @throws {HttpError} 409 if the email has an account, and whatever the admission throws
 */
export async function startRegistration(
  { db, clock }: Platform,
  admission: Admission,
  given: Parameters<Admission['check']>[0] & Parameters<Admission['keepPace']>[0],
): Promise<string> {
  const { email } = given;
  const { isInvited } = await admission.check(given);
  // People with an account don't register, and mustn't slow down those who do.
  if (await isEmailTaken(db.kysely, email)) throw emailTaken();
  if (!isInvited) await admission.keepPace(given);
  const token = newToken();
  await insertRegistration(db.kysely, {
    tokenHash: hashToken(token),
    email,
    inviteCode: given.invite ?? null,
    expiresAt: hoursAfter(clock.now(), limits.registration.hours),
  });
  return token;
}

/**
 * Registration, step 2; may be repeated with another username.
 * @throws {HttpError} 409 if the username is taken or reserved, 422 if the registration is unknown or has expired
 */
export async function nameAccount(
  { db, clock }: Platform,
  given: { reg_id: string; username: string; name?: string | null | undefined },
): Promise<void> {
  if (isReservedName(given.username)) throw usernameReserved();
  if (await isUsernameTaken(db.kysely, given.username)) throw usernameTaken();
  const known = await nameRegistration(db.kysely, hashToken(given.reg_id), clock.now(), {
    username: given.username,
    name: tidyName(given.name),
  });
  if (!known) throw registrationGone();
}

/** @throws {HttpError} 422 if the site requires new members to accept its rules, and they haven't */
export async function requireRules(
  admission: Admission,
  given: { accepts_rules?: boolean | undefined },
): Promise<void> {
  if (given.accepts_rules !== true && (await admission.asksRules())) throw rulesNotAccepted();
}

/**
 * Registration, step 3: creates the account and mails the activation link.
 * @throws {HttpError} 409 if someone else took the email or username first, 422 if the registration is unknown or has expired, or has no
 *   username yet, or the password is easy to guess, 429 if the address was mailed too often today, and whatever the admission throws
 */
export async function createAccount(
  platform: Platform,
  admission: Admission,
  choose: ChoosePassword,
  given: { reg_id: string; password: string; reason?: string | undefined; accepts_rules?: boolean | undefined },
): Promise<UserRow> {
  const { db, clock } = platform;
  const tokenHash = hashToken(given.reg_id);
  const pending = await findRegistration(db.kysely, tokenHash, clock.now());
  if (!pending) throw registrationGone();
  const { username, name } = pending;
  if (username === null) throw invalid({ username: messages.usernameRequired });
  await requireRules(admission, given);
  const passwordHash = await choose(given.password, { username, name, email: pending.email });
  try {
    return await db.transaction(async (tx) => {
      const registration = await takeRegistration(tx, tokenHash, clock.now());
      if (!registration || registration.username === null) throw registrationGone();
      const { email } = registration;
      const created = await insertUser(tx, {
        id: newId(),
        username: registration.username,
        email,
        passwordHash,
        name: registration.name,
        activatedAt: null,
        createdAt: clock.now(),
      });
      const { mustWait } = await admission.admit(tx, { userId: created.id, email, invite: registration.invite_code });
      const request = { approval_requested_at: clock.now(), approval_reason: given.reason?.trim() ?? '' };
      const user = mustWait ? await updateUser(tx, created.id, request) : created;
      if (!(await sendActivation(platform, tx, user))) throw mailedTooOften();
      return user;
    });
  } catch (error) {
    throw toTakenError(error);
  }
}

/**
 * The account this password belongs to. A missing account takes as long as a wrong password.
 * @throws {HttpError} 401 for wrong credentials, 429 after too many
 */
export async function checkPassword(
  platform: Platform,
  hasher: Hasher,
  visitor: Visitor,
  given: { username: string; password: string },
): Promise<EnteringRow> {
  const user = await findUserByIdentifier(platform.db.reads, given.username);
  const { origin } = visitor;
  const succeed = await countLogIn(platform, visitor, accountKey(user, given.username)).catch((error: unknown) => {
    recordFailure(platform, { userId: user?.id, event: 'log_in_locked', origin });
    throw error;
  });
  const matches = await hasher.verify(user?.password_hash ?? null, given.password);
  if (!matches) recordFailure(platform, { userId: user?.id, event: 'log_in_failed', origin });
  if (!user || !matches) throw wrongCredentials();
  await succeed();
  return user;
}

/**
 * Checks somebody who has proved who they are, before they're logged in. If the account isn't activated, mails a new
 * link.
 * @param entering `unknown`: the error if the account can no longer be activated, and so counts as deleted
 * @throws {HttpError} 403 if the account isn't activated, 422 if it waits for approval, and `unknown`
 */
export async function requireMayEnter(
  platform: Platform,
  user: UserRow,
  { origin, unknown }: { origin: Origin; unknown: () => HttpError },
): Promise<void> {
  const { db, clock } = platform;
  if (mayLogIn(user) && !isWaiting(user)) return;
  recordFailure(platform, { userId: user.id, event: 'log_in_refused', origin });
  if (!mayLogIn(user)) {
    if (isLapsed(user, clock.now(), limits.activation.days)) throw unknown();
    await sendActivation(platform, db.kysely, user);
    throw notActivated(messages.notActivated);
  }
  throw invalid({ account: messages.waitingForApproval });
}

/**
 * Starts a session for an account whose password was just checked. If it isn't activated, mails a new link instead.
 * @returns the token for the cookie
 * @throws {HttpError} 403 if the account isn't activated, 401 if it no longer can be, 422 if it's suspended, waits for approval or needs a
 *   code
 */
export async function startSession(
  platform: Platform,
  hasher: Hasher,
  user: EnteringRow,
  { password, code, visitor }: { password: string; code: string | undefined; visitor: Visitor },
): Promise<string> {
  await requireMayEnter(platform, user, { origin: visitor.origin, unknown: wrongCredentials });
  const passwordHash = await renewHash(platform, hasher, user, password);
  const { origin, knows } = visitor;
  const kind = user.has_codes ? await requireSecondFactor(platform, user.id, { code, origin }) : undefined;
  const from = { origin, isKnown: knows.includes(user.id), entrance: { by: 'password', code: kind } } as const;
  return await createSession(platform, user.id, { passwordHash, refused: wrongCredentials }, from);
}

/**
 * Rehashes a password that was just checked, if its hash has an outdated cost.
 * @returns its hash
 * @throws {HttpError} 401 if it was changed meanwhile
 */
async function renewHash({ db }: Platform, hasher: Hasher, user: UserRow, password: string): Promise<string> {
  if (!hasher.isOutdated(user.password_hash)) return user.password_hash;
  const renewed = await hasher.hash(password);
  if (await replacePasswordHash(db.kysely, user.id, user.password_hash, renewed)) return renewed;
  // Another log-in may have renewed it at the same moment.
  const { password_hash: current = null } = (await findUser(db.kysely, user.id)) ?? {};
  if (current === null || !(await hasher.verify(current, password))) throw wrongCredentials();
  return current;
}

/** Ends a session, including its sockets. */
export async function logOut(platform: Platform, session: Session, origin: Origin): Promise<void> {
  const { db, sessions } = platform;
  const { userId, tokenHash } = session;
  await db.transaction(async (tx) => {
    // Before the session, in the same order as everywhere else that ends one.
    await holdUser(tx, userId);
    if (!(await sessions.revoke(tx, session))) return;
    await recordSecurity(platform, tx, { userId, event: 'log_out', origin, tokenHash });
  });
  sessions.announce({ userId, tokenHash });
}

/**
 * Sets a new password with a reset token, once, and ends all of the account's sessions.
 * @returns the account's id
 * @throws {HttpError} 422 if the token is unknown, used or expired, or the password easy to guess
 */
export async function resetPassword(
  platform: Platform,
  choose: ChoosePassword,
  given: { token: string; password: string; origin: Origin },
): Promise<string> {
  const { db, clock, sessions } = platform;
  const tokenHash = hashToken(given.token);
  const userId = await findTokenOwner(db.kysely, 'reset_tokens', tokenHash, clock.now());
  const person = userId === undefined ? undefined : await findUser(db.kysely, userId);
  if (userId === undefined || !person) throw resetGone();
  const passwordHash = await choose(given.password, person);
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || !(await takeToken(tx, 'reset_tokens', tokenHash, clock.now()))) throw resetGone();
    await deleteWaysIn(tx, userId);
    await updateUser(tx, userId, { password_hash: passwordHash });
    await renewTries(tx, userId);
    await sessions.revokeAll(tx, userId);
    await recordSecurity(platform, tx, { userId, event: 'password_reset', origin: given.origin });
    await mailUser(platform, tx, user, passwordChangedMail(user.username));
  });
  sessions.announce({ userId });
  return userId;
}

/** The caller, whose password this is. @throws {HttpError} 422 if it isn't */
export async function checkOldPassword(
  platform: Platform,
  hasher: Hasher,
  session: Session,
  given: { old_password: string; origin: Origin },
): Promise<UserRow> {
  const user = await findUser(platform.db.kysely, session.userId);
  if (!user) throw unauthenticated();
  if (await hasher.verify(user.password_hash, given.old_password)) return user;
  throw refuseOldPassword(platform, session, given.origin);
}

/** Logs a wrong old password. @returns the error for its sender */
function refuseOldPassword(platform: Platform, { userId, tokenHash }: Session, origin: Origin): HttpError {
  recordFailure(platform, { userId, tokenHash, origin, event: 'password_refused' });
  return invalid({ old_password: 'The old password is wrong.' });
}

/**
 * Changes the caller's password and ends their other sessions.
 * @param before the caller when the old password was checked
 * @throws {HttpError} 422 if it no longer is the old password, or if the new one is easy to guess
 */
export async function changePassword(
  platform: Platform,
  choose: ChoosePassword,
  session: Session,
  { before, password, origin }: { before: UserRow; password: string; origin: Origin },
): Promise<void> {
  const { db, sessions } = platform;
  const happening = { userId: session.userId, origin, tokenHash: session.tokenHash };
  const passwordHash = await choose(password, before);
  await db.transaction(async (tx) => {
    const user = await lockCaller(platform, tx, session);
    // Another request changed it since it was checked: what was given is no longer the old password.
    if (user.password_hash !== before.password_hash) throw refuseOldPassword(platform, session, origin);
    await updateUser(tx, user.id, { password_hash: passwordHash });
    await renewTries(tx, user.id);
    await deleteWaysIn(tx, user.id);
    await sessions.revokeAll(tx, user.id, session.tokenHash);
    await recordSecurity(platform, tx, { ...happening, event: 'password_changed' });
    await mailUser(platform, tx, user, passwordChangedMail(user.username));
  });
  sessions.announce({ userId: session.userId, except: session.tokenHash });
}

/** The caller. @throws {HttpError} 401 if the account has just been deleted */
export async function getOwnUser({ db }: Platform, { userId }: Pick<Session, 'userId'>): Promise<UserRow> {
  const user = await findUser(db.kysely, userId);
  if (!user) throw unauthenticated();
  return user;
}

/** Mails a person, unless they have no address: people added by the team may have none. */
export async function mailUser(
  { mail }: Platform,
  db: Db,
  user: Pick<UserRow, 'email'>,
  content: MailContent,
): Promise<void> {
  if (user.email !== null) await mail.send(db, user.email, content);
}

/** Invalidates every link and code that would open an account. */
export async function deleteWaysIn(tx: Tx, userId: string): Promise<void> {
  await deleteTokensOf(tx, 'login_links', userId);
  await deleteCodesByMail(tx, userId);
}

/** The same for codes that were mailed to its address. */
async function deleteCodesByMail(tx: Tx, userId: string): Promise<void> {
  await deleteTokensOf(tx, 'reset_tokens', userId);
  await deleteEmailChangeOf(tx, userId);
  await deleteCodesOf(tx, userId);
}

/**
 * Invalidates every mailed link and code that would open an account, because the team has given it another address.
 * Links that the team handed out keep working.
 * @returns whether a log-in link was among them
 */
export async function deleteMailed(tx: Tx, userId: string): Promise<boolean> {
  await deleteCodesByMail(tx, userId);
  await deleteEmailUndosOf(tx, userId);
  await deleteDisownTokensSince(tx, userId, new Date(0));
  return await deleteMailedLinks(tx, userId);
}

/** 409 for a unique violation; rethrows any other error. */
export function toTakenError(error: unknown): unknown {
  switch (uniqueViolation(error)) {
    case 'users_email_unique':
    case 'users_email_kept':
      return emailTaken();
    case 'users_username_unique':
    case 'users_username_former':
      return usernameTaken();
    default:
      return error;
  }
}
