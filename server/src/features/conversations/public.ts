/** The parts of conversations that other features may use. */

export { placesOfConversations } from './archive.queries.ts';
export { inListWith } from './conversations.access.ts';
export { conversationRooms } from './conversations.queries.ts';
export { changeableChats } from './conversations.service.ts';
export { explainableChats } from './explain.service.ts';
export { groupRooms } from './groups.queries.ts';
export { changeableGroups } from './groups.service.ts';
export { conversationNotify, tellingOfConversations, tellingOfGroups, unreadConversations } from './unread.access.ts';
