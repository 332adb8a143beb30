import { randomBytes } from 'node:crypto';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { brokenUnique } from '#platform/database/database.ts';
import { conflict, invalid, notActivated, unauthenticated } from '#platform/errors/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, type Session } from '#platform/sessions/sessions.ts';
import './accounts.events.ts';
import { accountDeletedMail, passwordChangedMail } from './accounts.mail.ts';
import {
  countTry,
  deleteCodeOf,
  deleteTokensOf,
  deleteUser,
  findRegistration,
  findToken,
  findUser,
  findUserByIdentifier,
  insertRegistration,
  insertToken,
  insertUser,
  isEmailTaken,
  isUsernameTaken,
  lockUser,
  nameRegistration,
  replacePasswordHash,
  takeCode,
  takeRegistration,
  takeToken,
  type UserRow,
  updateUser,
} from './accounts.queries.ts';
import { hoursAfter, isReservedUsername, mayLogIn, tidyName } from './accounts.rules.ts';

const emailTaken = () => conflict({ email: 'This email already has an account. Log in, or use another email.' });
const usernameTaken = () => conflict({ username: 'This username is taken. Choose another one.' });
const registrationGone = () => invalid({ reg_id: 'This registration has expired. Start again with your email.' });
const activationGone = () =>
  invalid({ token: 'This activation link is not valid any more. Log in to get a new one, if you still need it.' });
const codeWrong = () => invalid({ otp: 'This code is wrong or has expired. Request a new one if it does not work.' });
const resetGone = () => invalid({ reset_token: 'This reset has expired or was used. Request a new code.' });

/** A secret for a link or for an answer: 256 bits, safe in an address. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Registration, step 1.
 * @returns reg_id, for the next steps; it holds neither the e-mail nor, later, the username for this registration
 * @throws {Refusal} 409 if the e-mail has an account
 */
export async function startRegistration({ db, clock }: Platform, email: string): Promise<string> {
  if (await isEmailTaken(db.kysely, email)) throw emailTaken();
  const token = newToken();
  await insertRegistration(db.kysely, {
    tokenHash: hashToken(token),
    email,
    expiresAt: hoursAfter(clock.now(), limits.registration.hours),
  });
  return token;
}

/**
 * Registration, step 2; may be repeated with another username.
 * @throws {Refusal} 409 if the username is taken, 422 if the registration is unknown or has expired
 */
export async function nameAccount(
  { db, clock }: Platform,
  given: { reg_id: string; username: string; name?: string | null | undefined },
): Promise<void> {
  if (isReservedUsername(given.username) || (await isUsernameTaken(db.kysely, given.username))) throw usernameTaken();
  const known = await nameRegistration(db.kysely, hashToken(given.reg_id), clock.now(), {
    username: given.username,
    name: tidyName(given.name),
  });
  if (!known) throw registrationGone();
}

/**
 * Registration, step 3: makes the account and mails the activation link.
 * @throws {Refusal} 409 if somebody was quicker with the e-mail or the username, 422 if the registration is unknown or
 *   has expired, or has no username yet
 */
export async function createAccount(platform: Platform, given: { reg_id: string; password: string }): Promise<UserRow> {
  const { db, clock, passwords, jobs } = platform;
  const tokenHash = hashToken(given.reg_id);
  const pending = await findRegistration(db.kysely, tokenHash, clock.now());
  if (!pending) throw registrationGone();
  if (pending.username === null) throw invalid({ username: messages.usernameRequired });
  const passwordHash = await passwords.hash(given.password);
  try {
    return await db.transaction(async (tx) => {
      const registration = await takeRegistration(tx, tokenHash, clock.now());
      if (!registration || registration.username === null) throw registrationGone();
      const user = await insertUser(tx, {
        id: newId(),
        username: registration.username,
        email: registration.email,
        passwordHash,
        name: registration.name,
        activatedAt: null,
        createdAt: clock.now(),
      });
      await jobs.add(tx, 'accounts.send-activation', { userId: user.id });
      return user;
    });
  } catch (error) {
    throw takenOr(error);
  }
}

