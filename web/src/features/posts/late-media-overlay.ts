import { lateOverlay } from '#ui/late/late.tsx';

/** A picture in full size over everything; its code loads on demand. */
export const LateMediaOverlay = lateOverlay(
  async () => (await import('#features/posts/MediaOverlay.tsx')).MediaOverlay,
  'The picture',
);

/** What an author says a file shows; its code loads on demand. */
export const LateDescription = lateOverlay(
  async () => (await import('#features/posts/Description.tsx')).Description,
  'The description',
);
