import { timingSafeEqual } from 'node:crypto';
import { isDemoEmail } from '@hubbub/contract/platform/demo.ts';
import { pages } from '@hubbub/contract/platform/pages.ts';
import { updateUser } from '#features/accounts/public.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database, Db, Tx } from '#platform/database/database.ts';
import { invalid, unauthenticated } from '#platform/errors/errors.ts';
import { StartError } from '#platform/errors/start-error.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, newToken, type Session } from '#platform/sessions/sessions.ts';
import { audit } from './audit.service.ts';
import { endDemoTeam } from './demo-team.service.ts';
import {
  findActivatedId,
  hasDemoTeam,
  hasRealOwner,
  holdAccounts,
  lockRoleHolders,
  updateSiteRole,
} from './roles.queries.ts';
import { publicPassword } from './roles.service.ts';
import { deleteNotice } from './second-factor.queries.ts';
import {
  deleteSetupCodes,
  findSetupCodes,
  findSite,
  hasRealAccount,
  insertSetupCode,
  lockSite,
  updateSite,
} from './site.queries.ts';
import { becomesFirstOwner } from './site.rules.ts';

const linkGone = () =>
  invalid({ code: 'This set-up link was already used, or is incomplete. Restart the server to get a new one.' });

/** After an account was activated: if it's a real one, the demo's accounts lose their roles, and it may become the first owner. */
export async function welcomeAccount(
  platform: Platform,
  tx: Tx,
  user: { userId: string; email: string | null },
): Promise<void> {
  if (!isDemoEmail(user.email)) await endDemoTeam(tx);
  await offerOwnership(platform, tx, user);
}

/** Whether the next person to register becomes the owner. */
export const awaitsFirstAccount = async (db: Db, config: Config, site: { awaits_owner: boolean }): Promise<boolean> =>
  config.isLocal && site.awaits_owner && !(await hasRealAccount(db));

/** On a server that only this machine reaches, the first account is the owner. */
async function offerOwnership(
  { config }: Platform,
  tx: Tx,
  user: { userId: string; email: string | null },
): Promise<void> {
  // Most sites have an owner, and then nobody has to wait for the lock.
  if (!config.isLocal || !(await findSite(tx)).awaits_owner) return;
  const { awaits_owner: awaitsOwner } = await lockSite(tx);
  const hasOthers = await hasRealAccount(tx, user.userId);
  const facts = { isLocal: config.isLocal, awaitsOwner, isDemo: isDemoEmail(user.email), hasOthers };
  if (!becomesFirstOwner(facts)) return;
  await makeOwner(tx, user.userId, 'first account');
  // Nobody could approve the owner.
  await updateUser(tx, user.userId, { approval_requested_at: null, approval_reason: null });
}

/**
 * Makes the caller the owner, with the code of a set-up link.
 * @throws {HttpError} 422 for a wrong or used code, and for accounts of the demo
 */
export async function setUpSite({ db }: Platform, session: Session, code: string): Promise<void> {
  const given = hashToken(code);
  await db.transaction(async (tx) => {
    const [user] = await lockRoleHolders(tx, [session.userId]);
    if (!user) throw unauthenticated();
    const { awaits_owner: awaitsOwner } = await lockSite(tx);
    const known = await findSetupCodes(tx);
    // Every code is compared, each in the same time, whether an earlier one matched or not.
    const matches = known.filter((one) => timingSafeEqual(one, given)).length > 0;
    if (!awaitsOwner || !matches) throw linkGone();
    if (isDemoEmail(user.email)) throw publicPassword();
    await makeOwner(tx, user.id, 'set-up link');
  });
}

/** Stores the first owner; set-up links stop working. */
async function makeOwner(tx: Tx, userId: string, how: string): Promise<void> {
  await updateSite(tx, { awaits_owner: false });
  await deleteSetupCodes(tx);
  await updateSiteRole(tx, userId, 'owner');
  await audit(tx, { actorId: userId, action: 'owner.named', subject: { kind: 'user', id: userId }, text: how });
}

/**
 * What `npm start` prints about the owner; undefined if there's one. On a new site that others can reach, it's a set-up link, which works
 * until it or another one is used.
 */
export async function ownerNotice(database: Database, config: Config): Promise<string | undefined> {
  const notices = [await demoNotice(database, config), await missingOwnerNotice(database, config)];
  return notices.filter((notice) => notice !== undefined).join('\n') || undefined;
}

/** What `npm start` prints about the demo's accounts, which may run a site only while nobody else can reach it. */
async function demoNotice(database: Database, config: Config): Promise<string | undefined> {
  if (!(await hasDemoTeam(database.kysely))) return undefined;
  if (config.isLocal) {
    return "The demo world's people run this site. Everybody knows their password, so their roles end when somebody registers.";
  }
  await database.transaction(endDemoTeam);
  return "The demo world's people no longer have roles on this site: everybody knows their password, and others can reach this server.";
}

async function missingOwnerNotice(database: Database, config: Config): Promise<string | undefined> {
  const { kysely } = database;
  if (await hasRealOwner(kysely)) return undefined;
  const { awaits_owner: awaitsOwner } = await findSite(kysely);
  // The first account wasn't made the owner if others could reach the server then.
  if (!awaitsOwner || (config.isLocal && (await hasRealAccount(kysely)))) return `${noOwner.found} ${noOwner.fix}`;
  if (config.isLocal) return 'Register to become the owner of this site: the first account owns it.';
  const code = newToken();
  await database.transaction(async (tx) => {
    await lockSite(tx);
    await insertSetupCode(tx, hashToken(code), new Date());
  });
  return `Set up this site, and become its owner: ${config.publicUrl}${pages.setUp.path}?code=${code}`;
}

/** What the start and the doctor report about an upgraded site without an owner. */
export const noOwner = {
  found: 'This site has no owner, so nobody can change its settings or choose its team.',
  fix: 'Name one: npm run admin -- --owner USERNAME',
};

/**
 * Makes an account an owner, from the server's command line.
 * @throws {StartError} for an unknown account, and for one of the demo, unless only this machine can reach the server and nobody real has
 * registered
 */
export async function nameOwner(database: Database, config: Config, username: string): Promise<void> {
  const id = await findActivatedId(database.kysely, username);
  if (id === undefined) {
    throw new StartError(
      `No activated account is called ${username}. Check the spelling; it's the username, not the name.`,
    );
  }
  await database.transaction(async (tx) => {
    const [user] = await lockRoleHolders(tx, [id]);
    if (!user) throw new StartError(`The account ${username} was just deleted.`);
    if (isDemoEmail(user.email)) await requireDemoAlone(tx, config, username);
    else {
      await lockSite(tx);
      await updateSite(tx, { awaits_owner: false });
      await deleteSetupCodes(tx);
      await endDemoTeam(tx);
    }
    await updateSiteRole(tx, id, 'owner');
    // The command line always helps: this gives an owner new time for a second factor.
    await deleteNotice(tx, id);
    await audit(tx, { actorId: null, action: 'owner.named', subject: { kind: 'user', id } });
  });
}

async function requireDemoAlone(tx: Tx, { isLocal }: Config, username: string): Promise<void> {
  const refuse = (why: string) =>
    new StartError(
      `${username} belongs to the demo world. Everybody knows its password, so it can't be the owner: ${why}.`,
    );
  if (!isLocal) throw refuse('others can reach this server');
  await holdAccounts(tx);
  if (await hasRealAccount(tx)) throw refuse('somebody real has registered here');
}
