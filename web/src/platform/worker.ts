import { logError } from '#platform/log.ts';
import { createStore, useStore } from '#platform/store.ts';

/** How often a page that stays open looks for a new version, in ms. */
const lookEvery = 60 * 60 * 1000;

const waiting = createStore<ServiceWorker | undefined>(undefined);

/** Whether a new version of the app is ready. */
export const useNewVersion = (): boolean => useStore(waiting) !== undefined;

/** Loads the page again with the new version. */
export function takeOver(): void {
  globalThis.navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.state()?.postMessage('take over');
}

/** Offers versions that come while the page is open; the first one is there already. */
function watch(registration: ServiceWorkerRegistration): void {
  const { serviceWorker } = globalThis.navigator;
  if (registration.waiting && serviceWorker.controller) waiting.set(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && serviceWorker.controller) waiting.set(worker);
    });
  });
  setInterval(() => void registration.update().catch(() => undefined), lookEvery);
}

/** Closes what the worker has shown with a tag: it's been dealt with here. */
export async function closeShown(tag: string): Promise<void> {
  const registration = await globalThis.navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications({ tag })) ?? []) shown.close();
}

/** Whether the worker has shown something that nobody has closed. */
export async function isAnythingShown(): Promise<boolean> {
  const registration = await globalThis.navigator.serviceWorker?.getRegistration();
  return ((await registration?.getNotifications?.()) ?? []).length > 0;
}

/** Shows a number on the app's icon; 0: none. Not every browser has it, and some only for installed apps. */
export function showBadge(total: number): void {
  const { navigator } = globalThis;
  const shown = total > 0 ? navigator.setAppBadge?.(total) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
}

/** Starts the app's worker, which shows pushes and takes what's shared. Where a browser has none, everything else works. */
export async function startWorker(): Promise<void> {
  const { serviceWorker } = globalThis.navigator;
  if (serviceWorker === undefined || import.meta.env.DEV) return;
  try {
    watch(await serviceWorker.register('/worker.js'));
  } catch (error) {
    logError("Couldn't start the app's worker", error);
  }
}
