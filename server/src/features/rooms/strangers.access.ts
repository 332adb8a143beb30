import { isNewcomer } from '#features/accounts/public.ts';
import { sharePrivateCommunity } from '#features/communities/public.ts';
import {
  and,
  type Condition,
  eb,
  exists,
  type Id,
  not,
  type Row,
  row,
  type Value,
} from '#platform/database/expressions.ts';
import { inPair } from './room.kind.ts';

/** Whether the people of a conversation are strangers: `areStrangers` from the rules. */
export const areStrangers = (room: Row<'rooms'>): Condition =>
  and(eb(room.last_id, '=', eb.lit(0)), not(sharePrivateCommunity(inPair(room, 1), inPair(room, 2))));

/** Whether a new account's first message to a stranger has been counted. */
export const isCounted = (conversationId: Id, userId: Id): Condition =>
  exists(
    eb
      .selectFrom('newcomer_contacts as counted')
      .where('counted.user_id', '=', userId)
      .where('counted.conversation_id', '=', conversationId),
  );

/**
 * Whether a message in a conversation must be counted first, because its sender's account is new and writes to a stranger.
 * @param newcomersSince accounts made later are new; null: none are
 */
export const mustBeCounted = (room: Row<'rooms'>, person: Id, newcomersSince: Value<Date>): Condition =>
  and(
    eb(newcomersSince, 'is not', null),
    areStrangers(room),
    exists(
      eb
        .selectFrom('users as sender')
        .where('sender.id', '=', person)
        .where(isNewcomer(row('users', 'sender'), newcomersSince)),
    ),
    not(isCounted(room.id, person)),
  );
