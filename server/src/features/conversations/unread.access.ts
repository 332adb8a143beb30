import { mentioning, notifyOf } from '#features/messages/public.ts';
import { inFeedOf } from '#features/relations/public.ts';
import { unreadGroups } from './groups.access.ts';

/** How much of a conversation people are told who haven't chosen. */
export const conversationNotify = 'all';
export const notifyOfConversation = (conversation: string, person: string): string =>
  notifyOf(conversation, person, conversationNotify);

/**
 * How many of a person's conversations and groups count as unread: those with unread messages that are neither muted nor requests; of those that
 * they only want to be mentioned in, those where they are. @param person an expression whose value is an id
 */
export const unreadConversations = (person: string): string =>
  `(${unreadGroups(person, (group) => notifyOfConversation(group, person))} +
  (select count(*)::int from conversation_sides side where side.user_id = ${person} and side.unread > 0 and not side.request
    and case ${notifyOfConversation('side.id', person)} when 'all' then true when 'none' then false else exists (
      ${mentioning({ room: 'side.id', person, after: 'greatest(side.read_id, side.cleared_id)' }, (sender) => inFeedOf(person, sender))}
    ) end))`;
