import { sql } from 'kysely';
import { shareCommunity } from '#features/communities/public.ts';
import { isFollowing, messagesFrom } from '#features/relations/public.ts';
import { and, type Condition, eb, type Id, not, or } from '#platform/database/expressions.ts';

/** Whether a person knows another one: `receptionOf` from the rules. */
const knows = (person: Id, other: Id): Condition => or(shareCommunity(person, other), isFollowing(person, other));

/** Whether another person's first message waits to be accepted: `receptionOf` from the rules is `request`. */
export const isRequestTo = (person: Id, other: Id): Condition =>
  and(eb(messagesFrom(person), '=', sql.lit('known')), not(knows(person, other)));

/** Whether somebody accepts no first messages: `receptionOf` from the rules is `closed`. */
export const isClosedTo = (person: Id): Condition => eb(messagesFrom(person), '=', sql.lit('nobody'));
