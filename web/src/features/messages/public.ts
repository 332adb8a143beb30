export { ConnectionNotice } from '#features/messages/ConnectionNotice.tsx';
export { chooseImage } from '#features/messages/draft-images.ts';
export { MessageComposer } from '#features/messages/MessageComposer.tsx';
export { MessageTimeline } from '#features/messages/MessageTimeline.tsx';
export type { Draft, Room } from '#features/messages/timeline.ts';
export { forgetRoom, timelineOf } from '#features/messages/timelines.ts';
