import { sharePrivateCommunity } from '#features/communities/public.ts';

/** Whether the people of a conversation are strangers: `areStrangers` from the rules, as a condition on a row of conversations. */
export const areStrangers = (conversations: string): string =>
  `(${conversations}.last_id = 0
    and not ${sharePrivateCommunity(`${conversations}.low_id`, `${conversations}.high_id`)})`;

/** Whether a new account's first message to a stranger has been counted: a condition on a conversation's id and a person's. */
export const isCounted = (conversationId: string, userId: string): string =>
  `exists (select from newcomer_contacts counted
    where counted.user_id = ${userId} and counted.conversation_id = ${conversationId})`;
