import { useSyncExternalStore } from 'react';

/** `system`: as the browser's own data saver says, where it has one. */
export type DataSaver = 'system' | 'on' | 'off';

const key = 'data-saver';
const listeners = new Set<() => void>();

/** Not every browser says how the person is connected. */
function connection(): (EventTarget & { saveData?: boolean }) | undefined {
  return (navigator as Navigator & { connection?: EventTarget & { saveData?: boolean } }).connection;
}

/** What was chosen for this device. */
function dataSaver(): DataSaver {
  try {
    const value = localStorage.getItem(key);
    return value === 'on' || value === 'off' ? value : 'system';
  } catch {
    return 'system';
  }
}

/** Whether pictures, videos and sounds load only when they're tapped, and nothing is fetched ahead. */
export function savesData(): boolean {
  const chosen = dataSaver();
  return chosen === 'system' ? connection()?.saveData === true : chosen === 'on';
}

/** Chooses for this device, in every tab. */
export function setDataSaver(chosen: DataSaver): void {
  try {
    if (chosen === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, chosen);
  } catch {
    // Storage is blocked, so the choice can't be saved.
  }
  announce();
}

function announce(): void {
  for (const listener of listeners) listener();
}

/** Every picture on a page follows it, so the browser is listened to once. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', announce);
    connection()?.addEventListener?.('change', announce);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', announce);
    connection()?.removeEventListener?.('change', announce);
  };
}

export function useDataSaver(): DataSaver {
  return useSyncExternalStore(subscribe, dataSaver);
}

/** `savesData`, as it changes. */
export function useSavesData(): boolean {
  return useSyncExternalStore(subscribe, savesData);
}
