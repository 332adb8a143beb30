import type { PersonState } from '@hubbub/contract/features/site/people.endpoints.ts';
import { isAway, isEntered } from '#features/accounts/public.ts';
import { and, type Condition, eb, exists, not, or, row, val } from '#platform/database/expressions.ts';

const users = row('users');

/** `stateOf` from the rules, as a condition on users. */
export function isInState(state: PersonState, now: Date): Condition {
  const seen = or(
    exists(eb.selectFrom('sessions').where('sessions.user_id', '=', users.id)),
    exists(eb.selectFrom('last_seen').where('last_seen.user_id', '=', users.id)),
  );
  const [entered, away] = [isEntered(users), isAway(users.id)];
  const suspended = and(
    eb(users.suspended_by, 'is not', null),
    or(eb(users.suspended_until, 'is', null), eb(users.suspended_until, '>', val(now))),
  );
  switch (state) {
    case 'active':
      return and(entered, not(suspended), not(away), seen);
    case 'pending':
      return and(not(suspended), or(not(entered), and(not(away), not(seen))));
    case 'suspended':
      return suspended;
    case 'deactivated':
      return and(entered, not(suspended), away);
  }
}
