import { useEffect, useSyncExternalStore } from 'react';
import { onUserChange } from '#platform/session.ts';
import { onConnectionChange, onServerEvent } from '#platform/socket.ts';
import { createStore } from '#platform/store.ts';

/** What live events have said since the lists were loaded. */
const live = createStore<ReadonlyMap<string, boolean>>(new Map());

/** The next person to log in starts with what their own lists say. */
const currentUser = onUserChange(() => live.set(new Map()));

let isFollowing = false;
function follow(): void {
  currentUser();
  if (isFollowing) return;
  isFollowing = true;
  onServerEvent('presenceChanged', ({ username, online }) => live.set(new Map(live.state()).set(username, online)));
  // Lists are fetched again after a lost connection, and know better.
  onConnectionChange(() => live.state().size > 0 && live.set(new Map()));
}

/**
 * Whether somebody is online: as the list said that they're in, or as it has changed since.
 * @param loaded null: they don't share that
 */
export function useOnline(username: string, loaded: boolean | null): boolean {
  useEffect(follow, []);
  const changed = useSyncExternalStore(live.subscribe, () => live.state().get(username));
  return loaded !== null && (changed ?? loaded);
}
