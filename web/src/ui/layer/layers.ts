import { useEffectEvent, useLayoutEffect } from 'react';

/** Something that floats above the page and that Back closes, like Esc does. */
interface Layer {
  close: () => void;
}

/** The last one is on top. */
let open: readonly Layer[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Layer[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** How many are open. */
export const countLayers = (): number => open.length;

/** Asks all but the lowest `count` to close, from the top. One that has something to lose may stay, and ask first. */
export function closeLayersAbove(count: number): void {
  for (const layer of open.slice(count).reverse()) layer.close();
}

export function subscribeToLayers(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** While it's open, the browser's Back closes this instead of leaving the page. */
export function useLayer(isOpen: boolean, close: () => void): void {
  const onClose = useEffectEvent(close);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const layer: Layer = { close: () => onClose() };
    change([...open, layer]);
    return () => change(open.filter((other) => other !== layer));
  }, [isOpen]);
}
