import { mentioning, notifyOf, type TellingRooms } from '#features/messages/public.ts';
import { inFeedOf } from '#features/relations/public.ts';
import { unreadGroups } from './groups.access.ts';

/** How much of a conversation people are told who haven't chosen. */
export const conversationNotify = 'all';
export const notifyOfConversation = (conversation: string, person: string): string =>
  notifyOf(conversation, person, conversationNotify);

/**
 * How many of a person's conversations and groups count as unread: those with unread messages that are neither muted nor requests; of those that
 * they only want to be mentioned in, those where they are. @param person an expression whose value is an id
 * @param since an expression: only those where something happened after this time
 */
export const unreadConversations = (person: string, since?: string): string =>
  `(${unreadGroups(person, (group) => notifyOfConversation(group, person), since)} +
  (select count(*)::int from conversation_sides side where side.user_id = ${person} and side.unread > 0 and not side.request
    ${since === undefined ? '' : `and side.active_at > ${since}`}
    and case ${notifyOfConversation('side.id', person)} when 'all' then true when 'none' then false else exists (
      ${mentioning({ room: 'side.id', person, after: 'greatest(side.read_id, side.cleared_id)' }, (sender) => inFeedOf(person, sender))}
    ) end))`;

/** A select of the `user_id` of those who want to be told of every message in a conversation; requests tell nobody. */
const followersOfConversation = (conversation: string): string =>
  `select side.user_id from conversations talk
    cross join lateral (values (talk.low_id, talk.low_request), (talk.high_id, talk.high_request)) side (user_id, request)
    where talk.id = ${conversation} and not side.request and ${notifyOfConversation('talk.id', 'side.user_id')} = 'all'`;

/** How people are told of messages in conversations. */
export const tellingOfConversations: TellingRooms = {
  followers: followersOfConversation,
  tellsOf: (conversation, person) => `exists (select from conversation_sides side
    where side.id = ${conversation} and side.user_id = ${person} and not side.request
      and ${notifyOfConversation('side.id', 'side.user_id')} <> 'none')`,
  isRead: (conversation, person, message) => `exists (select from conversation_sides side
    where side.id = ${conversation} and side.user_id = ${person} and greatest(side.read_id, side.cleared_id) >= ${message})`,
};

/** A select of the `user_id` of those who want to be told of every message in a group. */
const followersOfGroup = (group: string): string =>
  `select member.user_id from group_members member where member.group_id = ${group}
    and ${notifyOfConversation('member.group_id', 'member.user_id')} = 'all'`;

/** How people are told of messages in groups. */
export const tellingOfGroups: TellingRooms = {
  followers: followersOfGroup,
  tellsOf: (group, person) => `${notifyOfConversation(group, person)} <> 'none'`,
  isRead: (group, person, message) => `exists (select from group_members member
    where member.group_id = ${group} and member.user_id = ${person} and greatest(member.read_id, member.since_id) >= ${message})`,
};
