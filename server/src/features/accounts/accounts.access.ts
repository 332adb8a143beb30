import { type RawBuilder, sql } from 'kysely';

/** Whether an account is activated and let in: `mayLogIn` and not `isWaiting` from the rules, as a condition on a row of users. */
export const isEntered = (users: string): string =>
  `(${users}.activated_at is not null and ${users}.approval_requested_at is null)`;

/**
 * The first part is evaluated once in a statement, so that a list costs nothing more while nobody is away; `offset 0` keeps the planner
 * from turning the second one into a join, whose size it would have to guess.
 */
const isAmongAway = (userId: string, kind = ''): string =>
  `(exists (select from away_accounts) and exists (
    select from away_accounts away where away.user_id = ${userId}${kind} offset 0))`;

/**
 * Whether a person has deactivated their account or is deleting it, so that nobody sees them or what they posted: a condition on an
 * expression whose value is an id. Lists ask it through `visibleTo` and `isActivated`.
 */
export const isAway = (userId: string): string => isAmongAway(userId);

/** Whether a person is deleting their account and can still change their mind. */
export const isBeingDeleted = (userId: string): string => isAmongAway(userId, ` and away.kind = 'deleting'`);

/** Whether others can find an account: `isFindable` from the rules, as a condition on a row of users. */
export const isActivated = (users: string): string => `(${isEntered(users)} and not ${isAway(`${users}.id`)})`;

/** `mayLogIn` from the rules, as a condition on a row of users. */
const isConfirmed = (users: string): string => `${users}.activated_at is not null`;

/** `isLapsed` from the rules, as a condition on users. @param start the current `activationStart` */
export const isLapsedSince = (start: Date): RawBuilder<boolean> =>
  sql`(not (${sql.raw(isConfirmed('users'))}) and users.created_at <= ${start})`;
