import { accountMessages } from '@hubbub/contract/platform/account-messages.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { invalid, notFound } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, newToken, type Session } from '#platform/sessions/sessions.ts';
import { findUser, insertToken, lockUser } from './accounts.queries.ts';
import { hoursAfter } from './accounts.rules.ts';
import { deleteWaysIn } from './accounts.service.ts';
import { lockCaller } from './confirmation.service.ts';
import { deleteEmailChangeOf } from './email-change.queries.ts';
import { newDeviceMail } from './security.mail.ts';
import { findDisownToken, insertDisownToken, takeDisownToken } from './security.queries.ts';
import { type Origin, recordSecurity } from './security.service.ts';
import { removeAddedSince } from './ways-in.service.ts';

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
    if (!tokenHash) throw notFound('This session has ended.');
    // Whoever was in it mustn't go on by mail.
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
    await sessions.revokeAll(tx, userId, tokenHash);
    await deleteEmailChangeOf(tx, userId, { notAskedIn: tokenHash });
    await recordSecurity(platform, tx, { userId, event: 'sessions_ended', origin, tokenHash });
  });
  sessions.announce({ userId, except: tokenHash });
}

/** What the job that mails about a new device needs. */
export interface NewDevice {
  userId: string;
  device: string;
  address: string;
  /** When its session began. */
  since: string;
}

/** Tells a person about a log-in from a new device, with a link that ends it. */
export async function mailNewDevice(platform: Platform, { userId, device, address, since }: NewDevice): Promise<void> {
  const { db, clock, limits: rateLimits, log, mail } = platform;
  if (!(await rateLimits.allows('new-device-mail', userId))) {
    log.info({ userId }, 'too many mails about new devices; none sent');
    return;
  }
  const token = newToken();
  const expiresAt = hoursAfter(clock.now(), limits.disown.days * 24);
  await insertDisownToken(db.kysely, { tokenHash: hashToken(token), userId, since: new Date(since), expiresAt });
  // Only now: if a change of address is undone at this moment, either the token goes with it or the mail goes to the old address.
  const user = await findUser(db.kysely, userId);
  if (!user || user.email === null) return;
  await mail.deliver(user.email, newDeviceMail(user.username, { device, address, at: new Date(since), token }));
}

/**
 * Ends the session that a mail told about and every one since, removes the passkeys and codes that were added meanwhile, and lets its person
 * choose a new password.
 * @throws {HttpError} 422 if the token is unknown, used or expired
 */
export async function disownSession(
  platform: Platform,
  token: string,
  origin: Origin,
): Promise<{ token: string; expiresAt: Date }> {
  const { db, clock, sessions } = platform;
  const gone = () => invalid({ token: accountMessages.disownGone });
  const tokenHash = hashToken(token);
  const found = await findDisownToken(db.kysely, tokenHash, clock.now());
  if (!found) throw gone();
  const { user_id: userId, since } = found;
  const resetToken = newToken();
  const expiresAt = hoursAfter(clock.now(), limits.resetToken.hours);
  const ended = await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || !(await takeDisownToken(tx, tokenHash))) throw gone();
    await deleteWaysIn(tx, userId);
    await removeAddedSince(platform, tx, user, { since, origin });
    const hashes = await sessions.revokeSince(tx, userId, since);
    await platform.events.emit(tx, 'account.disowned', { userId, since });
    await insertToken(tx, 'reset_tokens', { tokenHash: hashToken(resetToken), userId, expiresAt });
    await recordSecurity(platform, tx, { userId, event: 'disowned', origin });
    return hashes;
  });
  for (const hash of ended) sessions.announce({ userId, tokenHash: hash });
  return { token: resetToken, expiresAt };
}
