import { type RawBuilder, sql } from 'kysely';

/**
 * Whether an account is activated and let in, so that others can find it: `mayLogIn` and not `isWaiting` from the rules, as a condition
 * on a row of users.
 */
export const isActivated = (users: string): string =>
  `(${users}.activated_at is not null and ${users}.approval_requested_at is null)`;

/** `mayLogIn` from the rules, as a condition on a row of users. */
const isConfirmed = (users: string): string => `${users}.activated_at is not null`;

/** `isLapsed` from the rules, as a condition on users. @param start the current `activationStart` */
export const isLapsedSince = (start: Date): RawBuilder<boolean> =>
  sql`(not (${sql.raw(isConfirmed('users'))}) and users.created_at <= ${start})`;
