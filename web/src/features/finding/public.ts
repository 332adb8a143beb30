export { Finding } from '#features/finding/Finding.tsx';
export { SavedMessages } from '#features/finding/SavedMessages.tsx';
export { loadSavedPosts } from '#features/finding/saved.data.ts';
