import { isNewcomer } from '#features/accounts/public.ts';
import { sharePrivateCommunity } from '#features/communities/public.ts';
import { mentioning } from '#features/messages/public.ts';
import { hiddenFrom, inFeedOf, visibleTo } from '#features/relations/public.ts';
import { hasRequestFrom, haveTalked } from './conversations.access.ts';
import { isClosedTo, isRequestTo } from './requests.access.ts';

/** A select of where a person's part of a group begins, no row for others: `readsInGroup` from the rules. */
export const readableGroup = (group: string, person: string): string =>
  `select member.since_id as since from group_members member where member.group_id = ${group} and member.user_id = ${person}`;

/**
 * Whether somebody may add a person to a group: `mayBeAdded` from the rules, as a condition on two rows of users.
 * @param newcomersSince an expression: accounts made later are new; null: none are
 */
export const mayAdd = (adder: string, person: string, newcomersSince: string): string =>
  `(${visibleTo(`${adder}.id`, `${person}.id`)} and not ${hasRequestFrom(`${person}.id`, `${adder}.id`)}
    and (${haveTalked(`${adder}.id`, `${person}.id`)} or not (${isClosedTo(`${person}.id`)} or ${isRequestTo(`${person}.id`, `${adder}.id`)}))
    and not (coalesce(${isNewcomer(adder, newcomersSince)}, false) and not ${haveTalked(`${adder}.id`, `${person}.id`)}
      and not ${sharePrivateCommunity(`${adder}.id`, `${person}.id`)}))`;

/** Counting a group's messages stops here. */
const mostCounted = 100;

/** A select of what's new in a group for a person: `isNewInGroup` from the rules. All are expressions. */
const newIn = (group: string, person: string, readId: string): string =>
  `select from messages fresh where fresh.room_id = ${group} and fresh.id > ${readId} and fresh.sender_id <> ${person}
    and fresh.system is null and not ${hiddenFrom(person, 'fresh.sender_id')}`;

/** How much is new in a group, up to `mostCounted`: an expression. `readId` is the newest message that doesn't count. */
export const countNewIn = (group: string, person: string, readId: string): string =>
  `(select count(*)::int from (${newIn(group, person, readId)} limit ${mostCounted}) counted)`;

/**
 * How many groups of a person count as unread, as `unreadConversations` does.
 * @param notifyOf an expression: how much of a group the person wants to be told
 */
export const unreadGroups = (person: string, notifyOf: (group: string) => string, since?: string): string =>
  `(select count(*)::int from group_members own join groups on groups.id = own.group_id
    where own.user_id = ${person} and groups.last_id > greatest(own.read_id, own.since_id)
      ${since === undefined ? '' : `and groups.active_at > ${since}`}
      and case ${notifyOf('own.group_id')} when 'all' then exists (${newIn('own.group_id', person, 'greatest(own.read_id, own.since_id)')})
        when 'none' then false else exists (
          ${mentioning({ room: 'own.group_id', person, after: 'greatest(own.read_id, own.since_id)' }, (sender) => inFeedOf(person, sender))}
        ) end)`;
