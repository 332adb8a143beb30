import type { RegistrationPolicy } from '@hubbub/contract/features/site/site.shapes.ts';

/** The site's settings about who may join. */
export interface JoiningSettings {
  registration: RegistrationPolicy;
  email_domains: readonly string[];
  member_invites: boolean;
}

/** What an invite's maker may now do on the site. */
export interface Inviter {
  isModerator: boolean;
  isAdmin: boolean;
}

/** Admins can invite to the site, and so can every member if the site allows it. */
export const mayInvite = (inviter: Inviter, site: Pick<JoiningSettings, 'member_invites'>): boolean =>
  inviter.isAdmin || site.member_invites;

/** An invite works until it expires or is used up. */
export const isLive = (invite: { uses_left: number; expires_at: Date }, now: Date): boolean =>
  invite.uses_left > 0 && invite.expires_at > now;

/** An invite admits new accounts only if its maker may invite to the site; while registration is closed, only if they're an admin. */
export const admits = (inviter: Inviter, site: Pick<JoiningSettings, 'member_invites' | 'registration'>): boolean =>
  mayInvite(inviter, site) && (site.registration !== 'closed' || inviter.isAdmin);

/** What becomes of somebody who registers: they enter, wait for approval, or can't register. */
export type Entry = 'enters' | 'waits' | 'refused';

/** @param inviter the maker of their invite; undefined without one */
export function entryOf(
  site: Pick<JoiningSettings, 'member_invites' | 'registration'>,
  inviter: Inviter | undefined,
): Entry {
  const isAdmitted = inviter !== undefined && admits(inviter, site);
  switch (site.registration) {
    case 'open':
      return 'enters';
    case 'approval':
      // An invite skips the approval only if its maker could approve.
      return isAdmitted && inviter.isModerator ? 'enters' : 'waits';
    case 'invitation':
    case 'closed':
      return isAdmitted ? 'enters' : 'refused';
  }
}

/** An address belongs to one of the site's domains, if it names any. */
export function fitsDomains(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.length === 0 || domains.some((allowed) => allowed.toLowerCase() === domain);
}
