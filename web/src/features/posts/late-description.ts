import { lateOverlay } from '#ui/late/late.tsx';

/** What an author says a file shows; its code loads on demand. */
export const LateDescription = lateOverlay(
  async () => (await import('#features/posts/Description.tsx')).Description,
  'The description',
);
