import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { isDemoEmail } from '@hubbub/contract/platform/demo.ts';
import {
  codesOffByTeamMail,
  createLoginLink,
  deleteEmailChangeOf,
  deletePasskeysOf,
  deleteWaysIn,
  type Hasher,
  isBeingDeleted,
  isWaiting,
  lockUserByUsername,
  loggedOutByTeamMail,
  mailUser,
  mayLogIn,
  type Origin,
  passwordResetByTeamMail,
  recordSecurity,
  removeTotp,
  type UserRow,
  updateUser,
} from '#features/accounts/public.ts';
import { cursorOf } from '#platform/cursors.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { invalid } from '#platform/errors/errors.ts';
import { lastPossibleId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { newToken, type Session } from '#platform/sessions/sessions.ts';
import { audit } from './audit.service.ts';
import { byTeam, requireManageable } from './managing.service.ts';
import { listPeople as listRows, type PeoplePage } from './people.queries.ts';
import { viewPerson } from './people.view.ts';
import { hasOtherOwner } from './roles.queries.ts';
import { requireSiteRole } from './roles.service.ts';
import { hasRealAccount } from './site.queries.ts';
import { isAdmin, outranks, rolesToGive } from './site.rules.ts';

/** How many times people were reported; moderation provides this. */
export type CountReports = (db: Db, userIds: readonly string[]) => Promise<Map<string, number>>;

/** Everybody with an account, newest first. @throws {HttpError} 400 for a malformed `before`, 422 for anybody outside the team */
export async function listPeople(
  { clock, db }: Platform,
  countReports: CountReports,
  session: Session,
  given: Omit<PeoplePage, 'before' | 'now'> & { before?: string | undefined },
): Promise<{ people: SitePerson[]; next: string | null }> {
  return await db.transaction(async (tx) => {
    const role = await requireSiteRole(tx, session, 'moderator');
    const before = cursorOf(given.before, "the previous page's next") ?? lastPossibleId;
    const rows = await listRows(tx, { ...given, before, size: given.size + 1, now: clock.now() });
    const shown = rows.slice(0, given.size);
    const reports = await countReports(
      tx,
      shown.map(({ id }) => id),
    );
    // Few pages have such rows, so the query is hardly ever needed.
    const isOwnerShown = role === 'owner' && shown.some(({ id }) => id === session.userId);
    const hasOther = isOwnerShown && (await hasOtherOwner(tx, session.userId));
    const isReal = shown.some(({ email }) => isDemoEmail(email)) && (await hasRealAccount(tx));
    const people = shown.map((row) =>
      viewPerson(row, session, clock.now(), {
        reports: reports.get(row.id) ?? 0,
        manageable: isAdmin(role) && outranks(role, row.site_role),
        uses_codes: isAdmin(role) && outranks(role, row.site_role) && row.uses_codes,
        suspendable: outranks(role, row.site_role),
        assignable_roles: rolesToGive({
          actor: role,
          isOwn: row.id === session.userId,
          from: row.site_role,
          isActivated: mayLogIn(row) && !isWaiting(row),
          hasOtherOwner: hasOther,
          isPublic: isReal && isDemoEmail(row.email),
        }),
      }),
    );
    return { people, next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null };
  });
}

/**
 * Acts on the account of somebody with a lower role.
 * @returns the account's id
 * @throws {HttpError} 422 for anybody below an admin, and for an equal or higher role; 404
 */
async function manage(
  platform: Platform,
  session: Session,
  username: string,
  work: (tx: Tx, user: UserRow) => Promise<void>,
): Promise<string> {
  return await platform.db.transaction(async (tx) => {
    const role = await requireSiteRole(tx, session, 'admin');
    const user = await lockUserByUsername(tx, username);
    const managed = requireManageable(role, user);
    await work(tx, managed);
    return managed.id;
  });
}

/** Refuses log-in links for people who can't log in yet: the link would admit them. @throws {HttpError} 422 */
async function requireEntered(tx: Tx, user: UserRow): Promise<void> {
  if (isWaiting(user)) throw invalid({ username: `${user.username} waits for approval. Answer the request first.` });
  if (await isBeingDeleted(tx, user.id)) {
    throw invalid({
      username: `${user.username} is being deleted. Only the link in the mail about that brings the account back.`,
    });
  }
  if (!mayLogIn(user)) throw invalid({ username: `${user.username} hasn't confirmed an email address yet.` });
}

/**
 * Resets somebody's password: the old one stops working, their passkeys and sessions end, and they're notified.
 * @returns a link with which they choose a new one
 * @throws {HttpError} 422 for anybody below an admin, and for an equal or higher role; 404
 */
export async function resetPerson(
  platform: Platform,
  hasher: Hasher,
  session: Session,
  username: string,
  origin: Origin,
): Promise<string> {
  const { sessions } = platform;
  const passwordHash = await hasher.hash(newToken());
  let link = '';
  const userId = await manage(platform, session, username, async (tx, user) => {
    await requireEntered(tx, user);
    await deleteWaysIn(tx, user.id);
    await updateUser(tx, user.id, { password_hash: passwordHash });
    await sessions.revokeAll(tx, user.id);
    // Somebody who took over the account may have added a passkey.
    const hadPasskeys = await deletePasskeysOf(tx, user.id);
    link = await createLoginLink(platform, tx, user.id);
    await recordSecurity(platform, tx, {
      userId: user.id,
      event: 'reset_by_team',
      origin: byTeam(origin),
      byId: session.userId,
    });
    await audit(tx, { actorId: session.userId, action: 'password.reset', subject: { kind: 'user', id: user.id } });
    await mailUser(platform, tx, user, passwordResetByTeamMail(user.username, { hadPasskeys }));
  });
  sessions.announce({ userId });
  return link;
}

/** Logs somebody out everywhere, and notifies them if they were logged in anywhere. @throws {HttpError} as `resetPerson` */
export async function endSessions(
  platform: Platform,
  session: Session,
  username: string,
  origin: Origin,
): Promise<void> {
  const { sessions } = platform;
  const userId = await manage(platform, session, username, async (tx, user) => {
    const ended = await sessions.revokeAll(tx, user.id);
    // Whoever was logged in mustn't be able to complete pending changes by mail.
    const hadChange = await deleteEmailChangeOf(tx, user.id);
    if (ended === 0 && !hadChange) return;
    await recordSecurity(platform, tx, {
      userId: user.id,
      event: 'ended_by_team',
      origin: byTeam(origin),
      byId: session.userId,
    });
    await audit(tx, { actorId: session.userId, action: 'sessions.ended', subject: { kind: 'user', id: user.id } });
    await mailUser(platform, tx, user, loggedOutByTeamMail(user.username));
  });
  sessions.announce({ userId });
}

/** Turns somebody's one-time codes off, and notifies them. @throws {HttpError} as `resetPerson` */
export async function removeSecondFactor(
  platform: Platform,
  session: Session,
  username: string,
  origin: Origin,
): Promise<void> {
  await manage(platform, session, username, async (tx, user) => {
    if (!(await removeTotp(tx, user.id))) return;
    const subject = { kind: 'user', id: user.id } as const;
    const happening = { userId: user.id, origin: byTeam(origin), byId: session.userId };
    await recordSecurity(platform, tx, { ...happening, event: 'codes_off_by_team' });
    await audit(tx, { actorId: session.userId, action: 'codes.removed', subject });
    await mailUser(platform, tx, user, codesOffByTeamMail(user.username));
  });
}
