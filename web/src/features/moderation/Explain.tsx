import { lateOverlay } from '#ui/late/late.tsx';

/** "Why can't Kwame see #keys?" Its code loads on demand. */
export const ExplainDialog = lateOverlay(
  async () => (await import('#features/moderation/ExplainForm.tsx')).default,
  'The form',
);
