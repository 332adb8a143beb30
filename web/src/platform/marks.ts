import { useSyncExternalStore } from 'react';

let unread = 0;
const listeners = new Set<() => void>();

/** Says how many conversations have something new, for the marks of the navigation. */
export function setUnreadMark(count: number): void {
  if (count === unread) return;
  unread = count;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How many conversations have something new, as far as this page has heard. */
export function useUnreadMark(): number {
  return useSyncExternalStore(subscribe, () => unread);
}
