export { Palette } from '#features/search/Palette.tsx';
export { closePalette, openPalette, usePaletteOpen } from '#features/search/palette.ts';
export { SavedMessages } from '#features/search/SavedMessages.tsx';
export { SearchPanel } from '#features/search/SearchPanel.tsx';
export { loadSavedPosts } from '#features/search/saved.data.ts';
