/** What other features may use from channels. */

export { placesOfChannels } from './archive.queries.ts';
export { channelIdsOf, channelRooms } from './channels.queries.ts';
export { changeableChannels } from './channels.realtime.ts';
export { explainableChannels } from './explain.service.ts';
export {
  channelNotify,
  channelStates,
  countedAtOnce,
  firstAfter,
  heardChannels,
  hidesSenders,
  mentionsAfter,
  mostCounted,
  tellingOfChannels,
} from './unread.access.ts';
