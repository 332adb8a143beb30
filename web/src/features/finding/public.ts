export { Finding } from '#features/finding/Finding.tsx';
export { Palette } from '#features/finding/Palette.tsx';
export { closePalette, openPalette, usePaletteOpen } from '#features/finding/palette.ts';
export { SavedMessages } from '#features/finding/SavedMessages.tsx';
export { loadSavedPosts } from '#features/finding/saved.data.ts';
