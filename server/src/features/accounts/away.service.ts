import { accountMessages } from '@hubbub/contract/platform/account-messages.ts';
import type { Tx } from '#platform/database/database.ts';
import { invalid } from '#platform/errors/errors.ts';
import { noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, newToken, type Session } from '#platform/sessions/sessions.ts';
import type {} from './accounts.events.ts';
import { accountDeletedMail, type DeletedByTeam } from './accounts.mail.ts';
import { findUser, lockUser, type UserRow } from './accounts.queries.ts';
import { mayLogIn } from './accounts.rules.ts';
import { deleteWaysIn, mailUser } from './accounts.service.ts';
import { removeAccount } from './activation.service.ts';
import { deactivatedMail, deletionMail, endingMail } from './away.mail.ts';
import { type AwayKind, deleteAway, findAway, findEnd, insertAway, listEnding, takeUnwarned } from './away.queries.ts';
import { daysAfter, daysToReturn, deactivatedDays, isOver, warnedDays } from './away.rules.ts';
import { lockCaller } from './confirmation.service.ts';
import { type Origin, recordSecurity } from './security.service.ts';
import { deleteTokensOf, findTokenOwner, insertToken, takeToken } from './tokens.queries.ts';

/*
 * People who are away can't be found, and nobody sees their posts: `isAway` in accounts.access.ts, which `visibleTo`,
 * and so every list, checks. Their messages in conversations, groups and channels stay under their name, because the
 * others' conversation needs them; in groups, they also stay in the list of members, since they'll get what's written
 * meanwhile. Votes and reactions, which name nobody, still count.
 */

const linkGone = () => invalid({ token: accountMessages.returnLinkGone });

/** Hides a locked account until its person comes back, and ends its sessions. @throws {HttpError} 422 for the site's last owner */
async function goAway(
  platform: Platform,
  tx: Tx,
  user: UserRow,
  { kind, endsAt }: { kind: AwayKind; endsAt: Date },
): Promise<void> {
  const { clock, events, sessions } = platform;
  const wasAway = (await findAway(tx, user.id)) !== undefined;
  await insertAway(tx, { userId: user.id, kind, since: clock.now(), endsAt });
  if (!wasAway) await events.emit(tx, 'account.left', { userId: user.id });
  await sessions.revokeAll(tx, user.id);
}

/**
 * Hides the caller's account until the next log-in, for up to a year, and ends its sessions.
 * @throws {HttpError} 422 for the site's last owner
 */
export async function deactivateAccount(platform: Platform, session: Session, origin: Origin): Promise<void> {
  const { db, clock, sessions } = platform;
  const { userId, tokenHash } = session;
  await db.transaction(async (tx) => {
    const user = await lockCaller(platform, tx, session);
    const endsAt = daysAfter(clock.now(), deactivatedDays);
    await goAway(platform, tx, user, { kind: 'deactivated', endsAt });
    await recordSecurity(platform, tx, { userId, event: 'deactivated', origin, tokenHash });
    await mailUser(platform, tx, user, deactivatedMail(user.username, endsAt));
  });
  sessions.announce({ userId });
}

/**
 * Deletes the caller's account and, through `account.deleted`, everything that later features store for it. If the site
 * gives people time to change their mind, it's only hidden for now, and a mail has the link that restores it.
 * @throws {HttpError} 422 for the site's last owner
 */
export async function deleteAccount(platform: Platform, session: Session, origin: Origin): Promise<void> {
  const { db, config, sessions } = platform;
  const { userId, tokenHash } = session;
  await db.transaction(async (tx) => {
    const user = await lockCaller(platform, tx, session);
    const days = daysToReturn(user, config.deletionGraceDays);
    if (await startDeletion(platform, tx, user, { days }))
      await recordSecurity(platform, tx, { userId, event: 'deletion_started', origin, tokenHash });
  });
  sessions.announce({ userId });
}

/**
 * The same for another person's account, which is locked. @param given `text`: the reason, for its owner @returns false
 * if it's already being deleted
 */
export async function deleteByTeam(
  platform: Platform,
  tx: Tx,
  user: UserRow,
  { text, origin, byId }: { text: string; origin: Origin; byId: string },
): Promise<boolean> {
  if (await isBeingDeleted(tx, user.id)) return false;
  // There's no way back for people who never confirmed their address.
  const days = mayLogIn(user) ? daysToReturn(user, platform.config.deletionGraceDays) : 0;
  if (await startDeletion(platform, tx, user, { days, byTeam: { text } }))
    await recordSecurity(platform, tx, { userId: user.id, event: 'deleted_by_team', origin, byId });
  return true;
}

