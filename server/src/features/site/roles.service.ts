import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import type { Tx } from '#platform/database/database.ts';
import { invalid } from '#platform/errors/errors.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { holdSiteRole } from './roles.queries.ts';
import { isAtLeast } from './site.rules.ts';

const plurals: Record<SiteRole, string> = {
  owner: "the site's owners",
  admin: "the site's admins and owners",
  moderator: "the site's team",
};

/** 422 for someone whose role on the site is too low. */
export const lacksSiteRole = (least: SiteRole) => invalid({ site_role: `Only ${plurals[least]} can do this.` });

/**
 * The caller's role, which stays what it is until the transaction ends.
 * @throws {HttpError} 422 if it's too low
 */
export async function requireSiteRole(tx: Tx, session: Pick<Session, 'userId'>, least: SiteRole): Promise<SiteRole> {
  const role = await holdSiteRole(tx, session.userId);
  if (role === null || !isAtLeast(role, least)) throw lacksSiteRole(least);
  return role;
}
