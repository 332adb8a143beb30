import { useSyncExternalStore } from 'react';
import { onUserChange } from '#platform/session.ts';

/** People blocked or muted on this page, in lower case: what they wrote disappears before anything is fetched again. */
let usernames: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
const owner = onUserChange(() => change(new Set()));

function change(next: ReadonlySet<string>): void {
  usernames = next;
  for (const listener of listeners) listener();
}

export function turnAway(username: string): void {
  owner();
  change(new Set([...usernames, username.toLowerCase()]));
}

export function takeBack(username: string): void {
  owner();
  change(new Set([...usernames].filter((one) => one !== username.toLowerCase())));
}

/** The people whose posts no longer belong in the feed. */
export function useTurnedAway(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => usernames,
  );
}
