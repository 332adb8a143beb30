import { lateOverlay } from '#ui/late/late.tsx';

/** Records a voice message; its code loads when a person first wants to. */
export const LateVoiceRecorder = lateOverlay(
  async () => (await import('#features/rooms/VoiceRecorder.tsx')).VoiceRecorder,
  'Recording',
);
