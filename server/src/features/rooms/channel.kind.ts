import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { sql } from 'kysely';
import { type Condition, eb, exists, type Id, not, or, type Row } from '#platform/database/expressions.ts';
import { lacksRight } from '#platform/errors/errors.ts';
import { messageIdOf } from './messages.rules.ts';
import type { RoomKind } from './room.kind.ts';

const prefix = 'channel:';
const banning: Permission = 'ban:users';
const editing: Permission = 'community:edit';
const managing: Permission = 'channel:create';
const noRole = "You don't have a role that can use this channel. Ask the people who run this community for one.";

/** A person's roles in a channel's community. */
const heldIn = (room: Row<'rooms'>, person: Id) =>
  eb
    .selectFrom('community_role_holders as held')
    .where('held.community_id', '=', room.community_id)
    .where('held.user_id', '=', person);

/** Whether a person holds one of a channel's roles: `mayUseChannel` from the rules. */
export const mayUse = (room: Row<'rooms'>, person: Id): Condition =>
  exists(heldIn(room, person).where('held.role_id', '=', eb.fn.any(room.roles)));

/** Whether a person holds one of these permissions in a channel's community. */
const holds = (permissions: readonly Permission[], room: Row<'rooms'>, person: Id): Condition =>
  exists(
    heldIn(room, person)
      .innerJoin('community_roles as given', 'given.id', 'held.role_id')
      .where('given.permissions', '&&', sql<Permission[]>`array[${sql.join(permissions.map((one) => sql.lit(one)))}]`),
  );

/** Whether a person may write in a channel without waiting, whatever its slow mode. */
export const skipsSlowMode = (room: Row<'rooms'>, person: Id): Condition =>
  holds([banning, managing, editing], room, person);

/** Whether a channel's community is private. */
const isPrivate = (room: Row<'rooms'>): Condition =>
  exists(
    eb
      .selectFrom('communities as place')
      .where('place.id', '=', room.community_id)
      .where('place.visibility', '=', sql.lit('private')),
  );

/** A community's channel: members with one of its roles read and write in it. */
export const channel: RoomKind = {
  name: 'channel',
  hasThreads: true,
  hasMembers: false,
  mayRead: (room, _member, person) => mayUse(room, person),
  people: () => sql`null::uuid[]`,
  mayWrite: (room, person) => mayUse(room, person),
  skipsSlowMode,
  mayMentionEveryone: (room, person) => holds([editing], room, person),
  mayForward: (room, person) => or(not(isPrivate(room)), holds([editing], room, person)),
  mayPin: (room, person) => holds([banning, managing], room, person),
  oversees: (room, person) => holds([banning], room, person),
  isOpen: () => eb.lit(true),
  hidesBlocked: true,
  notify: 'mentions',
  countsAs: 'channels',
  nameFor: (room, _member, person) =>
    sql`case when ${mayUse(room, person)} then (select '#' || ${room.name} || ' in ' || communities.handle
      from communities where communities.id = ${room.community_id}) else 'a channel that you don''t see anymore' end`,
  prefix,
  showsTyping: 'where-shown',

  deliver(realtime, { roomId, payload, senderId, quotes }, order) {
    realtime.toRoom(prefix + roomId, 'receiveMessage', payload, order, senderId, { quotes });
  },
  announce(realtime, { roomId, payload, senderId, quotes, except }) {
    realtime.toRoom(prefix + roomId, 'messageChanged', payload, undefined, senderId, { quotes, except });
  },
  hasSubscribers: (realtime, roomId) => realtime.hasSubscribers(prefix + roomId),
  tell: (realtime, userIds, event, payload) => realtime.toUsers(userIds, event, payload),
  tellRead: (realtime, userId, { roomId, readId }) =>
    realtime.toUsers([userId], 'channelRead', { channel_id: roomId, read_id: messageIdOf(readId) }),
  explainRefusal: () => Promise.resolve(lacksRight({ permission: noRole })),
};
