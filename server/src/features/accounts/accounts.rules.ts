import type { UserRow } from './accounts.queries.ts';

/** The error for a person who doesn't exist, or whom the caller may not know about. */
export const noUser = 'User not found.';

/** Only an activated account may log in. */
export function mayLogIn(user: Pick<UserRow, 'activated_at'>): boolean {
  return user.activated_at !== null;
}

/** A suspended account can't log in until its suspension ends; one without an end lasts until it's lifted. */
export function isSuspended(user: Pick<UserRow, 'suspended_by' | 'suspended_until'>, now: Date): boolean {
  return user.suspended_by !== null && (user.suspended_until === null || user.suspended_until > now);
}

/** People who wait for the team's approval can't log in and aren't found. */
export function isWaiting(user: Pick<UserRow, 'approval_requested_at'>): boolean {
  return user.approval_requested_at !== null;
}

/** What keeps somebody from logging in, and so from doing anything. */
export type Lockout = 'unactivated' | 'waiting' | 'suspended' | 'away';

/** An account can be used once it's activated and let in, and while its person is here and it isn't suspended. @returns what's missing; undefined: nothing */
export function lockoutOf(
  user: Pick<UserRow, 'activated_at' | 'approval_requested_at' | 'suspended_by' | 'suspended_until'> & {
    isAway: boolean;
  },
  now: Date,
): Lockout | undefined {
  if (!mayLogIn(user)) return 'unactivated';
  if (isWaiting(user)) return 'waiting';
  if (isSuspended(user, now)) return 'suspended';
  return user.isAway ? 'away' : undefined;
}

/** Others find an account that's activated and let in, unless its person is away. */
export function isFindable(
  user: Pick<UserRow, 'activated_at' | 'approval_requested_at'> & { isAway: boolean },
): boolean {
  return mayLogIn(user) && !isWaiting(user) && !user.isAway;
}

/** Email, preferences and the role on the site are private. */
export function maySeePrivate(viewer: { userId: string }, person: Pick<UserRow, 'id'>): boolean {
  return viewer.userId === person.id;
}

/** When an unactivated account and its links expire, however often a link is sent again. */
export function activationEnds(user: Pick<UserRow, 'created_at'>, days: number): Date {
  return hoursAfter(user.created_at, days * 24);
}

/** The creation time of an account whose links expire right now. */
export function activationStart(now: Date, days: number): Date {
  return hoursAfter(now, -days * 24);
}

/** Whether an account was never activated and no longer can be: it counts as deleted, and soon is. */
export function isLapsed(user: Pick<UserRow, 'activated_at' | 'created_at'>, now: Date, days: number): boolean {
  return !mayLogIn(user) && activationEnds(user, days) <= now;
}

/** The mailbox that limits count mails by: case and a `+tag` make no difference. */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*@/, '@');
}

/** A blank name means none; any other loses surrounding space. */
export function tidyName(name: string | null | undefined): string | null {
  return name?.trim() || null;
}

const minute = 60_000;
const hour = 60 * minute;

/** A moment this many hours after another. */
export function hoursAfter(moment: Date, hours: number): Date {
  return new Date(moment.getTime() + hours * hour);
}

/** The minutes left until a moment, rounded down, but at least one. */
export function wholeMinutesUntil(moment: Date, now: Date): number {
  return Math.max(1, Math.floor((moment.getTime() - now.getTime()) / minute));
}

/** A moment this many minutes after another. */
export function minutesAfter(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * minute);
}
