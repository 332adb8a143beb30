import { useSyncExternalStore } from 'react';
import { ApiError } from '#platform/errors.ts';

/** Milliseconds for which a notice stays. */
const shownFor = 8_000;

let notice: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: string | null): void {
  notice = next;
  for (const listener of listeners) listener();
}

/**
 * The sentence for an action that didn't reach the server; null if the server did answer.
 * @param undone the consequence: "your vote wasn't saved"
 */
export function offlineNotice(error: unknown, undone: string): string | null {
  if (!(error instanceof ApiError && error.isOffline)) return null;
  return `${navigator.onLine ? "Hubbub can't be reached" : "You're offline"}, so ${undone}.`;
}

/** Shows, at the bottom of every page and for a few seconds, what didn't reach the server. */
export function showOfflineNotice(text: string): void {
  clearTimeout(timer);
  change(text);
  timer = setTimeout(() => change(null), shownFor);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current notice about something that didn't reach the server; null if there is none. */
export function useUnsent(): string | null {
  return useSyncExternalStore(subscribe, () => notice);
}
