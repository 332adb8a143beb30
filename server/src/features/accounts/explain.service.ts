import { limits } from '@hubbub/contract/platform/limits.ts';
import type { Platform } from '#platform/platform.ts';
import type { UserRow } from './accounts.queries.ts';
import { type Lockout, lockoutOf } from './accounts.rules.ts';
import { isNewcomer } from './newcomers.rules.ts';
import { newSince } from './newcomers.service.ts';
import { untilText } from './suspension.service.ts';

/** The person that an explanation is about; `name` is how sentences refer to them. */
export interface ExplainedPerson extends Pick<UserRow, 'created_at' | 'site_role'> {
  id: string;
  name: string;
}

type Account = Pick<UserRow, 'activated_at' | 'approval_requested_at' | 'suspended_by' | 'suspended_until'> & {
  isAway: boolean;
};

const lockoutTexts: Record<Lockout, (name: string, user: Account) => string> = {
  unactivated: (name) =>
    `${name} hasn't activated their account yet. The link is in the email they got, and logging in sends a new one.`,
  waiting: (name) => `${name} is waiting for the team's approval. Decide about it in Requests.`,
  suspended: (name, { suspended_until: until }) =>
    `${name}'s account is suspended${untilText(until)}. You can end the suspension in People.`,
  away: (name) => `${name} has deactivated or deleted their account. Only they can bring it back.`,
};

/**
 * Why somebody can't do anything at all: a sentence for the site's team, with more detail than others get. Undefined:
 * they can log in.
 */
export function explainLockout(
  { clock }: Pick<Platform, 'clock'>,
  user: Account,
  { name, isForTeam }: { name: string; isForTeam: boolean },
): string | undefined {
  const lockout = lockoutOf(user, clock.now());
  if (lockout === undefined) return undefined;
  return isForTeam
    ? lockoutTexts[lockout](name, user)
    : `${name}'s account can't be used at the moment. Ask the site's team about it.`;
}

/** What somebody may not do yet because their account is new. Undefined: it isn't. */
export function explainNewAccount(
  platform: Pick<Platform, 'clock' | 'config'>,
  user: Pick<UserRow, 'created_at' | 'site_role'>,
  name: string,
): string | undefined {
  const since = newSince(platform);
  if (since === null || !isNewcomer(user, since)) return undefined;
  const { newAccountHours } = platform.config;
  return `${name}'s account is new: in its first ${newAccountHours} hours it can post at most ${limits.newcomer.links} links and write to at most ${limits.newcomer.strangers} strangers.`;
}
