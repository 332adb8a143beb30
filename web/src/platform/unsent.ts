import { useSyncExternalStore } from 'react';
import { ApiError } from '#platform/errors.ts';

/** Milliseconds that a note stays. */
const shownFor = 8_000;

let note: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: string | null): void {
  note = next;
  for (const listener of listeners) listener();
}

/**
 * The sentence for something that a person did and that did not reach the server; null when the server did answer.
 * @param undone what follows from it: "your vote wasn't saved"
 */
export function unsentText(error: unknown, undone: string): string | null {
  if (!(error instanceof ApiError && error.isOffline)) return null;
  return `${navigator.onLine ? "Hubbub can't be reached" : "You're offline"}, so ${undone}.`;
}

/** Says at the bottom of every page, for a few seconds, what did not reach the server. */
export function showUnsent(text: string): void {
  clearTimeout(timer);
  change(text);
  timer = setTimeout(() => change(null), shownFor);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What did not reach the server a moment ago; null when there's nothing to say. */
export function useUnsent(): string | null {
  return useSyncExternalStore(subscribe, () => note);
}
