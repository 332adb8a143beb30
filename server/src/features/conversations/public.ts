/** The parts of conversations that other features may use. */
export { inListWith } from './conversations.access.ts';
export { conversationRooms } from './conversations.queries.ts';
export { changeableChats } from './conversations.service.ts';
export { explainableChats } from './explain.service.ts';
export { conversationNotify, unreadConversations } from './unread.access.ts';
