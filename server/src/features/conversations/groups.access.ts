import { isNewcomerText } from '#features/accounts/public.ts';
import { sharePrivateCommunityText } from '#features/communities/public.ts';
import { visibleToText } from '#features/relations/public.ts';
import { hasRequestFrom, haveTalked, isClosedTo, isRequestTo } from '#features/rooms/public.ts';

/**
 * Whether somebody may add a person to a group: `mayBeAdded` from the rules, as a condition on two rows of users.
 * @param newcomersSince an expression: accounts made later are new; null: none are
 */
export const mayAdd = (adder: string, person: string, newcomersSince: string): string =>
  `(${visibleToText(`${adder}.id`, `${person}.id`)} and not ${hasRequestFrom(`${person}.id`, `${adder}.id`)}
    and (${haveTalked(`${adder}.id`, `${person}.id`)} or not (${isClosedTo(`${person}.id`)} or ${isRequestTo(`${person}.id`, `${adder}.id`)}))
    and not (coalesce(${isNewcomerText(adder, newcomersSince)}, false) and not ${haveTalked(`${adder}.id`, `${person}.id`)}
      and not ${sharePrivateCommunityText(`${adder}.id`, `${person}.id`)}))`;
