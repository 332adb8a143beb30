import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { sql } from 'kysely';
import { call, eb } from '#platform/database/expressions.ts';
import { groupsPrefix } from '#platform/realtime/realtime.ts';
import { messageIdOf } from './messages.rules.ts';
import type { RoomKind } from './room.kind.ts';

const prefix = 'group:';

/** A group of up to 32 people: they all read and write, each from when they joined. */
export const group: RoomKind = {
  name: 'group',
  hasMembers: true,
  mayRead: (_room, member) => eb(member.user_id, 'is not', null),
  people: (room) => call('people_in', room.id),
  mayWrite: (room, person) => eb(person, '=', eb.fn.any(room.people)),
  mayMentionEveryone: () => eb.lit(false),
  mayForward: () => eb.lit(true),
  mayPin: () => eb.lit(true),
  oversees: () => eb.lit(false),
  leaving: 'ends',
  isOpen: () => eb.lit(true),
  hidesBlocked: true,
  notify: 'all',
  countsAs: 'conversations',
  nameFor: (room, member) =>
    sql`case when ${member.user_id} is null then 'a group that you''re not in anymore' else coalesce('the group ' || ${room.name}, 'a group') end`,
  view: ({ name, picture_path: profile_path, newest_system: last_message_system }) => ({
    is_group: true,
    name,
    profile_path: profile_path ?? defaultProfilePath,
    last_message_system,
  }),
  prefix,
  lookingPrefix: groupsPrefix,
  showsTyping: 'where-shown',

  deliver(realtime, { people, roomId, payload, senderId, quotes }, order) {
    realtime.toMembers(people, prefix + roomId, 'receiveMessage', payload, order, senderId, { quotes });
  },
  announce(realtime, { people, roomId, payload, senderId, quotes, except }) {
    realtime.toMembers(people, prefix + roomId, 'messageChanged', payload, undefined, senderId, { quotes, except });
  },
  tell: (realtime, userIds, event, payload) => realtime.toMembers(userIds, undefined, event, payload),
  tellRead(realtime, userId, { roomId: conversation, unread, lastId }) {
    const last_message_id = lastId === 0 ? null : messageIdOf(lastId);
    realtime.toMembers([userId], undefined, 'conversationChanged', {
      conversation,
      changed: 'read',
      unread,
      last_message_id,
    });
  },
};
