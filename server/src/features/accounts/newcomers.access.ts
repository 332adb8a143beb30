import { and, type Condition, eb, type Row, type Value } from '#platform/database/expressions.ts';

/** Whether an account is new: `isNewcomer` from the rules. @param since the rules' `newcomersSince` */
export const isNewcomer = (users: Row<'users'>, since: Value<Date>): Condition =>
  and(eb(users.created_at, '>', since), eb(users.site_role, 'is', null));
