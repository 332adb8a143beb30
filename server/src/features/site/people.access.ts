import type { PersonState } from '@hubbub/contract/features/site/people.endpoints.ts';
import { type RawBuilder, sql } from 'kysely';
import { isActivated } from '#features/accounts/public.ts';

/** `stateOf` from the rules, as a condition on users. */
export function isInState(state: PersonState): RawBuilder<boolean> {
  const isActive = isActivated('users');
  switch (state) {
    case 'active':
      return sql.raw(isActive);
    case 'pending':
      return sql.raw(`not ${isActive}`);
    case 'suspended':
    case 'deactivated':
      return sql.raw('false');
  }
}
