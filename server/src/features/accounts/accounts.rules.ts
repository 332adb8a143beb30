import type { UserRow } from './accounts.queries.ts';

/** Only an activated account may log in. */
export function mayLogIn(user: Pick<UserRow, 'activated_at'>): boolean {
  return user.activated_at !== null;
}

/** E-mail and preferences are nobody else's business. */
export function maySeePrivate(viewer: { userId: string }, person: Pick<UserRow, 'id'>): boolean {
  return viewer.userId === person.id;
}

/** When the links of an account expire that was never activated, and the account with them, however often a link is sent again. */
export function activationEnds(user: Pick<UserRow, 'created_at'>, days: number): Date {
  return hoursAfter(user.created_at, days * 24);
}

/** The creation of an account whose links expire just now. */
export function activationStart(now: Date, days: number): Date {
  return hoursAfter(now, -days * 24);
}

/** Whether an account was never activated and cannot be any more: it counts as gone, and soon is. */
export function isLapsed(user: Pick<UserRow, 'activated_at' | 'created_at'>, now: Date, days: number): boolean {
  return !mayLogIn(user) && activationEnds(user, days) <= now;
}

/** What mails to one mailbox are counted by: case and a `+tag` lead to the same one. */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*@/, '@');
}

/** A name that is blank is none; one that is not loses the space around it. */
export function tidyName(name: string | null | undefined): string | null {
  return name?.trim() || null;
}

const minute = 60_000;
const hour = 60 * minute;

/** A moment so many hours after another. */
export function hoursAfter(moment: Date, hours: number): Date {
  return new Date(moment.getTime() + hours * hour);
}

/** Minutes that a person is told are left until a moment; never more than there are, but always one. */
export function wholeMinutesUntil(moment: Date, now: Date): number {
  return Math.max(1, Math.floor((moment.getTime() - now.getTime()) / minute));
}

/** A moment so many minutes after another. */
export function minutesAfter(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * minute);
}
