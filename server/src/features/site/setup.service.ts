import { timingSafeEqual } from 'node:crypto';
import { isDemoEmail } from '@hubbub/contract/platform/demo.ts';
import { pages } from '@hubbub/contract/platform/pages.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { invalid, unauthenticated } from '#platform/errors/errors.ts';
import { StartError } from '#platform/errors/start-error.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, newToken, type Session } from '#platform/sessions/sessions.ts';
import { audit } from './audit.service.ts';
import { clearDemoRoles, findActivatedId, hasRealOwner, lockRoleHolders, updateSiteRole } from './roles.queries.ts';
import { publicPassword } from './roles.service.ts';
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

/** An account was just activated: on a server that only this machine reaches, the first one is the owner. */
export async function offerOwnership(
  { config }: Platform,
  tx: Tx,
  user: { userId: string; email: string | null },
): Promise<void> {
  // Most sites have an owner, and nobody should wait for the lock.
  if (!config.isLocal || !(await findSite(tx)).awaits_owner) return;
  const { awaits_owner: awaitsOwner } = await lockSite(tx);
  const hasOthers = await hasRealAccount(tx, user.userId);
  const facts = { isLocal: config.isLocal, awaitsOwner, isDemo: isDemoEmail(user.email), hasOthers };
  if (becomesFirstOwner(facts)) await makeOwner(tx, user.userId, 'first account');
}

/**
 * Makes the caller the owner, with the code of a set-up link.
 * @throws {HttpError} 422 for a wrong or used code, and for accounts of the demo world
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

/** The first owner; no set-up link works from now on. The demo world's people lose their roles, because everybody knows their password. */
async function makeOwner(tx: Tx, userId: string, how: string): Promise<void> {
  await updateSite(tx, { awaits_owner: false });
  await deleteSetupCodes(tx);
  await clearDemoRoles(tx);
  await updateSiteRole(tx, userId, 'owner');
  await audit(tx, { actorId: userId, action: 'owner.named', subject: { kind: 'user', id: userId }, text: how });
}

/**
 * What `npm start` prints about the owner; undefined if there's one. On a new site that others reach it's a set-up link, which works
 * until someone has used it, or another one.
 */
export async function ownerNotice(database: Database, config: Config): Promise<string | undefined> {
  if (await hasRealOwner(database.kysely)) return undefined;
  const { awaits_owner: awaitsOwner } = await findSite(database.kysely);
  if (!awaitsOwner) return `${noOwner.found} ${noOwner.fix}`;
  if (config.isLocal) return 'Register to become the owner of this site: the first account is.';
  const code = newToken();
  await database.transaction(async (tx) => {
    await lockSite(tx);
    await insertSetupCode(tx, hashToken(code), new Date());
  });
  return `Set up this site, and become its owner: ${config.publicUrl}${pages.setUp.path}?code=${code}`;
}

/** What the start and the doctor say about an upgraded site. */
export const noOwner = {
  found: 'This site has no owner, so nobody can change its settings or choose its team.',
  fix: 'Name one: npm run admin -- --owner USERNAME',
};

/**
 * Makes an account an owner, from the server's command line.
 * @throws {StartError} for an unknown account, and for one of the demo world on a site where somebody real has registered
 */
export async function nameOwner(database: Database, username: string): Promise<void> {
  const id = await findActivatedId(database.kysely, username);
  if (id === undefined) {
    throw new StartError(
      `No activated account is called ${username}. Check the spelling; it's the username, not the name.`,
    );
  }
  await database.transaction(async (tx) => {
    const [user] = await lockRoleHolders(tx, [id]);
    if (!user) throw new StartError(`The account ${username} was just deleted.`);
    await lockSite(tx);
    const isDemo = isDemoEmail(user.email);
    if (isDemo && (await hasRealAccount(tx))) {
      throw new StartError(
        `${username} belongs to the demo world. Everybody knows its password, so it can't be the owner.`,
      );
    }
    if (!isDemo) {
      await updateSite(tx, { awaits_owner: false });
      await deleteSetupCodes(tx);
      await clearDemoRoles(tx);
    }
    await updateSiteRole(tx, id, 'owner');
    await audit(tx, { actorId: null, action: 'owner.named', subject: { kind: 'user', id } });
  });
}
