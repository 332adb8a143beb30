export { ConnectionNotice } from '#features/messages/ConnectionNotice.tsx';
export { ImageDrop } from '#features/messages/ImageDrop.tsx';
export { MessageComposer } from '#features/messages/MessageComposer.tsx';
export { MessageTimeline } from '#features/messages/MessageTimeline.tsx';
export type { UnreadRange } from '#features/messages/timeline.rules.ts';
export type { Room } from '#features/messages/timeline.ts';
export { forgetRoom, resumeOutbox } from '#features/messages/timelines.ts';
