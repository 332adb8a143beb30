/**
 * What other features may use from rooms: conversations, groups and channels are all rooms. Each kind defines in one file who reads and
 * writes and whose sockets get what (room.kind.ts), and is registered in kinds.kind.ts; all other code asks the room.
 */
import type {} from './rooms.events.ts';
import type {} from './rooms.realtime.ts';

export { namesOfRooms, ownMessageReactions, ownMessages, ownRoomNotify } from './archive.queries.ts';
export { comeIntoLists, findCallable } from './callable.queries.ts';
export { noMessage } from './changes.service.ts';
export { mayUse, skipsSlowMode } from './channel.kind.ts';
export { apart, turnedAway } from './conversation.kind.ts';
export { explainableMessages } from './explain.service.ts';
export { readRoom } from './history.service.ts';
export { kindOf } from './kinds.kind.ts';
export { forgetAbout, type LineRow } from './lines.queries.ts';
export { keepLine, type StoredLine, sendLine, storeLine } from './lines.service.ts';
export { readList, readOne } from './list.queries.ts';
export { messageIdOf, messageNumber } from './messages.rules.ts';
export { reportableMessages } from './removal.service.ts';
export { isClosedTo, isRequestTo } from './requests.access.ts';
export type { MessagesFrom } from './requests.rules.ts';
export { pairOf, type RoomKind } from './room.kind.ts';
export {
  countAfter,
  counts,
  countsThere,
  followers,
  hasRequestFrom,
  haveTalked,
  inListWith,
  isOpen,
  markIn,
  markOf,
  mentionsOf,
  nameOf,
  notifyOf,
  readable,
  reads,
  tellsOf,
} from './rooms.access.ts';
export {
  findRoom,
  forgetMentionsOf,
  insertRoom,
  listMembers,
  lockRoom,
  type RoomRow,
  updateRoom,
} from './rooms.queries.ts';
export { deleteRooms, noChannel, noConversation, noSuchRoom, type Rooms } from './rooms.service.ts';
export { viewRoom } from './rooms.view.ts';
export { ownMessageBookmarks } from './saved.queries.ts';
export { listSavedMessages } from './saved.service.ts';
export { readsRoom, searchableMessages } from './searchable.queries.ts';
export { anonymizeEverywhere, discardMessages } from './sending.service.ts';
export { isUncounted, listContacts } from './strangers.queries.ts';
export { mayWriteToAnother } from './strangers.rules.ts';
export { withThreads } from './threads.queries.ts';
export { waitIn } from './turns.service.ts';
export { readOwnUnreadRooms, readUnreadIn, readUnreadRooms, type UnreadRoom } from './unread.queries.ts';
export { emitUnread } from './unread.service.ts';
export { forTalking, voice } from './voice.kind.ts';
