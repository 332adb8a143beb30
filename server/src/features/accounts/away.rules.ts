/** How long a deactivated account stays, and how long before its end its owner is warned: days. */
export const deactivatedDays = 365;
export const warnedDays = 30;
/** Between being told and being deleted there are at least this many days, also on a server that was off for long. */
const leastWarnedDays = 14;

const day = 24 * 60 * 60 * 1000;

/** A moment this many days after another. */
export const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * day);

/**
 * Whether an account is deleted now: one that's being deleted when its time is over, a deactivated one only if its person was told long
 * enough before, or has no address to be told at.
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
 * For how many days a person can change their mind after deleting their account: as long as the site gives, and none without an address,
 * because the way back is a link in a mail.
 */
export const daysToReturn = (user: { email: string | null }, siteDays: number): number =>
  user.email === null ? 0 : siteDays;
