import { useEffect } from 'react';

/** Pixels at the bottom of the window that a keyboard covers. */
function coveredBelow(viewport: VisualViewport): number {
  // Two fingers that zoom make it smaller, too.
  if (viewport.scale > 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop));
}

/**
 * Sets `--keyboard-inset`, by which full pages and dialogs end above the keyboard. It's zero where the window itself becomes smaller,
 * as `interactive-widget=resizes-content` asks for; Safari doesn't know that.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const { visualViewport: viewport } = window;
    if (!viewport) return undefined;
    const { style } = document.documentElement;
    const update = () => {
      const covered = coveredBelow(viewport);
      if (covered > 0) style.setProperty('--keyboard-inset', `${covered}px`);
      else style.removeProperty('--keyboard-inset');
    };
    update();
    const changes = ['resize', 'scroll'] as const;
    for (const change of changes) viewport.addEventListener(change, update);
    return () => {
      for (const change of changes) viewport.removeEventListener(change, update);
      style.removeProperty('--keyboard-inset');
    };
  }, []);
}
