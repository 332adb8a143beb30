import { findAccount, lockUser, lockUserByUsername, type UserRow } from '#features/accounts/public.ts';
import { isLastOwner, outranks, requireSiteRole } from '#features/site/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { lacksRight, notFound } from '#platform/errors/errors.ts';
import { StartError } from '#platform/errors/start-error.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { type Moderation, makeDecision, undoDecision } from './decisions.service.ts';
import { listSuspensions } from './moderation.queries.ts';
import { endAfter, maySuspend, noAccount } from './moderation.rules.ts';

/** The account to suspend, locked. @throws {HttpError} 404, 422 if the caller may not */
async function enter(tx: Tx, session: Session, username: string): Promise<string> {
  const standing = await requireSiteRole(tx, session, 'moderator');
  const known = await findAccount(tx, username);
  const user = known && (await lockUser(tx, known.id));
  if (!user) throw notFound(noAccount);
  if (!maySuspend({ standing }, { isOutranked: outranks(standing, user.site_role) })) {
    throw lacksRight({ permission: "You can't suspend someone with a role that's equal to yours or higher." });
  }
  return user.id;
}

/** How long a suspension lasts (without days: for good), and why. */
interface GivenSuspension {
  days?: number | undefined;
  text: string;
  rule?: number | null | undefined;
}

/**
 * Suspends the account that `find` returns locked. @param byId null: done on the server, with `npm run admin`
 * @returns the end; null: for good
 */
async function suspend(
  moderation: Moderation,
  byId: string | null,
  given: GivenSuspension,
  find: (tx: Tx) => Promise<string>,
): Promise<Date | null> {
  const { db, clock } = moderation.platform;
  const until = endAfter(clock.now(), given.days);
  await db.transaction(async (tx, effects) => {
    const userId = await find(tx);
    const decision = {
      action: 'suspend',
      kind: null,
      thingId: null,
      userId,
      communityId: null,
      rule: given.rule ?? null,
      text: given.text.trim(),
      until,
      byId,
    } as const;
    await makeDecision(moderation, tx, decision, effects);
  });
  return until;
}

/** Lifts the standing suspensions of the account that `find` returns locked. @returns whether there were any */
async function lift(moderation: Moderation, byId: string | null, find: (tx: Tx) => Promise<string>): Promise<boolean> {
  return await moderation.platform.db.transaction(async (tx, effects) => {
    const rows = await listSuspensions(tx, await find(tx));
    for (const row of rows) await undoDecision(moderation, tx, row, { state: 'lifted', byId }, effects);
    return rows.length > 0;
  });
}

/**
 * Suspends an account: its sessions end everywhere at once.
 * @throws {HttpError} 404; 422 without the right to it, or against an equal or higher role
 */
export async function suspendUser(
  moderation: Moderation,
  session: Session,
  username: string,
  given: GivenSuspension,
): Promise<{ until: string | null; text: string }> {
  const until = await suspend(moderation, session.userId, given, (tx) => enter(tx, session, username));
  return { until: until?.toISOString() ?? null, text: given.text.trim() };
}

/** Ends an account's suspensions, if there are any. @throws {HttpError} as `suspendUser` */
export async function liftSuspension(moderation: Moderation, session: Session, username: string): Promise<void> {
  await lift(moderation, session.userId, (tx) => enter(tx, session, username));
}

/** @throws {StartError} for an unknown account */
async function lockKnown(tx: Tx, username: string): Promise<UserRow> {
  const user = await lockUserByUsername(tx, username);
  if (!user) throw new StartError(`Nobody is called ${username}. Check the spelling; it's the username, not the name.`);
  return user;
}

/**
 * Suspends an account from the server's command line, whatever its role. The running servers close its sockets in a job, because this
 * process can't reach them.
 * @throws {StartError} for an unknown account, and for the site's last owner
 */
export async function suspendFromServer(
  moderation: Moderation,
  username: string,
  given: GivenSuspension,
): Promise<Date | null> {
  return await suspend(moderation, null, given, async (tx) => {
    const user = await lockKnown(tx, username);
    if (await isLastOwner(tx, user.id)) {
      throw new StartError(
        `${user.username} is the site's only owner. Name another one first: npm run admin -- --owner USERNAME`,
      );
    }
    await moderation.platform.jobs.add(tx, 'accounts.close-sockets', { userId: user.id });
    return user.id;
  });
}

/** Lifts an account's suspension from the server's command line. @throws {StartError} for an unknown account, or one without a suspension */
export async function liftFromServer(moderation: Moderation, username: string): Promise<void> {
  const wasSuspended = await lift(moderation, null, async (tx) => (await lockKnown(tx, username)).id);
  if (!wasSuspended) throw new StartError(`${username} isn't suspended.`);
}
