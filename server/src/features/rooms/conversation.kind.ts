import { sql } from 'kysely';
import { isAway } from '#features/accounts/public.ts';
import { hiddenFrom, notApart, together } from '#features/relations/public.ts';
import { and, eb, fact, not, or, row } from '#platform/database/expressions.ts';
import { type Given, sessionColumns, sessionStatement, viewer } from '#platform/database/session-statement.ts';
import { invalid, lacksRight } from '#platform/errors/errors.ts';
import { directPrefix } from '#platform/realtime/realtime.ts';
import { messageIdOf } from './messages.rules.ts';
import { isClosedTo, isRequestTo } from './requests.access.ts';
import { inPair, otherInPair, type RoomKind } from './room.kind.ts';
import { mustBeCounted } from './strangers.access.ts';
import { countStranger, explainLimit } from './strangers.service.ts';

const prefix = 'conversation:';

export const apart = "You can't message each other.";
export const turnedAway = "They don't take messages from people they haven't talked to.";
const isAwayNow =
  "They've deactivated their account for now. You can still read the messages, and write again once they're back.";
const youBlocked = 'You blocked this person. Unblock them to message each other.';
const otherIsGone = 'This account was deleted. You can still read the messages, but nobody would get a new one.';

/** Why nobody can write in a conversation of the caller's; no row for other people's. */
const closedStatement = sessionStatement('rooms-closed-conversation', (db, { id }: Given<{ id: string }>) => {
  const room = row('rooms');
  const other = otherInPair(room, viewer);
  return db
    .selectFrom('session')
    .innerJoin('room_members as own', (join) =>
      join.on('own.room_id', '=', id).onRef('own.user_id', '=', 'session.user_id'),
    )
    .innerJoin('rooms', 'rooms.id', 'own.room_id')
    .select([
      ...sessionColumns,
      fact(eb(room.pair, 'is', null)).as('gone'),
      fact(not(notApart(viewer, other))).as('apart'),
      fact(isAway(other)).as('away'),
      fact(and(eb(room.last_id, '=', eb.lit(0)), isClosedTo(other))).as('closed'),
      fact(hiddenFrom(viewer, other)).as('blocked'),
    ]);
});

/** A conversation of two people. */
export const conversation: RoomKind = {
  name: 'conversation',
  hasMembers: true,
  isOfTwo: true,
  mayRead: (_room, member) => eb(member.user_id, 'is not', null),
  people: (room) => room.pair,
  mayWrite: (room, person, newcomersSince) =>
    and(
      eb(person, '=', eb.fn.any(room.pair)),
      together(inPair(room, 1), inPair(room, 2)),
      or(eb(room.last_id, '>', eb.lit(0)), not(isClosedTo(otherInPair(room, person)))),
      not(mustBeCounted(room, person, newcomersSince)),
    ),
  mayMentionEveryone: () => eb.lit(false),
  mayForward: () => eb.lit(true),
  mayPin: () => eb.lit(true),
  oversees: () => eb.lit(false),
  leaving: 'clears',
  isOpen: (room) => and(eb(room.pair, 'is not', null), together(inPair(room, 1), inPair(room, 2))),
  hidesBlocked: false,
  asksFirst: isRequestTo,
  notify: 'all',
  countsAs: 'conversations',
  listsDetails: true,
  nameFor: (room, _member, person) =>
    sql`coalesce((select '@' || users.username from users where users.id = ${otherInPair(room, person)}), 'a deleted account')`,
  view: ({ request, away, apart: isApart, blocked, newest_system: last_message_system }) => ({
    ...(request && { request }),
    ...(last_message_system && { last_message_system }),
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
    const closed = await closedStatement(platform.db.reads, tokenHash, { id: roomId });
    if (closed?.gone) return invalid(otherIsGone);
    if (closed?.away) return invalid(isAwayNow);
    if (closed?.apart) return lacksRight(closed.blocked ? youBlocked : apart);
    if (closed?.closed) return lacksRight(turnedAway);
    return await explainLimit(platform, tokenHash, roomId);
  },
};
