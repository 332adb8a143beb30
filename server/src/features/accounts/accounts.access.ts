import { type RawBuilder, sql } from 'kysely';

/** Whether an account is activated, and so found by others: `mayLogIn` of the rules, as a condition on a row of users. */
export const isActivated = (users: string): string => `${users}.activated_at is not null`;

/** `isLapsed` of the rules as a condition on users. @param start the `activationStart` of now */
export const isLapsedSince = (start: Date): RawBuilder<boolean> =>
  sql`(not (${sql.raw(isActivated('users'))}) and users.created_at <= ${start})`;
