import { useSyncExternalStore } from 'react';
import { onUserChange } from '#platform/session.ts';

/** What's unread, as far as this page knows: what GET /v1/unread said, and events since. Every badge and the page title are based on it. */
export interface Marks {
  /** Unread notifications. */
  readonly notifications: number;
  /** Conversations with unread messages. */
  readonly conversations: number;
  /** Channels with unread messages, by community id. */
  readonly channels: ReadonlyMap<string, number>;
  /** Followed threads with unread replies. */
  readonly threads: number;
}

export const noMarks: Marks = { notifications: 0, conversations: 0, channels: new Map(), threads: 0 };

let marks = noMarks;
const listeners = new Set<() => void>();

const owner = onUserChange(() => setMarks(noMarks));

export function setMarks(known: Marks): void {
  owner();
  marks = known;
  for (const listener of listeners) listener();
}

export const currentMarks = (): Marks => marks;

export function subscribeToMarks(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useMarks(): Marks {
  return useSyncExternalStore(
    subscribeToMarks,
    () => marks,
    () => marks,
  );
}
