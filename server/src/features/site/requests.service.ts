import type { JoinRequest } from '@hubbub/contract/features/site/joining.endpoints.ts';
import { acceptAccount, isWaiting, lockUserByUsername, refuseAccount, viewAuthor } from '#features/accounts/public.ts';
import { cursorOf } from '#platform/cursors.ts';
import { conflict, notFound } from '#platform/errors/errors.ts';
import { lastPossibleId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { audit } from './audit.service.ts';
import { listWaiting, type RequestRow } from './requests.queries.ts';
import { requireSiteRole } from './roles.service.ts';

const viewRequest = (row: RequestRow): JoinRequest => ({
  user: viewAuthor(row),
  email: row.email,
  created_at: (row.approval_requested_at ?? new Date(0)).toISOString(),
  reason: row.approval_reason ?? '',
});

/** People who wait for approval, newest first. @throws {HttpError} 400 for a malformed `before`, 422 for anybody outside the team */
export async function listRequests(
  { db }: Platform,
  session: Session,
  page: { size: number; before?: string | undefined },
): Promise<{ requests: JoinRequest[]; next: string | null }> {
  const rows = await db.transaction(async (tx) => {
    await requireSiteRole(tx, session, 'moderator');
    const before = cursorOf(page.before, "the previous page's next") ?? lastPossibleId;
    return await listWaiting(tx, { before, size: page.size + 1 });
  });
  const shown = rows.slice(0, page.size);
  return { requests: shown.map(viewRequest), next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null };
}

/**
 * Approves somebody who waits for approval, or deletes their account; either way they get a mail.
 * @throws {HttpError} 422 for anybody outside the team, 404 for an unknown person, 409 for one who's approved already
 */
export async function decideRequest(
  platform: Platform,
  session: Session,
  given: { username: string; decision: 'accept' | 'refuse' },
): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await requireSiteRole(tx, session, 'moderator');
    const user = await lockUserByUsername(tx, given.username);
    if (!user) throw notFound('Nobody with this username is waiting. Somebody else may have refused them.');
    if (!isWaiting(user)) throw conflict({ username: `${user.username} isn't waiting for approval anymore.` });
    const subject = { kind: 'user', id: user.id };
    if (given.decision === 'accept') {
      await acceptAccount(platform, tx, user);
      await audit(tx, { actorId: session.userId, action: 'request.accepted', subject });
    } else {
      await refuseAccount(platform, tx, user);
      await audit(tx, { actorId: session.userId, action: 'request.refused', subject });
    }
  });
}
