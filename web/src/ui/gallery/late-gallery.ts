import { lateOverlay } from '#ui/late/late.tsx';

/** Pictures in full size over everything; its code loads on demand. */
export const LateGallery = lateOverlay(async () => (await import('#ui/gallery/Gallery.tsx')).Gallery, 'The picture');
