/** Converts pictures before an upload; its code loads when the first one is chosen. */
export const loadPrepareMedia = () => import('#features/posts/prepare-media.ts');
