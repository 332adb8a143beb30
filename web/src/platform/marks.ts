import { useSyncExternalStore } from 'react';

/** What's unread, as far as this page knows. Every badge and the page title are based on it. */
export interface Marks {
  /** Unread notifications. */
  readonly notifications: number;
  /** Conversations with unread messages. */
  readonly conversations: number;
  /** Channels with unread messages, by community id. */
  readonly channels: ReadonlyMap<string, number>;
}

let marks: Marks = { notifications: 0, conversations: 0, channels: new Map() };
const listeners = new Set<() => void>();

/** Updates part of it. */
export function setMarks(change: Partial<Marks>): void {
  marks = { ...marks, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useMarks(): Marks {
  return useSyncExternalStore(subscribe, () => marks);
}
