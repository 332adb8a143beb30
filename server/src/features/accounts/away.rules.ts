/** Days that a deactivated account is kept, and days before its end when its owner is warned. */
export const deactivatedDays = 365;
export const warnedDays = 30;
/** There are at least this many days between the warning and the deletion, even on a server that was off for long. */
const leastWarnedDays = 14;

const day = 24 * 60 * 60 * 1000;

/** A moment this many days after another. */
export const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * day);

/**
 * Whether an account is deleted now: an account that's being deleted, when its time is over; a deactivated one, only if
 * its owner was warned long enough ago or has no address.
 */
export function isOver(
  away: { kind: 'deactivated' | 'deleting'; ends_at: Date; warned_at: Date | null; email: string | null },
  now: Date,
): boolean {
  if (away.ends_at > now) return false;
  if (away.kind === 'deleting' || away.email === null) return true;
  return away.warned_at !== null && daysAfter(away.warned_at, leastWarnedDays) <= now;
}

/**
 * Days for which a person can undo the deletion of their account: what the site sets, but none without an address,
 * because the link is mailed.
 */
export const daysToReturn = (user: { email: string | null }, siteDays: number): number =>
  user.email === null ? 0 : siteDays;
