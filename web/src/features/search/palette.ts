import { createStore, useStore } from '#platform/store.ts';

const isOpen = createStore(false);

/** Opens the palette, on whichever page it's called. */
export const openPalette = (): void => isOpen.set(true);
export const closePalette = (): void => isOpen.set(false);

export const usePaletteOpen = (): boolean => useStore(isOpen);
