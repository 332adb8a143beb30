import { lateOverlay } from '#ui/late/late.tsx';

export const LateNewChannelDialog = lateOverlay(
  async () => (await import('#features/channels/NewChannelDialog.tsx')).default,
  'The form',
);
