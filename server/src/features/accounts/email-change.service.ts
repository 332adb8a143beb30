import { accountMessages } from '@hubbub/contract/platform/account-messages.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import type { Tx } from '#platform/database/database.ts';
import { invalid } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, newToken, type Session } from '#platform/sessions/sessions.ts';
import { findEmailOwner, findUser, lockUser, type UserRow, updateUser } from './accounts.queries.ts';
import { hoursAfter, mailboxOf } from './accounts.rules.ts';
import { type Admission, deleteWaysIn, mailUser, toTakenError } from './accounts.service.ts';
import { mailedTooOften } from './activation.service.ts';
import { mailReturnAgain } from './away.service.ts';
import { lockConfirmed, requireConfirmed } from './confirmation.service.ts';
import {
  confirmEmailMail,
  emailChangeAskedMail,
  emailChangedMail,
  emailInUseMail,
  emailRestoredMail,
} from './email-change.mail.ts';
import {
  type EmailUndoRow,
  findEmailChange,
  findEmailUndo,
  findSessionStart,
  insertEmailUndo,
  replaceEmailChange,
  setEmailChangeToken,
  setEmailUndoToken,
  takeEmailChange,
  takeEmailUndo,
  takeEmailUndosOf,
} from './email-change.queries.ts';
import { veiledEmail } from './email-change.rules.ts';
import { deleteDisownTokensSince } from './security.queries.ts';
import { type Origin, recordSecurity } from './security.service.ts';
import { insertToken } from './tokens.queries.ts';
import type { SessionsSince } from './ways-in.queries.ts';
import { removeAddedIn } from './ways-in.service.ts';

const linkGone = () => invalid({ token: accountMessages.emailLinkGone });
const undoGone = () => invalid({ token: accountMessages.emailUndoGone });

/** The data of the job that notifies an old address. */
export interface EmailChangeNotice {
  undoId: string;
  /** The other address, masked. */
  to: string;
  /** Whether the change is done, rather than only requested. */
  isDone: boolean;
}

/** Reserves an address for its owner, with a link mailed to it that restores it. */
async function keepEmail(
  { clock, jobs, newId }: Platform,
  tx: Tx,
  given: { userId: string; email: string; to: string; since: Date | null; isDone: boolean },
): Promise<void> {
  const { userId, email, to, since, isDone } = given;
  const now = clock.now();
  const undoId = newId();
  const expiresAt = hoursAfter(now, limits.emailChange.undoDays * 24);
  await insertEmailUndo(tx, { id: undoId, user_id: userId, email, created_at: now, since, expires_at: expiresAt });
  await jobs.add(tx, 'accounts.tell-email-change', { undoId, to: veiledEmail(to), isDone });
}

/**
 * Requests another address, which gets a mail with a link that completes the change; the current one is notified.
 * What's done here is the same whether or not the other one has an account: a job finds out.
 * @throws {HttpError} 422 if the session isn't confirmed, the address is already the caller's or the site doesn't accept it; 429 if it was
 *   mailed too often today
 */
export async function requestEmailChange(
  platform: Platform,
  admission: Pick<Admission, 'checkEmail'>,
  session: Session,
  { email, origin }: { email: string; origin: Origin },
): Promise<void> {
  const { clock, db, jobs, limits: rateLimits, newId } = platform;
  const { userId, tokenHash } = session;
  await requireConfirmed(platform, session);
  await admission.checkEmail(email);
  const present = await findUser(db.kysely, userId);
  if (present?.email === email) throw invalid({ email: 'This is your email already.' });
  const mailbox = hashToken(mailboxOf(email)).toString('hex');
  if (!(await rateLimits.allows('unconfirmed-mail', mailbox))) throw mailedTooOften();
  await db.transaction(async (tx) => {
    const user = await lockConfirmed(platform, tx, session);
    const id = newId();
    const expiresAt = hoursAfter(clock.now(), limits.emailChange.hours);
    const since = await findSessionStart(tx, tokenHash);
    await replaceEmailChange(tx, { user_id: userId, id, email, session: tokenHash, since, expires_at: expiresAt });
    await jobs.add(tx, 'accounts.mail-email-change', { changeId: id });
    if (user.email !== null) {
      await keepEmail(platform, tx, { userId, email: user.email, to: email, since, isDone: false });
    }
    await recordSecurity(platform, tx, { userId, event: 'email_change_asked', origin, tokenHash });
  });
}

/** Mails the link of a change to the new address; if that has an account, its owner is notified instead. */
export async function mailEmailChange({ clock, db, mail }: Platform, changeId: string): Promise<void> {
  const change = await findEmailChange(db.kysely, { id: changeId }, clock.now());
  const user = change && (await findUser(db.kysely, change.user_id));
  if (!change || !user) return;
  const owner = await findEmailOwner(db.kysely, change.email);
  if (owner !== undefined && owner.id !== user.id) {
    await mail.deliver(change.email, emailInUseMail(owner.username));
    return;
  }
  const token = newToken();
  if (!(await setEmailChangeToken(db.kysely, changeId, hashToken(token)))) return;
  await mail.deliver(change.email, confirmEmailMail(user.username, token));
}

