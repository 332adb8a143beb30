import { ApiError } from '#platform/errors.ts';
import { createStore, useStore } from '#platform/store.ts';

/** Milliseconds for which a notice stays. */
const shownFor = 8_000;

const notice = createStore<string | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

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
  notice.set(text);
  timer = setTimeout(() => notice.set(null), shownFor);
}

/** The current notice about something that didn't reach the server; null if there is none. */
export const useUnsent = (): string | null => useStore(notice);
