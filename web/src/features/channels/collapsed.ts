import { useSyncExternalStore } from 'react';
import { readStored, textsIn, writeStored } from '#platform/browser-storage.ts';
import { createListeners } from '#platform/listeners.ts';

const key = 'collapsedCategories';
const listeners = createListeners();

const stored = () => readStored(key);

function subscribe(listener: () => void): () => void {
  const stop = listeners.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    stop();
    window.removeEventListener('storage', listener);
  };
}

const nameOf = (communityId: string, category: string) => `${communityId} ${category}`;

/** Which of a community's categories are collapsed in this browser, and a way to change that. */
export function useCollapsed(communityId: string) {
  const all = textsIn(useSyncExternalStore(subscribe, stored));
  return {
    isCollapsed: (category: string) => all.includes(nameOf(communityId, category)),
    toggle(category: string) {
      const name = nameOf(communityId, category);
      const others = textsIn(stored()).filter((one) => one !== name);
      const next = all.includes(name) ? others : [...others, name];
      writeStored(key, JSON.stringify(next));
      listeners.notify();
    },
  };
}
