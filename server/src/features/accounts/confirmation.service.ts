import type { Tx } from '#platform/database/database.ts';
import { invalid, unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { findUser, lockUser, type UserRow } from './accounts.queries.ts';
import { minutesAfter } from './accounts.rules.ts';
import { hasPasskey } from './passkeys.queries.ts';
import type { Hasher } from './passwords.service.ts';
import { type Origin, recordFailure } from './security.service.ts';
import { confirmUntil, hasTotp, holdSession, isConfirmed } from './totp.queries.ts';

/** How long a session counts as confirmed. */
const confirmedMinutes = 10;

const confirmNeeded = () => invalid({ confirm: "Confirm that it's you: enter your password, or use a passkey." });

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
  await checkOwnPassword(platform, hasher, session, given);
  await keepConfirmed(platform, session);
}

/** Marks a session as confirmed for ten minutes. */
export async function keepConfirmed({ db, clock }: Platform, { tokenHash }: Session): Promise<void> {
  await confirmUntil(db.kysely, tokenHash, minutesAfter(clock.now(), confirmedMinutes));
}

/** Changes to the ways into an account need a session that was just confirmed. @throws {HttpError} 422 */
export async function requireConfirmed({ db, clock }: Platform, session: Session): Promise<void> {
  if (!(await isConfirmed(db.kysely, session.tokenHash, clock.now()))) throw confirmNeeded();
}

/**
 * The caller, locked for the following change. A request may have waited, for example for its turn to hash, so the
 * session is checked again.
 * @throws {HttpError} 401 if the session has ended
 */
export async function lockCaller({ clock }: Platform, tx: Tx, { userId, tokenHash }: Session): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  if (!user || !(await holdSession(tx, tokenHash, clock.now()))) throw unauthenticated();
  return user;
}

/**
 * The same for changes that need a session that was just confirmed. @throws {HttpError} 401 if it has ended, 422 if it
 * isn't confirmed
 */
export async function lockConfirmed({ clock }: Platform, tx: Tx, { userId, tokenHash }: Session): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  const session = user && (await holdSession(tx, tokenHash, clock.now()));
  if (!user || !session) throw unauthenticated();
  if (!session.isConfirmed) throw confirmNeeded();
  return user;
}

/**
 * Before an account is deleted: one with codes or a passkey needs a confirmed session or the password; others may send the password.
 * @throws {HttpError} 422
 */
export async function requireMayDelete(
  platform: Platform,
  hasher: Hasher,
  session: Session,
  { password, origin }: { password: string | undefined; origin: Origin },
): Promise<void> {
  const { kysely } = platform.db;
  const { userId } = session;
  if (password !== undefined) await checkOwnPassword(platform, hasher, session, { password, origin });
  else if ((await hasTotp(kysely, userId)) || (await hasPasskey(kysely, userId)))
    await requireConfirmed(platform, session);
}
