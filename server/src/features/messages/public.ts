/**
 * What other features may use from messages: a kind of room (channels, conversations) defines in SQL who may write and read, and gets
 * storage, ordered delivery, history and pictures.
 *
 * In `<noun>.queries.ts`, where the SQL is:
 *
 *     export const channelRooms: RoomSql = {
 *       name: 'channels',
 *       // The existing rooms in draft(room_id, user_id, content, client_id, place, …), locked in id order.
 *       lockedRooms: `select channels.id from channels where channels.id in (select draft.room_id from draft)
 *         order by channels.id for no key update`,
 *       // Who may write: a condition on `draft` and `room`.
 *       mayWrite: `exists (select from … where member.user_id = draft.user_id and … = room.id)`,
 *       // What else changes, based on the new messages: added(room_id, id, sender_id, created_at, content, image_path, …).
 *       // It may have several from one room, and an UPDATE changes each row once, so group by room_id first.
 *       changes: [`touched as (update … from (select room_id, max(id) as id, count(*) as number from added group by room_id) news …)`],
 *       // What deliver gets as `extra`, from `room` (all columns of lockedRooms).
 *       extra: `array[room.member_a, room.member_b]`,
 *       // Who may read a room: one row or none; only messages after `since` are visible.
 *       readable: (room) => `select 0::bigint as since where exists (select from … where user_id = session.user_id and id = ${room})`,
 *       // Only where more than two people may be: whose messages are hidden from `session.user_id`.
 *       hidden: (sender) => hiddenFrom('session.user_id', sender),
 *     };
 *
 * In the service or the realtime file, once per process:
 *
 *     const rooms = openRooms(platform, {
 *       sql: channelRooms,
 *       notFoundMessage: 'There is no such channel.',
 *       deliver: ({ roomId, json, order, senderId, quotes }) =>
 *         realtime.toRoom(`channel:${roomId}`, 'receiveMessage', new JsonText(json), order, senderId, { quotes }),
 *     });
 *
 * In the routes:
 *
 *     hotFormRoute(http, calls.sendChannelMessage, { limits: [perPerson('messages')] }, (call) => rooms.send(call));
 *     hotRoute(http, calls.listChannelMessages, { limits: [perPerson('reads')] }, ({ params, query, tokenHash }) =>
 *       rooms.history(tokenHash, { roomId: params.channel_id, ...query }));
 *
 * In app.ts, where `guardPictures` is called, add the kind, or no one will see its pictures; and in `changeableRooms`, or nobody can
 * edit, delete, react to, report and remove its messages.
 *
 * The statements check the session themselves: a kind must trust nothing but `draft.user_id` and `session.user_id`.
 */
import type {} from './messages.realtime.ts';

export type { ChangeableRooms } from './announce.service.ts';
export { ownMessageReactions, ownMessages, ownRoomNotify } from './archive.queries.ts';
export { explainableMessages } from './explain.service.ts';
export { readRoom } from './history.service.ts';
export { systemOf } from './json.queries.ts';
export { forgetAbout, insertLine, type LineRow } from './lines.queries.ts';
export { messageIdOf, messageNumber } from './messages.rules.ts';
export {
  anonymizeEverywhere,
  anonymizeRoom,
  discardMessages,
  openRooms,
  type Rooms,
  type StoredMessage,
  sendTo,
} from './messages.service.ts';
export { type SenderRow, viewSender } from './messages.view.ts';
export { mayMention, mentioning, mentionsOf, nextNotifyEnd, notifyOf, type TellingRooms } from './notify.access.ts';
export { findKind, forgetMentionsOf, storeNotify } from './notify.queries.ts';
export { reportableMessages } from './removal.service.ts';
export { type RoomSql, storedAt } from './rooms.queries.ts';
export type { TypingRooms } from './typing.realtime.ts';
