import { isAwayText } from '#features/accounts/public.ts';
import { hiddenFromText, notApartText, togetherText } from '#features/relations/public.ts';
import type { Statement } from '#platform/database/database.ts';
import { sessionOfToken } from '#platform/database/session-statement.ts';
import { invalid, lacksRight } from '#platform/errors/errors.ts';
import { directPrefix } from '#platform/realtime/realtime.ts';
import { messageIdOf } from './messages.rules.ts';
import { isClosedTo, isRequestTo } from './requests.access.ts';
import type { RoomKind } from './room.kind.ts';
import { mustBeCounted } from './strangers.access.ts';
import { countStranger, explainLimit } from './strangers.service.ts';

const prefix = 'conversation:';

export const apart = "You can't message each other.";
export const turnedAway = "They don't take messages from people they haven't talked to.";
const isAwayNow =
  "They've deactivated their account for now. You can still read the messages, and write again once they're back.";
const youBlocked = 'You blocked this person. Unblock them to message each other.';
const otherIsGone = 'This account was deleted. You can still read the messages, but nobody would get a new one.';

const otherIn = (room: string, person: string): string =>
  `case when ${room}.pair[1] = ${person} then ${room}.pair[2] else ${room}.pair[1] end`;

/** Why nobody can write in a conversation of the caller's; no row for others'. */
const closedStatement: Statement = {
  name: 'rooms-closed-conversation',
  text: `select room.pair is null as gone, not (${notApartText('own.user_id', 'room.other_id')}) as apart, ${isAwayText('room.other_id')} as away,
      room.last_id = 0 and ${isClosedTo('room.other_id')} as closed, ${hiddenFromText('own.user_id', 'room.other_id')} as blocked
    from (${sessionOfToken}) session
    join room_members own on own.room_id = $2 and own.user_id = session.user_id
    join lateral (select rooms.pair, rooms.last_id, ${otherIn('rooms', 'own.user_id')} as other_id from rooms where rooms.id = own.room_id) room on true`,
};

interface ClosedRow {
  /** The other person has deleted their account. */
  gone: boolean;
  /** One has blocked the other. */
  apart: boolean;
  /** The other person is away. */
  away: boolean;
  /** The other person takes no first messages, and this would be one. */
  closed: boolean;
  /** The caller has blocked the other person. */
  blocked: boolean;
}

/** Two people who write to each other. */
export const conversation: RoomKind = {
  name: 'conversation',
  hasMembers: true,
  isOfTwo: true,
  mayRead: (_room, member) => `${member}.user_id is not null`,
  people: (room) => `${room}.pair`,
  mayWrite: (room, person, newcomersSince) =>
    `(${person} = any(${room}.pair) and ${togetherText(`${room}.pair[1]`, `${room}.pair[2]`)}
      and (${room}.last_id > 0 or not ${isClosedTo(otherIn(room, person))})
      and not ${mustBeCounted(room, person, newcomersSince)})`,
  mayMentionEveryone: () => 'false',
  oversees: () => 'false',
  leaving: 'clears',
  isOpen: (room) => `(${room}.pair is not null and ${togetherText(`${room}.pair[1]`, `${room}.pair[2]`)})`,
  hidesBlocked: false,
  asksFirst: isRequestTo,
  notify: 'all',
  countsAs: 'conversations',
  listsDetails: true,
  nameFor: (room, _member, person) =>
    `coalesce((select '@' || users.username from users where users.id = ${otherIn(room, person)}), 'a deleted account')`,
  view: ({ request, away, apart: isApart, blocked }) => ({
    ...(request && { request }),
    ...(away && { away }),
    ...(isApart && { blocked: blocked ? ('by_me' as const) : ('by_other' as const) }),
  }),
  prefix,
  lookingPrefix: directPrefix,
  showsTyping: 'to-members',

  deliver(realtime, { people, roomId, payload }, order) {
    realtime.toDirect(people, prefix + roomId, 'receiveMessage', payload, order);
  },
  announce(realtime, { people, payload, except = [] }) {
    const having = people.filter((id) => !except.includes(id));
    realtime.toUsers(having, 'messageChanged', payload);
  },
  tell: (realtime, userIds, event, payload) => realtime.toUsers(userIds, event, payload),
  tellRead(realtime, userId, { roomId, unread, lastId }) {
    const last_message_id = lastId === 0 ? null : messageIdOf(lastId);
    realtime.toUsers([userId], 'conversationChanged', {
      conversation: roomId,
      changed: 'read',
      unread,
      last_message_id,
    });
  },
  admit: countStranger,
  async explainRefusal(platform, tokenHash, roomId) {
    const [closed] = await platform.db.hot.query<ClosedRow>(closedStatement, [tokenHash, roomId]);
    if (closed?.gone) return invalid(otherIsGone);
    if (closed?.away) return invalid(isAwayNow);
    if (closed?.apart) return lacksRight(closed.blocked ? youBlocked : apart);
    if (closed?.closed) return lacksRight(turnedAway);
    return await explainLimit(platform, tokenHash, roomId);
  },
};
