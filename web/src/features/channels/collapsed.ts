import { useSyncExternalStore } from 'react';

const key = 'collapsedCategories';
const listeners = new Set<() => void>();

function stored(): string {
  try {
    return localStorage.getItem(key) ?? '[]';
  } catch {
    return '[]';
  }
}

function read(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const nameOf = (communityId: string, category: string) => `${communityId} ${category}`;

/** Which of a community's categories are collapsed in this browser, and a way to change that. */
export function useCollapsed(communityId: string) {
  const all = read(useSyncExternalStore(subscribe, stored));
  return {
    isCollapsed: (category: string) => all.includes(nameOf(communityId, category)),
    toggle(category: string) {
      const name = nameOf(communityId, category);
      const others = read(stored()).filter((one) => one !== name);
      const next = all.includes(name) ? others : [...others, name];
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage is blocked, so it stays as it is.
      }
      for (const listener of listeners) listener();
    },
  };
}
