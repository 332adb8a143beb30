import { useEffect } from 'react';
import { closePalette, openPalette, usePaletteOpen } from '#features/search/public.ts';
import { LoadFailureCard, late } from '#ui/late/late.tsx';

const AppPalette = late(async () => (await import('#app/shell/AppPalette.tsx')).default, {
  name: 'The palette',
  failed: (failure, { onClose }: { onClose: () => void }) => <LoadFailureCard failure={failure} onClose={onClose} />,
});

/** Ctrl K or ⌘ K opens the palette on every page, also from a field. Nothing of it is loaded before. */
export function PaletteHost() {
  const isOpen = usePaletteOpen();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey || isComposing) return;
      // A dialog that's open comes first: it may have something that would be lost.
      if (document.querySelector('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]')) return;
      event.preventDefault();
      openPalette();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  useEffect(() => closePalette, []);
  return isOpen && <AppPalette onClose={closePalette} />;
}
