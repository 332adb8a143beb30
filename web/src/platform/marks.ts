import { useSyncExternalStore } from 'react';

/** What waits for the person, as far as this page has heard. Every badge and the title of the page are made of it. */
export interface Marks {
  /** Conversations with something new. */
  readonly conversations: number;
  /** Channels with something new, by the id of their community. */
  readonly channels: ReadonlyMap<string, number>;
}

let marks: Marks = { conversations: 0, channels: new Map() };
const listeners = new Set<() => void>();

/** Says what has changed of it. */
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
