import type { UserRow } from './accounts.queries.ts';

/** Names that mean something else: chats show `deleted_user` where a sender has left. */
const reservedUsernames: readonly string[] = ['deleted_user'];

/** A reserved username counts as taken, whatever its case. */
export function isReservedUsername(username: string): boolean {
  return reservedUsernames.includes(username.toLowerCase());
}

/** Only an activated account may log in. */
export function mayLogIn(user: Pick<UserRow, 'activated_at'>): boolean {
  return user.activated_at !== null;
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

/** A moment so many minutes after another. */
export function minutesAfter(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * minute);
}
