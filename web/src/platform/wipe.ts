import { deleteAnswersOfOthers } from '#platform/answer-store.ts';
import { logError } from '#platform/log.ts';
import { deleteOldOutboxes } from '#platform/outbox-store.ts';
import { onUserChange, storedUser } from '#platform/session.ts';
import { sharedCache } from '#platform/shared.ts';
import { clearTab } from '#platform/tab-drafts.ts';

/** Caches with what a person shared or has seen; the others hold the app's own files. */
const personalCaches = [sharedCache, 'pictures'];

async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
  await navigator.clearAppBadge?.();
}

/** The server ends pushes with the session. But it may learn of a log-out only later, and mustn't push to the next person until then. */
async function endPushes(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** Deletes what this browser stores of everybody but one person. What they haven't sent and typed waits for them, invisible. */
async function wipe(user: string | undefined): Promise<void> {
  const parts: (() => Promise<unknown>)[] = [closeNotifications];
  if (user === undefined) parts.push(endPushes);
  if ('caches' in globalThis) parts.push(...personalCaches.map((name) => async () => await caches.delete(name)));
  if (typeof indexedDB !== 'undefined')
    parts.push(
      () => deleteAnswersOfOthers(user),
      () => deleteOldOutboxes(user),
    );
  // If one part fails, the others are deleted all the same.
  for (const result of await Promise.allSettled(parts.map((part) => part())))
    if (result.status === 'rejected') logError("Couldn't delete what was stored", result.reason);
}

/** A page that was drawn for somebody else. */
function startOver(): void {
  document.body.replaceChildren();
  location.reload();
}

/**
 * Leaves nothing of a person in this browser once their session is over, wherever it ended, and whatever is left from a page that closed
 * too soon.
 */
export function wipeAfterSessions(): void {
  let shown: string | undefined;
  // A tab that slept learns of a log-out only when somebody else has logged in, so nothing leads it to log-in.
  window.addEventListener('storage', () => {
    const user = storedUser()?.user_id;
    if (shown !== undefined && user !== undefined && user !== shown) startOver();
  });
  const current = onUserChange((user) => {
    if (shown !== undefined) {
      clearTab();
      void wipe(user);
    }
    shown = user;
  });
  if (current() === undefined) void wipe(undefined);
  // A page that the browser froze has missed all events since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && storedUser()?.user_id !== shown) startOver();
  });
}
