import { isDemoEmail } from '@hubbub/contract/platform/demo.ts';
import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import { noUser } from '#features/accounts/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { type HttpError, invalid, LacksSiteRole, notFound, unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { audit } from './audit.service.ts';
import { forgetDemoSettings } from './demo-team.service.ts';
import {
  findActivatedId,
  hasOtherOwner,
  holdAccounts,
  holdSiteRole,
  lockRoleHolders,
  type RoleHolder,
  siteRoleOf,
  updateSiteRole,
} from './roles.queries.ts';
import { findOwnRole } from './second-factor.queries.ts';
import { hasRealAccount, lockSite } from './site.queries.ts';
import { isAtLeast, isModerator, leavesNoOwner, mayChangeRole, outranks, type SiteStanding } from './site.rules.ts';

const plurals: Record<SiteRole, string> = {
  owner: "the site's owners",
  admin: "the site's admins and owners",
  moderator: "the site's team",
};

const lacksSiteRole = (least: SiteRole) => new LacksSiteRole(`Only ${plurals[least]} can do this.`);

const paused = () =>
  new LacksSiteRole(
    "Your team rights are paused, because your role needs a second factor. Turn on one-time codes or add a passkey in Settings › Security, and they're back right away.",
  );

/** The role that somebody can now act with, for features without statements of their own. */
export const roleOf = ({ db }: Platform, userId: string): Promise<SiteRole | null> => siteRoleOf(db.kysely, userId);

/** 422: an action needs a higher role, or the rights of the person's role are paused. */
export async function refusalOf(db: Db, userId: string, least: SiteRole): Promise<HttpError> {
  const role = await findOwnRole(db, userId);
  return isAtLeast(role, least) && !isAtLeast(await siteRoleOf(db, userId), least) ? paused() : lacksSiteRole(least);
}

const equalOrHigher = () =>
  new LacksSiteRole("You can't act on someone whose role is equal to yours or higher. Ask an owner.");
const beyondAdmins = () => new LacksSiteRole('Admins choose moderators. Ask an owner for any other role.');
const lastOwner = () =>
  invalid({ site_role: "You're the site's last owner. Make someone else an owner first, then try again." });
export const publicPassword = () =>
  invalid({
    site_role: "This is an account of the demo world. Everybody knows its password, so it can't have a role.",
  });

/**
 * The caller's role, locked: it can't change until the transaction ends.
 * @throws {HttpError} 422 if it's too low
 */
export async function requireSiteRole(tx: Tx, session: Pick<Session, 'userId'>, least: SiteRole): Promise<SiteRole> {
  return await atLeast(tx, session.userId, { role: await holdSiteRole(tx, session.userId), least });
}

/** The caller's present role, for reading. @throws {HttpError} 422 if it's too low */
export async function checkSiteRole({ db }: Platform, session: Pick<Session, 'userId'>, least: SiteRole) {
  return await atLeast(db.kysely, session.userId, { role: await siteRoleOf(db.kysely, session.userId), least });
}

async function atLeast(
  db: Db,
  userId: string,
  { role, least }: { role: SiteStanding; least: SiteRole },
): Promise<SiteRole> {
  if (role === null || !isAtLeast(role, least)) throw await refusalOf(db, userId, least);
  return role;
}

/**
 * Gives someone a role on the site, or takes it away.
 * @throws {HttpError} 404 for an unknown person, 422 if the caller may not, or would leave the site without an owner
 */
export async function setRole(
  { db, config, deferred }: Platform,
  session: Session,
  { username, to }: { username: string; to: SiteStanding },
): Promise<void> {
  const { kysely } = db;
  if (!isModerator(await siteRoleOf(kysely, session.userId))) throw await refusalOf(kysely, session.userId, 'admin');
  const id = await findActivatedId(kysely, username);
  if (id === undefined) throw notFound(noUser);
  await db.transaction(async (tx) => {
    const locked = await lockRoleHolders(tx, [session.userId, id]);
    const actor = locked.find((one) => one.id === session.userId);
    const target = locked.find((one) => one.id === id);
    if (!actor) throw unauthenticated();
    if (!target) throw notFound(noUser);
    await checkRoleChange(tx, { ...actor, site_role: await siteRoleOf(tx, actor.id) }, target, to);
    if (to !== null && isDemoEmail(target.email)) await requireDemoAlone(tx, config.isLocal);
    if (target.site_role === to) return;
    await updateSiteRole(tx, id, to);
    await deferred.emit(tx, 'site.role-changed', [{ userId: id }]);
    await audit(tx, {
      actorId: actor.id,
      action: 'role.changed',
      subject: { kind: 'user', id },
      text: to ?? 'none',
    });
  });
}

async function checkRoleChange(tx: Tx, actor: RoleHolder, target: RoleHolder, to: SiteStanding): Promise<void> {
  const isOwn = actor.id === target.id;
  if (!mayChangeRole({ actor: actor.site_role, isOwn, from: target.site_role, to })) {
    if (!isAtLeast(actor.site_role, 'admin')) throw await refusalOf(tx, actor.id, 'admin');
    throw outranks(actor.site_role, target.site_role) ? beyondAdmins() : equalOrHigher();
  }
  // Two owners who step down at the same moment wait for each other here.
  if (target.site_role === 'owner' && to !== 'owner') await lockSite(tx);
  if (leavesNoOwner(target.site_role, to, await hasOtherOwner(tx, target.id))) throw lastOwner();
}

/** @throws {HttpError} 422 if others can reach the server, or somebody real has registered */
async function requireDemoAlone(tx: Tx, isLocal: boolean): Promise<void> {
  if (!isLocal) throw publicPassword();
  await holdAccounts(tx);
  if (await hasRealAccount(tx)) throw publicPassword();
}

/** Whether the site would have no owner without this account. Locks the roles until the transaction ends. */
export async function isLastOwner(tx: Tx, userId: string): Promise<boolean> {
  if ((await findOwnRole(tx, userId)) !== 'owner') return false;
  await lockSite(tx);
  return leavesNoOwner('owner', null, await hasOtherOwner(tx, userId));
}

/** The last owner can't delete their account, unless it's one of the demo's. @throws {HttpError} 422 */
export async function keepLastOwner(tx: Tx, userId: string): Promise<void> {
  const [user] = await lockRoleHolders(tx, [userId]);
  if (user?.site_role === 'owner' && isDemoEmail(user.email)) await forgetDemoSettings(tx);
  else await requireOtherOwner(tx, userId);
}

/** The last owner can't leave the site. @throws {HttpError} 422 */
export async function requireOtherOwner(tx: Tx, userId: string): Promise<void> {
  if (await isLastOwner(tx, userId)) throw lastOwner();
}