/** Notifies an old address of a change, with a link that undoes it. */
export async function tellEmailChange(
  { db, mail }: Platform,
  { undoId, to, isDone }: EmailChangeNotice,
): Promise<void> {
  const token = newToken();
  const undo = await setEmailUndoToken(db.kysely, undoId, hashToken(token));
  const user = undo && (await findUser(db.kysely, undo.user_id));
  if (!undo || !user) return;
  const content = isDone ? emailChangedMail : emailChangeAskedMail;
  await mail.deliver(undo.email, content(user.username, to, token));
}

/**
 * Completes a change with its link, which uses it up, and ends all sessions but the one that requested it: someone who
 * reads the old address must not stay.
 * @throws {HttpError} 422 if the token is unknown, used, expired or not the latest, or the site no longer accepts the address; 409 if the
 *   address got an account meanwhile
 */
export async function completeEmailChange(
  platform: Platform,
  admission: Pick<Admission, 'checkEmail'>,
  { token, origin }: { token: string; origin: Origin },
): Promise<void> {
  const { clock, db, sessions } = platform;
  const tokenHash = hashToken(token);
  const found = await findEmailChange(db.kysely, { tokenHash }, clock.now());
  if (!found) throw linkGone();
  const { user_id: userId, email, session, since } = found;
  await admission.checkEmail(email);
  try {
    await db.transaction(async (tx) => {
      const user = await lockUser(tx, userId);
      if (!user || !(await takeEmailChange(tx, tokenHash, clock.now()))) throw linkGone();
      await updateUser(tx, userId, { email });
      if (user.email !== null) {
        await keepEmail(platform, tx, { userId, email: user.email, to: email, since, isDone: true });
      }
      // Links and codes mailed to the old address no longer open the account.
      await deleteWaysIn(tx, userId);
      await sessions.revokeAll(tx, userId, session);
      await recordSecurity(platform, tx, { userId, event: 'email_changed', origin });
    });
  } catch (error) {
    throw toTakenError(error);
  }
  sessions.announce({ userId, except: session });
}

/**
 * Restores the address that an account had before a change, and notifies both addresses; if it's being deleted, the
 * link that restores it goes there, too. The change can't be undone again.
 */
async function bringBack(
  platform: Platform,
  tx: Tx,
  user: UserRow,
  { undo, origin }: { undo: EmailUndoRow; origin: Origin },
): Promise<UserRow> {
  const { id: userId, username } = user;
  const { email } = undo;
  const restored = await updateUser(tx, userId, { email });
  await deleteDisownTokensSince(tx, userId, undo.created_at);
  await mailReturnAgain(platform, tx, userId);
  await recordSecurity(platform, tx, { userId, event: 'email_change_undone', origin });
  const notice = emailRestoredMail(username, veiledEmail(email));
  await mailUser(platform, tx, restored, notice);
  if (user.email !== null && user.email !== email) await platform.mail.send(tx, user.email, notice);
  return restored;
}

/**
 * Undoes the changes of an account's address that some sessions requested, if that's still possible. The account must
 * be locked.
 * @returns the updated account
 */
export async function undoChangesOf(
  platform: Platform,
  tx: Tx,
  user: UserRow,
  { origin, ...sessions }: SessionsSince & { origin: Origin },
): Promise<UserRow> {
  const undo = await takeEmailUndosOf(tx, user, { sessions, now: platform.clock.now() });
  return undo ? await bringBack(platform, tx, user, { undo, origin }) : user;
}

/**
 * Restores an old address, whatever was changed since, ends all sessions, removes the passkeys and codes added since
 * the session that requested the change began, and lets its owner choose a new password. Links mailed to later
 * addresses no longer work: the owner doesn't trust them.
 * @throws {HttpError} 422 if the token is unknown, used or expired
 */
export async function undoEmailChange(
  platform: Platform,
  { token, origin }: { token: string; origin: Origin },
): Promise<{ token: string; expiresAt: Date }> {
  const { clock, db, sessions } = platform;
  const undo = await findEmailUndo(db.kysely, hashToken(token), clock.now());
  if (!undo) throw undoGone();
  const { user_id: userId } = undo;
  const resetToken = newToken();
  const expiresAt = hoursAfter(clock.now(), limits.resetToken.hours);
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || !(await takeEmailUndo(tx, undo))) throw undoGone();
    const restored = await bringBack(platform, tx, user, { undo, origin });
    await deleteWaysIn(tx, userId);
    await removeAddedIn(platform, tx, restored, { since: undo.since ?? undo.created_at, origin });
    await sessions.revokeAll(tx, userId);
    await insertToken(tx, 'reset_tokens', { tokenHash: hashToken(resetToken), userId, expiresAt });
  });
  sessions.announce({ userId });
  return { token: resetToken, expiresAt };
}
