import type { PersonState } from '@hubbub/contract/features/site/people.endpoints.ts';
import { type RawBuilder, sql } from 'kysely';
import { isAwayText, isEnteredText } from '#features/accounts/public.ts';

/** `stateOf` from the rules, as a condition on users. */
export function isInState(state: PersonState, now: Date): RawBuilder<boolean> {
  const seen = sql`(exists (select from sessions where sessions.user_id = users.id)
    or exists (select from last_seen where last_seen.user_id = users.id))`;
  const entered = sql.raw(isEnteredText('users'));
  const away = sql.raw(isAwayText('users.id'));
  const suspended = sql`(users.suspended_by is not null and (users.suspended_until is null or users.suspended_until > ${now}))`;
  switch (state) {
    case 'active':
      return sql`(${entered} and not ${suspended} and not ${away} and ${seen})`;
    case 'pending':
      return sql`(not ${suspended} and (not ${entered} or (not ${away} and not ${seen})))`;
    case 'suspended':
      return sql`${suspended}`;
    case 'deactivated':
      return sql`(${entered} and not ${suspended} and ${away})`;
  }
}
