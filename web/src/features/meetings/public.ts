export { CallButton } from '#features/meetings/CallButton.tsx';
export { CallHost } from '#features/meetings/CallHost.tsx';
export { JoinRoom } from '#features/meetings/JoinRoom.tsx';
export { MeetingPage } from '#features/meetings/Meeting.tsx';
export { MeetingLanding } from '#features/meetings/MeetingLanding.tsx';
