/** What other features may use from channels. */

export { channelIdsOf, channelRooms } from './channels.queries.ts';
export { changeableChannels } from './channels.realtime.ts';
export { explainableChannels } from './explain.service.ts';
export { channelNotify, channelStates, mostCounted, tellingOfChannels, unreadChannels } from './unread.access.ts';
