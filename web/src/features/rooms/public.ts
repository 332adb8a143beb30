export { ConnectionNotice } from '#features/rooms/ConnectionNotice.tsx';
export { FileDrop } from '#features/rooms/FileDrop.tsx';
export { FlatMessage } from '#features/rooms/FlatMessage.tsx';
export { stopForward, useForwarding } from '#features/rooms/forwarding.ts';
export { GroupBubble } from '#features/rooms/GroupBubble.tsx';
export { HeldPictures } from '#features/rooms/held-pictures.ts';
export { MessageAtLink } from '#features/rooms/MessageAtLink.tsx';
export { MessageBubble } from '#features/rooms/MessageBubble.tsx';
export { MessageComposer } from '#features/rooms/MessageComposer.tsx';
export { MessageExcerpt } from '#features/rooms/MessageExcerpt.tsx';
export { MessageTimeline } from '#features/rooms/MessageTimeline.tsx';
export { MutedMark } from '#features/rooms/MutedMark.tsx';
export { messageLabel, messagePath, repliesText, roomLabel, roomPath } from '#features/rooms/message-path.ts';
export {
  followedThreadsOptions,
  readKey,
  refreshThreads,
  threadOptions,
  useFollowThread,
  useSaveMessage,
} from '#features/rooms/messages.data.ts';
export { PinsDialog, pinsAction } from '#features/rooms/pins.ts';
export { excerptText } from '#features/rooms/Quote.tsx';
export { type RoomAction, RoomActions } from '#features/rooms/RoomActions.tsx';
export { RoomSearchButton } from '#features/rooms/RoomSearchButton.tsx';
export { RootMessage } from '#features/rooms/RootMessage.tsx';
export { notifyItem, RoomNotifyDialog } from '#features/rooms/room-notify-item.ts';
export { storeAhead } from '#features/rooms/stored-messages.ts';
export { systemText } from '#features/rooms/system.rules.ts';
export { TypingNotice } from '#features/rooms/TypingNotice.tsx';
export type { UnreadRange } from '#features/rooms/timeline.rules.ts';
export type { Room } from '#features/rooms/timeline.ts';
export { forgetRoom } from '#features/rooms/timelines.ts';
