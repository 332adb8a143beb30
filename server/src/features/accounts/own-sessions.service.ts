import { accountMessages } from '@hubbub/contract/platform/account-messages.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import type { Tx } from '#platform/database/database.ts';
import { invalid, notFound } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, newToken, type Session } from '#platform/sessions/sessions.ts';
import { findUser, lockUser, type UserRow } from './accounts.queries.ts';
import { hoursAfter } from './accounts.rules.ts';
import { deleteWaysIn } from './accounts.service.ts';
import { lockCaller, lockConfirmed } from './confirmation.service.ts';
import { deleteEmailChangeOf, findSessionStart } from './email-change.queries.ts';
import { undoChangesOf } from './email-change.service.ts';
import { newDeviceMail } from './security.mail.ts';
import { findDisownToken, insertDisownToken, takeDisownToken } from './security.queries.ts';
import { type Origin, recordSecurity } from './security.service.ts';
import { insertToken } from './tokens.queries.ts';
import type { SessionsSince } from './ways-in.queries.ts';
import { removeAddedIn } from './ways-in.service.ts';

const sessionEnded = () => notFound('This session has ended.');

/** Ends one of the caller's sessions, also on other processes. @returns whether it was the one that asked @throws {HttpError} 404 */
export async function endOwnSession(
  platform: Platform,
  session: Session,
  sessionId: string,
  origin: Origin,
): Promise<boolean> {
  const { db, sessions } = platform;
  const { userId } = session;
  const ended = await db.transaction(async (tx) => {
    await lockCaller(platform, tx, session);
    const tokenHash = await sessions.revokeNamed(tx, session, sessionId);
    if (!tokenHash) throw sessionEnded();
    // Whoever used that session mustn't be able to complete by mail a change that they requested in it.
    if (!tokenHash.equals(session.tokenHash)) await deleteEmailChangeOf(tx, userId, { askedIn: tokenHash });
    await recordSecurity(platform, tx, { userId, event: 'session_ended', origin, tokenHash: session.tokenHash });
    return tokenHash;
  });
  sessions.announce({ userId, tokenHash: ended });
  return ended.equals(session.tokenHash);
}

/** Ends all of the caller's sessions but the one that asks. */
export async function endOtherSessions(platform: Platform, session: Session, origin: Origin): Promise<void> {
  const { db, sessions } = platform;
  const { userId, tokenHash } = session;
  await db.transaction(async (tx) => {
    await lockCaller(platform, tx, session);
    const ended = await sessions.revokeAll(tx, userId, tokenHash);
    const hadChange = await deleteEmailChangeOf(tx, userId, { notAskedIn: tokenHash });
    if (ended === 0 && !hadChange) return;
    await recordSecurity(platform, tx, { userId, event: 'sessions_ended', origin, tokenHash });
  });
  sessions.announce({ userId, except: tokenHash });
}

/** The data of the job that mails about a new device. */
export interface NewDevice {
  userId: string;
  device: string;
  address: string;
  /** When the new device's session began. */
  since: string;
}

/** Notifies a person of a log-in from a new device, with a link that ends it. */
export async function mailNewDevice(platform: Platform, { userId, device, address, since }: NewDevice): Promise<void> {
  const { db, clock, limits: rateLimits, log, mail } = platform;
  if (!(await rateLimits.allows('new-device-mail', userId))) {
    log.info({ userId }, 'too many mails about new devices; none sent');
    return;
  }
  const token = newToken();
  const expiresAt = hoursAfter(clock.now(), limits.disown.days * 24);
  await insertDisownToken(db.kysely, { tokenHash: hashToken(token), userId, since: new Date(since), expiresAt });
  // Read only now: if a change of address is undone at this moment, either the token is deleted or the mail goes to the
  // old address.
  const user = await findUser(db.kysely, userId);
  if (!user || user.email === null) return;
  await mail.deliver(user.email, newDeviceMail(user.username, { device, address, at: new Date(since), token }));
}

/** The answer to "This wasn't me": a token for choosing a new password. */
interface Disowned {
  token: string;
  expiresAt: Date;
}

/**
 * Ends sessions that somebody else may have used, and undoes what was done in them: added passkeys and codes, and
 * changes of the address. The account's owner can then choose a new password. The account must be locked. @returns
 * what's left to do after the commit
 */
async function disown(
  platform: Platform,
  tx: Tx,
  user: UserRow,
  { origin, kept, ...sessions }: SessionsSince & { origin: Origin; kept?: Buffer },
): Promise<{ disowned: Disowned; announce(): void }> {
  const { clock } = platform;
  const { id: userId } = user;
  const token = newToken();
  const expiresAt = hoursAfter(clock.now(), limits.resetToken.hours);
  await deleteWaysIn(tx, userId);
  const restored = await undoChangesOf(platform, tx, user, { ...sessions, origin });
  await removeAddedIn(platform, tx, restored, { ...sessions, origin });
  const ended = await platform.sessions.revokeSince(tx, userId, sessions.since, kept);
  await platform.events.emit(tx, 'account.disowned', { userId, since: sessions.since, kept });
  await insertToken(tx, 'reset_tokens', { tokenHash: hashToken(token), userId, expiresAt });
  await recordSecurity(platform, tx, { userId, event: 'disowned', origin, ...(kept && { tokenHash: kept }) });
  const announce = () => {
    for (const tokenHash of ended) platform.sessions.announce({ userId, tokenHash });
  };
  return { disowned: { token, expiresAt }, announce };
}

/**
 * Disowns the session that a mail was about, and every later one.
 * @throws {HttpError} 422 if the token is unknown, used or expired
 */
export async function disownByMail(platform: Platform, token: string, origin: Origin): Promise<Disowned> {
  const { db, clock } = platform;
  const gone = () => invalid({ token: accountMessages.disownGone });
  const tokenHash = hashToken(token);
  const found = await findDisownToken(db.kysely, tokenHash, clock.now());
  if (!found) throw gone();
  const { disowned, announce } = await db.transaction(async (tx) => {
    const user = await lockUser(tx, found.user_id);
    if (!user || !(await takeDisownToken(tx, tokenHash))) throw gone();
    return await disown(platform, tx, user, { since: found.since, origin });
  });
  announce();
  return disowned;
}

/**
 * Disowns one of the caller's sessions, and every later one but their own.
 * @throws {HttpError} 404 if it has ended, 422 for the caller's own, and without a confirmed session
 */
export async function disownOwn(
  platform: Platform,
  session: Session,
  sessionId: string,
  origin: Origin,
): Promise<Disowned> {
  const { db, sessions } = platform;
  const { disowned, announce } = await db.transaction(async (tx) => {
    const user = await lockConfirmed(platform, tx, session);
    const found = await sessions.findNamed(tx, session, sessionId);
    if (!found) throw sessionEnded();
    if (found.tokenHash.equals(session.tokenHash))
      throw invalid({ session_id: "You're using this session. Log out instead." });
    const own = (await findSessionStart(tx, session.tokenHash)) ?? undefined;
    return await disown(platform, tx, user, {
      since: found.createdAt,
      except: own,
      kept: session.tokenHash,
      origin,
    });
  });
  announce();
  return disowned;
}
