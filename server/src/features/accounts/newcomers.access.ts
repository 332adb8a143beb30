/**
 * Whether an account is new: `isNewcomer` from the rules, as a condition on a row of users. `since` is an expression whose value is the
 * rules' `newcomersSince`.
 */
export const isNewcomer = (users: string, since: string): string =>
  `(${users}.created_at > ${since} and ${users}.site_role is null)`;