/** @returns whether the account still exists, because its owner can change their mind */
async function startDeletion(
  platform: Platform,
  tx: Tx,
  user: UserRow,
  { days, byTeam }: { days: number; byTeam?: DeletedByTeam },
): Promise<boolean> {
  const { clock, jobs } = platform;
  const userId = user.id;
  if (days === 0) {
    await removeForGood(platform, tx, user, byTeam);
    return false;
  }
  const endsAt = daysAfter(clock.now(), days);
  await goAway(platform, tx, user, { kind: 'deleting', endsAt });
  await deleteWaysIn(tx, userId);
  await jobs.add(tx, 'accounts.mail-deletion', { userId, ...(byTeam && { byTeam }) });
  await jobs.add(tx, 'accounts.end-away', { userId }, { runAt: endsAt });
  return true;
}

async function removeForGood(platform: Platform, tx: Tx, user: UserRow, byTeam?: DeletedByTeam): Promise<void> {
  await removeAccount(platform, tx, user.id);
  await mailUser(platform, tx, user, accountDeletedMail(user.username, byTeam));
}

/** Mails the link that restores an account. The token is created here, so that it's never queued in plain text. */
export async function mailDeletion({ db, mail }: Platform, userId: string, byTeam?: DeletedByTeam): Promise<void> {
  const user = await findUser(db.kysely, userId);
  const away = await findAway(db.kysely, userId);
  if (!user || user.email === null || away?.kind !== 'deleting') return;
  const token = newToken();
  await insertToken(db.kysely, 'return_tokens', { tokenHash: hashToken(token), userId, expiresAt: away.ends_at });
  await mail.deliver(user.email, deletionMail(user.username, { token, endsAt: away.ends_at, byTeam }));
}

/** Whether an account is being deleted and its owner can still change their mind. */
export const isBeingDeleted = async (tx: Tx, userId: string): Promise<boolean> =>
  (await findAway(tx, userId))?.kind === 'deleting';

/**
 * Mails the link that restores an account to its present address, and invalidates earlier links; does nothing if it
 * isn't being deleted.
 */
export async function mailReturnAgain({ jobs }: Platform, tx: Tx, userId: string): Promise<void> {
  if (!(await isBeingDeleted(tx, userId))) return;
  await deleteTokensOf(tx, 'return_tokens', userId);
  await jobs.add(tx, 'accounts.mail-deletion', { userId });
}

/**
 * The account that a link restores, and until when it can. @throws {HttpError} 422 if the link is unknown, used or
 * expired
 */
export async function findReturn({ db, clock }: Platform, token: string): Promise<{ username: string; endsAt: Date }> {
  const userId = await findTokenOwner(db.kysely, 'return_tokens', hashToken(token), clock.now());
  const user = userId === undefined ? undefined : await findUser(db.kysely, userId);
  const away = user && (await findAway(db.kysely, user.id));
  if (!user || !away) throw linkGone();
  return { username: user.username, endsAt: away.ends_at };
}

/**
 * Restores an account that's being deleted, without logging anyone in. @throws {HttpError} 422 if the link is unknown,
 * used or expired
 */
export async function cancelDeletion(platform: Platform, token: string, origin: Origin): Promise<void> {
  const { db, clock } = platform;
  const tokenHash = hashToken(token);
  const userId = await findTokenOwner(db.kysely, 'return_tokens', tokenHash, clock.now());
  if (userId === undefined) throw linkGone();
  await db.transaction(async (tx) => {
    if (!(await lockUser(tx, userId)) || !(await takeToken(tx, 'return_tokens', tokenHash, clock.now())))
      throw linkGone();
    await deleteTokensOf(tx, 'return_tokens', userId);
    if (!(await deleteAway(tx, userId))) throw linkGone();
    await platform.events.emit(tx, 'account.returned', { userId });
    await recordSecurity(platform, tx, { userId, event: 'deletion_canceled', origin });
  });
}

/** Deletes an account if its time is over. */
export async function endAway(platform: Platform, userId: string): Promise<void> {
  const { db, clock } = platform;
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const away = user && (await findEnd(tx, user));
    if (user && away && isOver(away, clock.now())) await removeForGood(platform, tx, user);
  });
}

/** How many accounts are handled at a time. */
const batchSize = 200;

/** Warns people whose deactivated accounts end soon, and deletes those whose time is over. */
export async function sweepAway(platform: Platform): Promise<void> {
  const { db, clock, log } = platform;
  for (let count = batchSize; count === batchSize; ) {
    count = await db.transaction(async (tx) => {
      const before = daysAfter(clock.now(), warnedDays);
      const warned = await takeUnwarned(tx, { before, now: clock.now(), limit: batchSize });
      for (const user of warned) {
        await mailUser(platform, tx, user, endingMail(user.username, user.ends_at));
      }
      return warned.length;
    });
  }
  for (let after: string | undefined = noId; after !== undefined; ) {
    const ids: string[] = await listEnding(db.kysely, { now: clock.now(), after, limit: batchSize });
    for (const userId of ids) {
      // One that can't be deleted mustn't hold up the others.
      await endAway(platform, userId).catch((err: unknown) => log.error({ err, userId }, "couldn't delete an account"));
    }
    after = ids.length < batchSize ? undefined : ids.at(-1);
  }
}
