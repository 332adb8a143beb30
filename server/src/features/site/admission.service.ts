import { accountMessages } from '@hubbub/contract/platform/account-messages.ts';
import type { Admission } from '#features/accounts/public.ts';
import type { Db } from '#platform/database/database.ts';
import { type HttpError, invalid } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { type InviteRow, insertInvited, spendInvite, takeInvited } from './invites.queries.ts';
import { admitsNew, findLiveInvite, type InviteCommunities, inviterOf, keepsRight } from './invites.service.ts';
import { entryOf, fitsDomains } from './joining.rules.ts';
import { keepPace } from './proof.service.ts';
import type {} from './site.events.ts';
import { findSite, type SiteRow } from './site.queries.ts';

const inviteInvalid = () => invalid({ invite: accountMessages.inviteInvalid });

const listFormat = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** Why somebody can't register. */
function refusalOf(site: SiteRow, invite: InviteRow | undefined): HttpError {
  if (invite) {
    return invalid({ invite: 'Only people with an account can use this invite. Ask one of the admins to invite you.' });
  }
  return site.registration === 'closed'
    ? invalid({ invite: 'Registration is closed. Only people invited by an admin can join.' })
    : invalid({ invite: "You need an invite to join. Ask someone who's already here." });
}

/** @throws {HttpError} 422 if it's in none of the site's domains */
function requireFitting(site: SiteRow, email: string): void {
  if (fitsDomains(email, site.email_domains)) return;
  throw invalid({ email: `Use an address at ${listFormat.format(site.email_domains)}.` });
}

/**
 * Whether somebody may register, and with which invite.
 * @throws {HttpError} 422
 */
async function examine(
  platform: Platform,
  communities: InviteCommunities,
  db: Db,
  given: { email: string; code: string | undefined },
): Promise<{ site: SiteRow; invite: InviteRow | undefined; mustWait: boolean }> {
  const site = await findSite(db);
  requireFitting(site, given.email);
  const invite = given.code ? await findLiveInvite(platform, db, communities, site, given.code) : undefined;
  if (given.code && !invite) throw inviteInvalid();
  const entry = entryOf(site, invite && inviterOf(invite));
  if (entry === 'refused') throw refusalOf(site, invite);
  return { site, invite, mustWait: entry === 'waits' };
}

/** How the site decides who may register. */
export function createAdmission(platform: Platform, communities: InviteCommunities): Admission {
  return {
    async check({ email, invite: code }) {
      const { site, invite } = await examine(platform, communities, platform.db.kysely, { email, code });
      return { isInvited: invite !== undefined && admitsNew(invite, site) };
    },
    keepPace: (given) => keepPace(platform, given),
    async admit(tx, { userId, email, invite: code }) {
      const { invite, mustWait } = await examine(platform, communities, tx, { email, code: code ?? undefined });
      if (invite) {
        if (!(await spendInvite(tx, invite.id, platform.clock.now()))) throw inviteInvalid();
        await insertInvited(tx, userId, invite.id);
      }
      return { mustWait };
    },
    async asksRules() {
      return (await findSite(platform.db.kysely)).rules_tick;
    },
    async checkEmail(email) {
      requireFitting(await findSite(platform.db.kysely), email);
    },
  };
}

/**
 * Notifies the maker of an invite who joined with it. People who joined with an invite to a community become its members once they're
 * approved, if the maker may still invite there.
 */
export function subscribeAdmission(platform: Platform, communities: InviteCommunities): void {
  platform.events.on('account.entered', async (tx, { userId }) => {
    const invite = await takeInvited(tx, userId);
    if (!invite) return;
    await platform.deferred.emit(tx, 'site.invite-used', [{ inviterId: invite.maker_id, userId }]);
    if (invite.community_id === null) return;
    if (await keepsRight(platform, tx, { communityPort: communities, site: await findSite(tx) }, invite))
      await communities.join(tx, invite.community_id, userId);
  });
}