/**
 * Activates the account of an e-mailed link, which then is used up.
 * @throws {Refusal} 422 if the token is unknown, used or expired
 */
export async function activateAccount({ db, clock }: Platform, token: string): Promise<UserRow> {
  return await db.transaction(async (tx) => {
    const userId = await takeToken(tx, 'activation_tokens', hashToken(token), clock.now());
    if (userId === undefined) throw activationGone();
    await deleteTokensOf(tx, 'activation_tokens', userId);
    return await updateUser(tx, userId, { activated_at: clock.now() });
  });
}

/**
 * The account whose password this is. One that does not exist takes as long as a wrong password.
 * @throws {Refusal} 401 for wrong credentials
 */
export async function checkPassword(
  { db, passwords }: Platform,
  given: { username: string; password: string },
): Promise<UserRow> {
  const user = await findUserByIdentifier(db.kysely, given.username);
  const matches = await passwords.verify(user?.password_hash ?? null, given.password);
  if (!user || !matches) throw unauthenticated('Wrong username, email or password.');
  return user;
}

/**
 * Starts a session for an account whose password was just checked. One that is not activated is mailed a new link instead.
 * @returns the token for the cookie
 * @throws {Refusal} 403 if the account is not activated
 */
export async function startSession(platform: Platform, user: UserRow, password: string): Promise<string> {
  const { db, passwords, sessions } = platform;
  if (!mayLogIn(user)) {
    await sendActivationAgain(platform, user.id);
    throw notActivated(messages.notActivated);
  }
  if (passwords.isOutdated(user.password_hash)) {
    await replacePasswordHash(db.kysely, user.id, user.password_hash, await passwords.hash(password));
  }
  return await sessions.create(db.kysely, user.id);
}

async function sendActivationAgain({ db, jobs, limits: rateLimits }: Platform, userId: string): Promise<void> {
  if (!(await rateLimits.allows('activation-mail', userId))) return;
  await jobs.add(db.kysely, 'accounts.send-activation', { userId });
}

/** Ends a session, its sockets included. */
export async function logOut({ db, sessions }: Platform, session: Session): Promise<void> {
  await sessions.revoke(db.kysely, session);
  sessions.announce({ userId: session.userId, tokenHash: session.tokenHash });
}

/**
 * Asks for a one-time code by mail. What is done here is the same whether or not the account exists, and so is its time:
 * a job finds out.
 */
export async function requestCode({ db, jobs }: Platform, identifier: string): Promise<void> {
  await jobs.add(db.kysely, 'accounts.send-code', { identifier });
}

/**
 * Exchanges a one-time code for a reset token. Each call is one of the tries of the code.
 * @throws {Refusal} 422 if the code is wrong, used, expired or was tried too often, or there is no such account
 */
export async function validateCode(
  { db, clock, passwords }: Platform,
  given: { username: string; otp: string },
): Promise<{ token: string; expiresAt: Date }> {
  const user = await findUserByIdentifier(db.kysely, given.username);
  // Asked for an account that does not exist, too, so that it takes as long.
  const codeHash = await countTry(db.kysely, user?.id ?? newId(), limits.otp.tries, clock.now());
  const matches = await passwords.verify(codeHash ?? null, given.otp);
  if (!user || codeHash === undefined || !matches) throw codeWrong();
  const token = newToken();
  const expiresAt = hoursAfter(clock.now(), limits.resetToken.hours);
  await db.transaction(async (tx) => {
    if (!(await takeCode(tx, user.id, codeHash))) throw codeWrong();
    await insertToken(tx, 'reset_tokens', { tokenHash: hashToken(token), userId: user.id, expiresAt });
  });
  return { token, expiresAt };
}

/**
 * Sets a new password with a reset token, once, and ends every session of the account.
 * @throws {Refusal} 422 if the token is unknown, used or expired
 */
