import { limits } from '@hubbub/contract/platform/limits.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { HttpError, invalid } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken } from '#platform/sessions/sessions.ts';
import './accounts.events.ts';
import { deleteUser, findLapsed, findUser, lockUser, type UserRow, updateUser } from './accounts.queries.ts';
import { activationEnds, activationStart, isLapsed, isWaiting, mailboxOf, mayLogIn } from './accounts.rules.ts';
import { releaseRefusals } from './refusals.queries.ts';
import { deleteTokensOf, findTokenOwner, takeToken } from './tokens.queries.ts';

const activationGone = () =>
  invalid({ token: 'This activation link is no longer valid. Log in to get a new one, or register again.' });

const aDay = 24 * 60 * 60;

/** 429 if registering would mail an address that was mailed often enough. */
export const mailedTooOften = () =>
  new HttpError(
    429,
    { email: 'We sent this email several links today, and nobody used them. Try again tomorrow.' },
    aDay,
  );

/** Whether an account may be mailed: an unconfirmed address only a few times a day, whatever the reason. */
export async function mayMailUnconfirmed({ limits: rateLimits }: Platform, user: UserRow): Promise<boolean> {
  if (mayLogIn(user)) return true;
  if (user.email === null) return false;
  return await rateLimits.allows('unconfirmed-mail', hashToken(mailboxOf(user.email)).toString('hex'));
}

/** Mails an unactivated account its link; false if its address was mailed often enough today. */
export async function sendActivation(platform: Platform, db: Db, user: UserRow): Promise<boolean> {
  if (!(await mayMailUnconfirmed(platform, user))) return false;
  await platform.jobs.add(db, 'accounts.send-activation', { userId: user.id });
  return true;
}

/** The account a link would activate. @throws {HttpError} 422 if the token is unknown, used or expired */
export async function findActivation(
  { db, clock }: Platform,
  token: string,
): Promise<{ username: string; expiresAt: Date }> {
  const userId = await findTokenOwner(db.kysely, 'activation_tokens', hashToken(token), clock.now());
  const user = userId === undefined ? undefined : await findUser(db.kysely, userId);
  if (!user || mayLogIn(user)) throw activationGone();
  return { username: user.username, expiresAt: activationEnds(user, limits.activation.days) };
}

/**
 * Activates an emailed link's account, which uses the link up.
 * @throws {HttpError} 422 if the token is unknown, used or expired
 */
export async function activateAccount(platform: Platform, token: string): Promise<UserRow> {
  return await withToken(platform, token, (tx, user) => activateLocked(platform, tx, user));
}

/** Activates an account, which must be locked: its address is confirmed. @returns it as it is then */
export async function activateLocked(platform: Platform, tx: Tx, user: UserRow): Promise<UserRow> {
  await deleteTokensOf(tx, 'activation_tokens', user.id);
  await updateUser(tx, user.id, { activated_at: platform.clock.now() });
  await platform.events.emit(tx, 'account.activated', { userId: user.id, email: user.email });
  // Listeners may have changed the account.
  const activated = (await findUser(tx, user.id)) ?? user;
  if (!isWaiting(activated)) await platform.events.emit(tx, 'account.entered', { userId: user.id });
  return activated;
}

/**
 * Deletes a registration because the recipient of the link says it isn't theirs.
 * @throws {HttpError} 422 if the token is unknown, used or expired
 */
export async function declineActivation(platform: Platform, token: string): Promise<void> {
  await withToken(platform, token, (tx, user) => removeAccount(platform, tx, user.id));
}

/** Uses up a link, with its account locked. */
async function withToken<T>(
  { db, clock }: Platform,
  token: string,
  work: (tx: Tx, user: UserRow) => Promise<T>,
): Promise<T> {
  const tokenHash = hashToken(token);
  const userId = await findTokenOwner(db.kysely, 'activation_tokens', tokenHash, clock.now());
  if (userId === undefined) throw activationGone();
  return await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || mayLogIn(user)) throw activationGone();
    if ((await takeToken(tx, 'activation_tokens', tokenHash, clock.now())) === undefined) throw activationGone();
    return await work(tx, user);
  });
}

/**
 * Deletes an account, whose row must be locked, and, through `account.deleted`, everything that later features store
 * for it.
 */
export async function removeAccount({ events, sessions }: Platform, tx: Tx, userId: string): Promise<void> {
  await events.emit(tx, 'account.deleted', { userId });
  await sessions.revokeAll(tx, userId);
  await releaseRefusals(tx, userId);
  await deleteUser(tx, userId);
}

/** How many accounts are looked up at a time. */
const lapsedBatchSize = 200;

/** Deletes accounts that weren't activated while their link worked, which frees their names and addresses. */
export async function removeLapsedAccounts(platform: Platform): Promise<void> {
  const { db, clock, log } = platform;
  let count = 0;
  for (;;) {
    const ids = await findLapsed(db.kysely, activationStart(clock.now(), limits.activation.days), lapsedBatchSize);
    for (const id of ids) {
      await db.transaction(async (tx) => {
        const user = await lockUser(tx, id);
        if (user && isLapsed(user, clock.now(), limits.activation.days)) await removeAccount(platform, tx, id);
      });
    }
    count += ids.length;
    if (ids.length < lapsedBatchSize) break;
  }
  if (count > 0) log.info({ count }, 'deleted accounts that were never activated');
}
