import { useEffect, useSyncExternalStore } from 'react';
import { onUserChange } from '#platform/session.ts';
import { onConnectionChange, onServerEvent } from '#platform/socket.ts';

/** What live events have said since the lists were loaded. */
let live: ReadonlyMap<string, boolean> = new Map();
const listeners = new Set<() => void>();

function set(next: ReadonlyMap<string, boolean>): void {
  live = next;
  for (const listener of listeners) listener();
}

/** The next person to log in starts with what their own lists say. */
const currentUser = onUserChange(() => set(new Map()));

let isFollowing = false;
function follow(): void {
  currentUser();
  if (isFollowing) return;
  isFollowing = true;
  onServerEvent('presenceChanged', ({ username, online }) => set(new Map(live).set(username, online)));
  // Lists are fetched again after a lost connection, and know better.
  onConnectionChange(() => live.size > 0 && set(new Map()));
}

/**
 * Whether somebody is online: as the list said that they're in, or as it has changed since.
 * @param loaded null: they don't share that
 */
export function useOnline(username: string, loaded: boolean | null): boolean {
  useEffect(follow, []);
  const changed = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => live.get(username),
  );
  return loaded !== null && (changed ?? loaded);
}
