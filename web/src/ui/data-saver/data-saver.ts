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
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  connection()?.addEventListener?.('change', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
    connection()?.removeEventListener?.('change', listener);
  };
}

export function useDataSaver(): DataSaver {
  return useSyncExternalStore(subscribe, dataSaver);
}

/** `savesData`, as it changes. */
export function useSavesData(): boolean {
  return useSyncExternalStore(subscribe, savesData);
}
