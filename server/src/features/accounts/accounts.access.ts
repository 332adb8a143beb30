import { and, byKey, type Condition, eb, exists, type Id, not, type Row, row } from '#platform/database/expressions.ts';

/** Whether an account is activated and let in: `mayLogIn` and not `isWaiting` from the rules. */
export const isEntered = (users: Row<'users'>): Condition =>
  and(eb(users.activated_at, 'is not', null), eb(users.approval_requested_at, 'is', null));

/** The first part is evaluated once per statement, so that lists cost nothing more while nobody is away. */
const isAmongAway = (userId: Id, ...kinds: ('deleting' | 'deactivated')[]): Condition => {
  const away = eb.selectFrom('away_accounts as away').where('away.user_id', '=', userId);
  const ofKind = kinds.length > 0 ? away.where('away.kind', 'in', kinds) : away;
  return and(exists(eb.selectFrom('away_accounts')), exists(ofKind.offset(byKey)));
};

/**
 * Whether a person has deactivated their account or is deleting it, so that nobody sees them or what they posted. Lists ask it through
 * `visibleTo` and `isActivated`.
 */
export const isAway = (userId: Id): Condition => isAmongAway(userId);

/** Whether a person is deleting their account and can still change their mind. */
export const isBeingDeleted = (userId: Id): Condition => isAmongAway(userId, 'deleting');

/** Whether others can find an account: `isFindable` from the rules. */
export const isActivated = (users: Row<'users'>): Condition => and(isEntered(users), not(isAway(users.id)));

/** `mayLogIn` from the rules. */
const isConfirmed = (users: Row<'users'>): Condition => eb(users.activated_at, 'is not', null);

/** `isLapsed` from the rules, as a condition on users. @param start the current `activationStart` */
export const isLapsedSince = (start: Date): Condition =>
  and(not(isConfirmed(row('users'))), eb(row('users').created_at, '<=', start));
