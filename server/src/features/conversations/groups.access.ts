import { isNewcomer } from '#features/accounts/public.ts';
import { sharePrivateCommunity } from '#features/communities/public.ts';
import { visibleTo } from '#features/relations/public.ts';
import { hasRequestFrom, haveTalked, isClosedTo, isRequestTo } from '#features/rooms/public.ts';
import { and, type Condition, eb, not, or, type Row, type Value } from '#platform/database/expressions.ts';

/**
 * Whether somebody may add a person to a group: `mayBeAdded` from the rules.
 * @param newcomersSince accounts made later are new; null: none are
 */
export const mayAdd = (adder: Row<'users'>, person: Row<'users'>, newcomersSince: Value<Date>): Condition => {
  const talked = haveTalked(adder.id, person.id);
  return and(
    visibleTo(adder.id, person.id),
    not(hasRequestFrom(person.id, adder.id)),
    or(talked, not(or(isClosedTo(person.id), isRequestTo(person.id, adder.id)))),
    not(
      and(
        eb.fn.coalesce(isNewcomer(adder, newcomersSince), eb.lit(false)),
        not(talked),
        not(sharePrivateCommunity(adder.id, person.id)),
      ),
    ),
  );
};
