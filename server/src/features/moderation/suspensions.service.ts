import { findAccount, lockUser } from '#features/accounts/public.ts';
import { requireSiteRole } from '#features/site/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { invalid, notFound } from '#platform/errors/errors.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { type Effects, type Moderation, makeDecision, runAll, undoDecision } from './decisions.service.ts';
import { listSuspensions } from './moderation.queries.ts';
import { endAfter, maySuspend } from './moderation.rules.ts';

const noUser = "This user doesn't exist or may have been deleted.";

/** The account to suspend, locked. @throws {HttpError} 404, 422 if the caller may not */
async function enter(tx: Tx, session: Session, username: string): Promise<string> {
  const standing = await requireSiteRole(tx, session, 'moderator');
  const known = await findAccount(tx, username);
  const user = known && (await lockUser(tx, known.id));
  if (!user) throw notFound(noUser);
  if (!maySuspend({ userId: session.userId, standing }, user.site_role)) {
    throw invalid({ username: "You can't suspend someone with a role that's equal to yours or higher." });
  }
  return user.id;
}

/**
 * Suspends an account: its sessions end everywhere at once.
 * @throws {HttpError} 404; 422 without the right to it, or against an equal or higher role
 */
export async function suspendUser(
  moderation: Moderation,
  session: Session,
  username: string,
  given: { days?: number | undefined; text: string; rule?: number | null | undefined },
): Promise<{ until: string | null; text: string }> {
  const { db, clock } = moderation.platform;
  const effects: Effects = [];
  const until = endAfter(clock.now(), given.days);
  const text = given.text.trim();
  await db.transaction(async (tx) => {
    effects.length = 0;
    const userId = await enter(tx, session, username);
    const decision = {
      action: 'suspend',
      kind: 'user',
      thingId: userId,
      userId,
      communityId: null,
      rule: given.rule ?? null,
      text,
      until,
      byId: session.userId,
    } as const;
    await makeDecision(moderation, tx, decision, effects);
  });
  runAll(effects);
  return { until: until?.toISOString() ?? null, text };
}

/** Ends an account's suspensions; nothing changes without one. @throws {HttpError} as `suspendUser` */
export async function liftSuspension(moderation: Moderation, session: Session, username: string): Promise<void> {
  const { db } = moderation.platform;
  const effects: Effects = [];
  await db.transaction(async (tx) => {
    effects.length = 0;
    const userId = await enter(tx, session, username);
    for (const row of await listSuspensions(tx, userId)) {
      await undoDecision(moderation, tx, row, { state: 'lifted', byId: session.userId }, effects);
    }
  });
  runAll(effects);
}
