export { CallButton } from '#features/meetings/CallButton.tsx';
export { CallHost } from '#features/meetings/CallHost.tsx';
export { startCall } from '#features/meetings/calls.data.ts';
export { JoinRoom } from '#features/meetings/JoinRoom.tsx';
export { MeetingPage } from '#features/meetings/Meeting.tsx';
export { MeetingLanding } from '#features/meetings/MeetingLanding.tsx';
export { openCall } from '#features/meetings/open-call.ts';
