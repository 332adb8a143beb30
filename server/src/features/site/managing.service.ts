import { isDemoEmail } from '@hubbub/contract/platform/demo.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import {
  activateLocked,
  changedByTeamMail,
  codesOffByTeamMail,
  deleteByTeam,
  deleteMailed,
  findUserByName,
  giveUsername,
  isRename,
  lockConfirmed,
  lockUserByUsername,
  mailLoginLinks,
  mailReturnAgain,
  mailUser,
  mayLogIn,
  type Origin,
  recordSecurity,
  removeTotp,
  requireConfirmed,
  tidyName,
  toTakenError,
  type UserRow,
  updateUser,
  viewUser,
} from '#features/accounts/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { invalid, LacksSiteRole, notFound } from '#platform/errors/errors.ts';
import { StartError } from '#platform/errors/start-error.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { audit } from './audit.service.ts';
import { lockRoleHolders } from './roles.queries.ts';
import { checkSiteRole, requireSiteRole } from './roles.service.ts';
import { deleteNotice } from './second-factor.queries.ts';
import { outranks, type SiteStanding } from './site.rules.ts';

/** The person's own log doesn't show from where the team works. */
export const byTeam = (origin: Origin): Origin => ({ ...origin, device: "The site's team", address: '' });

/** Nobody can manage an account with an equal or higher role. @throws {HttpError} 404, 422 */
export function requireManageable(role: SiteStanding, user: UserRow | undefined): UserRow {
  if (!user) throw notFound('Nobody has this username.');
  if (!outranks(role, user.site_role)) {
    throw new LacksSiteRole(`${user.username} has the same role as you or a higher one.`);
  }
  return user;
}

/**
 * The account that the caller wants to manage, for actions that need a confirmed session.
 * @throws {HttpError} 422 for anybody below an admin, for an equal or higher role, and if the session isn't confirmed; 404
 */
export async function findManaged(platform: Platform, session: Session, username: string): Promise<UserRow> {
  const role = await checkSiteRole(platform, session, 'admin');
  await requireConfirmed(platform, session);
  return requireManageable(role, await findUserByName(platform.db.kysely, username));
}

/** The same, with both accounts locked until the transaction ends. @throws {HttpError} as `findManaged` */
export async function lockManaged(platform: Platform, tx: Tx, session: Session, userId: string): Promise<UserRow> {
  const locked = await lockRoleHolders(tx, [session.userId, userId]);
  await lockConfirmed(platform, tx, session);
  const role = await requireSiteRole(tx, session, 'admin');
  const { username } = locked.find(({ id }) => id === userId) ?? {};
  return requireManageable(role, username === undefined ? undefined : await lockUserByUsername(tx, username));
}

const publicEmail = () =>
  invalid({
    email: 'Everybody knows the passwords of the demo world, so its accounts keep their emails, and no other gets one.',
  });

/** An admin's changes to an account; undefined: unchanged. */
export interface PersonChange {
  name?: string | null | undefined;
  username?: string | undefined;
  email?: string | null | undefined;
}

/** The values that are really new. */
function newIn(user: UserRow, { name, username, email }: PersonChange): PersonChange {
  const tidy = name === undefined ? undefined : tidyName(name);
  return {
    ...(tidy !== undefined && tidy !== user.name && { name: tidy }),
    ...(username !== undefined && username !== user.username && { username }),
    ...(email !== undefined && email !== user.email && { email }),
  };
}

/**
 * Changes somebody's name, username or email, and notifies them, at the old address as well.
 * @throws {HttpError} as `findManaged`; 409 for a username or email that's taken, 422 for an email of the demo
 */
export async function changePerson(
  platform: Platform,
  session: Session,
  { username, change, origin }: { username: string; change: PersonChange; origin: Origin },
): Promise<{ user: User; email: string | null }> {
  const { id } = await findManaged(platform, session, username);
  try {
    const changed = await platform.db.transaction(async (tx) => {
      const user = await lockManaged(platform, tx, session, id);
      const fresh = newIn(user, change);
      if (Object.keys(fresh).length === 0) return user;
      const after = await applyChange(platform, tx, user, fresh);
      await recordSecurity(platform, tx, {
        userId: id,
        event: 'changed_by_team',
        origin: byTeam(origin),
        byId: session.userId,
      });
      const text = Object.keys(fresh).join(', ');
      await audit(tx, { actorId: session.userId, action: 'person.changed', subject: { kind: 'user', id }, text });
      const mail = changedByTeamMail(user.username, fresh);
      await mailUser(platform, tx, user, mail);
      if (after.email !== user.email) await mailUser(platform, tx, after, mail);
      return after;
    });
    return { user: viewUser(changed, session), email: changed.email };
  } catch (error) {
    throw toTakenError(error);
  }
}

async function applyChange(platform: Platform, tx: Tx, user: UserRow, fresh: PersonChange): Promise<UserRow> {
  const { name, username, email } = fresh;
  let after = user;
  if (name !== undefined) after = await updateUser(tx, user.id, { name });
  if (username !== undefined) {
    after = isRename(user.username, username)
      ? await giveUsername(tx, after, { username }, platform.clock.now())
      : await updateUser(tx, user.id, { username });
  }
  if (email === undefined) return after;
  if (isDemoEmail(user.email) || isDemoEmail(email)) throw publicEmail();
  after = await updateUser(tx, user.id, { email });
  // Links and codes mailed to an old address no longer open the account.
  const hadLink = await deleteMailed(tx, user.id);
  if (email !== null) {
    if (hadLink) await mailLoginLinks(platform, tx, [user.id]);
    await mailReturnAgain(platform, tx, user.id);
  }
  return mayLogIn(after) || email === null ? after : await activateLocked(platform, tx, after);
}

/**
 * Deletes somebody's account as they could themselves, with the same time to undo it, and notifies them.
 * @throws {HttpError} as `findManaged`
 */
export async function deletePerson(
  platform: Platform,
  session: Session,
  { username, text, origin }: { username: string; text: string; origin: Origin },
): Promise<void> {
  const { id: userId } = await findManaged(platform, session, username);
  await platform.db.transaction(async (tx) => {
    const user = await lockManaged(platform, tx, session, userId);
    const given = { text, origin: byTeam(origin), byId: session.userId };
    if (!(await deleteByTeam(platform, tx, user, given))) return;
    await audit(tx, { actorId: session.userId, action: 'person.deleted', subject: { kind: 'user', id: userId } });
  });
  platform.sessions.announce({ userId });
}

/**
 * Turns somebody's one-time codes off from the server's command line, for an owner who lost them. If their role needs a second factor, they
 * get new time to set one up.
 * @throws {StartError} for an unknown account, and for one without codes
 */
export async function removeFactorFromServer(platform: Platform, username: string): Promise<void> {
  const isRemoved = await platform.db.transaction(async (tx) => {
    const user = await lockUserByUsername(tx, username);
    if (!user)
      throw new StartError(`No account is called ${username}. Check the spelling; it's the username, not the name.`);
    await deleteNotice(tx, user.id);
    if (!(await removeTotp(tx, user.id))) return false;
    const origin = { device: 'The server', address: '', requestId: '' };
    await recordSecurity(platform, tx, { userId: user.id, event: 'codes_off_by_team', origin });
    await audit(tx, { actorId: null, action: 'codes.removed', subject: { kind: 'user', id: user.id } });
    await mailUser(platform, tx, user, codesOffByTeamMail(user.username));
    return true;
  });
  if (!isRemoved)
    throw new StartError(
      `${username} doesn't log in with one-time codes. If the password is lost, an admin can reset it, or set a new one by email.`,
    );
}
