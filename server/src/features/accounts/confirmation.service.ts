import { invalid, unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { findUser } from './accounts.queries.ts';
import { minutesAfter } from './accounts.rules.ts';
import type { Hasher } from './passwords.service.ts';
import { type Origin, recordFailure } from './security.service.ts';
import { confirmUntil, hasTotp, isConfirmed } from './totp.queries.ts';

/** How long a session counts as confirmed. */
const confirmedMinutes = 10;

const confirmNeeded = () => invalid({ confirm: "Confirm that it's you: enter your password." });

/** Whether it's the caller's password. @throws {HttpError} 422 if it isn't */
async function checkOwnPassword(
  platform: Platform,
  hasher: Hasher,
  session: Session,
  { password, origin }: { password: string; origin: Origin },
): Promise<void> {
  const { userId, tokenHash } = session;
  const user = await findUser(platform.db.kysely, userId);
  if (!user) throw unauthenticated();
  if (await hasher.verify(user.password_hash, password)) return;
  recordFailure(platform, { userId, event: 'password_refused', origin, tokenHash });
  throw invalid({ password: 'This password is wrong.' });
}

/** Confirms a session with the password. @throws {HttpError} 422 if it's wrong */
export async function confirmSession(
  platform: Platform,
  hasher: Hasher,
  session: Session,
  given: { password: string; origin: Origin },
): Promise<void> {
  const { db, clock } = platform;
  await checkOwnPassword(platform, hasher, session, given);
  await confirmUntil(db.kysely, session.tokenHash, minutesAfter(clock.now(), confirmedMinutes));
}

/** What changes who can get into an account needs a session that was just confirmed. @throws {HttpError} 422 */
export async function requireConfirmed({ db, clock }: Platform, session: Session): Promise<void> {
  if (!(await isConfirmed(db.kysely, session.tokenHash, clock.now()))) throw confirmNeeded();
}

/**
 * Before an account is deleted: one with a second factor needs a confirmed session or the password; others may send the password.
 * @throws {HttpError} 422
 */
export async function requireMayDelete(
  platform: Platform,
  hasher: Hasher,
  session: Session,
  { password, origin }: { password: string | undefined; origin: Origin },
): Promise<void> {
  if (password !== undefined) await checkOwnPassword(platform, hasher, session, { password, origin });
  else if (await hasTotp(platform.db.kysely, session.userId)) await requireConfirmed(platform, session);
}
