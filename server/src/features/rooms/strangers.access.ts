import { isNewcomerText } from '#features/accounts/public.ts';
import { sharePrivateCommunityText } from '#features/communities/public.ts';

/** Whether the people of a conversation are strangers: `areStrangers` from the rules, as a condition on a row of rooms. */
export const areStrangers = (room: string): string =>
  `(${room}.last_id = 0 and not ${sharePrivateCommunityText(`${room}.pair[1]`, `${room}.pair[2]`)})`;

/** Whether a new account's first message to a stranger has been counted: a condition on a conversation's id and a person's. */
export const isCounted = (conversationId: string, userId: string): string =>
  `exists (select from newcomer_contacts counted
    where counted.user_id = ${userId} and counted.conversation_id = ${conversationId})`;

/**
 * Whether a message in a conversation must be counted first, because its sender's account is new and writes to a stranger.
 * @param newcomersSince an expression: accounts made later are new; null: none are
 */
export const mustBeCounted = (room: string, person: string, newcomersSince: string): string =>
  `(${newcomersSince} is not null and ${areStrangers(room)}
    and exists (select from users sender where sender.id = ${person} and ${isNewcomerText('sender', newcomersSince)})
    and not ${isCounted(`${room}.id`, person)})`;
