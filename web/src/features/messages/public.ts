export { ConnectionNotice } from '#features/messages/ConnectionNotice.tsx';
export { FileDrop } from '#features/messages/FileDrop.tsx';
export { stopForward, useForwarding } from '#features/messages/forwarding.ts';
export { HeldPictures } from '#features/messages/held-pictures.ts';
export { MessageAtLink } from '#features/messages/MessageAtLink.tsx';
export { MessageComposer } from '#features/messages/MessageComposer.tsx';
export { excerptText, MessageExcerpt } from '#features/messages/MessageExcerpt.tsx';
export { MessageTimeline } from '#features/messages/MessageTimeline.tsx';
export { MutedMark } from '#features/messages/MutedMark.tsx';
export { messageLabel, messagePlace, repliesText, roomLabel, roomPlace } from '#features/messages/message-place.ts';
export {
  followedThreadsOptions,
  readKey,
  refreshThreads,
  setFollowing,
  setSaved,
  threadOptions,
} from '#features/messages/messages.data.ts';
export { PinsDialog, pinsAction } from '#features/messages/pins.ts';
export { type RoomAction, RoomActions } from '#features/messages/RoomActions.tsx';
export { RoomSearchButton } from '#features/messages/RoomSearchButton.tsx';
export { RootMessage } from '#features/messages/RootMessage.tsx';
export { notifyItem, RoomNotifyDialog } from '#features/messages/room-notify-item.ts';
export { storeAhead } from '#features/messages/stored-messages.ts';
export { systemText } from '#features/messages/system.rules.ts';
export { TypingNotice } from '#features/messages/TypingNotice.tsx';
export type { UnreadRange } from '#features/messages/timeline.rules.ts';
export type { Room } from '#features/messages/timeline.ts';
export { forgetRoom } from '#features/messages/timelines.ts';