export async function resetPassword(
  { db, clock, passwords, sessions, mail }: Platform,
  given: { token: string; password: string },
): Promise<void> {
  const tokenHash = hashToken(given.token);
  if (!(await findToken(db.kysely, 'reset_tokens', tokenHash, clock.now()))) throw resetGone();
  const passwordHash = await passwords.hash(given.password);
  const userId = await db.transaction(async (tx) => {
    const id = await takeToken(tx, 'reset_tokens', tokenHash, clock.now());
    if (id === undefined) throw resetGone();
    await deleteTokensOf(tx, 'reset_tokens', id);
    await deleteCodeOf(tx, id);
    const user = await updateUser(tx, id, { password_hash: passwordHash });
    await sessions.revokeAll(tx, id);
    await mail.send(tx, user.email, passwordChangedMail(user.username));
    return id;
  });
  sessions.announce({ userId });
}

/**
 * Changes the password of the caller and ends the caller's other sessions.
 * @throws {Refusal} 422 if the old password is wrong
 */
export async function changePassword(
  { db, passwords, sessions, mail }: Platform,
  session: Session,
  given: { old_password: string; password: string },
): Promise<void> {
  const wrong = () => invalid({ old_password: 'The old password is wrong.' });
  const before = await findUser(db.kysely, session.userId);
  if (!before) throw unauthenticated();
  if (!(await passwords.verify(before.password_hash, given.old_password))) throw wrong();
  const passwordHash = await passwords.hash(given.password);
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, session.userId);
    if (!user) throw unauthenticated();
    // Changed by another request since it was checked: what was given is not the old password any more.
    if (user.password_hash !== before.password_hash) throw wrong();
    await updateUser(tx, user.id, { password_hash: passwordHash });
    await deleteTokensOf(tx, 'reset_tokens', user.id);
    await deleteCodeOf(tx, user.id);
    await sessions.revokeAll(tx, user.id, session.tokenHash);
    await mail.send(tx, user.email, passwordChangedMail(user.username));
  });
  sessions.announce({ userId: session.userId, except: session.tokenHash });
}

/** The caller. @throws {Refusal} 401 if the account has just been deleted */
export async function getOwnUser({ db }: Platform, session: Session): Promise<UserRow> {
  const user = await findUser(db.kysely, session.userId);
  if (!user) throw unauthenticated();
  return user;
}

/**
 * Changes the username, the NSFW preference, or both, of the caller.
 * @throws {Refusal} 409 if the username is taken
 */
export async function updateAccount(
  { db }: Platform,
  session: Session,
  change: { username?: string | undefined; show_nsfw?: boolean | undefined },
): Promise<UserRow> {
  if (change.username !== undefined && isReservedUsername(change.username)) throw usernameTaken();
  try {
    return await db.transaction(async (tx) => {
      const user = await lockUser(tx, session.userId);
      if (!user) throw unauthenticated();
      return await updateUser(tx, user.id, {
        username: change.username ?? user.username,
        show_nsfw: change.show_nsfw ?? user.show_nsfw,
      });
    });
  } catch (error) {
    throw takenOr(error);
  }
}

/** Deletes the account of the caller and, through `account.deleted`, all that later features keep for it. */
export async function deleteAccount({ db, events, sessions, mail }: Platform, session: Session): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, session.userId);
    if (!user) throw unauthenticated();
    await events.emit(tx, 'account.deleted', { userId: user.id });
    await sessions.revokeAll(tx, user.id);
    await deleteUser(tx, user.id);
    await mail.send(tx, user.email, accountDeletedMail(user.username));
  });
  sessions.announce({ userId: session.userId });
}

/** 409 in place of a broken unique index; any other error as it is. */
function takenOr(error: unknown): unknown {
  switch (brokenUnique(error)) {
    case 'users_email_unique':
      return emailTaken();
    case 'users_username_unique':
      return usernameTaken();
    default:
      return error;
  }
}
