/**
 * The app's service worker: it shows what's pushed while no page is open, takes what a phone shares, sends what
 * was done offline, and opens the app offline. `vite-plugin-pwa` builds it apart from the app, as `/worker.js`.
 */

import { windowFor } from './offline.rules.ts';
import { answerOffline, appOf, deleteOldApps, type Listed, storeApp } from './offline.ts';
import { callOf, type PushPayload, placeOf, type ShownData, shownOf, unreadable } from './pushes.rules.ts';
import { type Renewal, renewPushes } from './renewing.ts';
import { sendOutbox } from './sending.ts';
import { keepShared } from './sharing.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: readonly Listed[] };

const app = appOf(self.__WB_MANIFEST);

// A new version waits until a page says so: what people are typing isn't interrupted.
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});
self.addEventListener('install', (event) => event.waitUntil(storeApp(app)));
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), deleteOldApps(), self.registration.navigationPreload?.enable()])),
);

function read(data: PushMessageData | null): PushPayload {
  try {
    return (data?.json() as PushPayload | undefined) ?? unreadable;
  } catch {
    return unreadable;
  }
}

async function show(payload: PushPayload): Promise<void> {
  const { title, options } = shownOf(payload);
  const closed = new Set(payload.hubbub.closed);
  for (const shown of closed.size > 0 ? await self.registration.getNotifications() : [])
    if (closed.has(shown.tag)) shown.close();
  await self.registration.showNotification(title, options);
  // Not every browser has it, and some only for installed apps.
  await (payload.app_badge > 0 ? navigator.setAppBadge?.(payload.app_badge) : navigator.clearAppBadge?.())?.catch(
    () => undefined,
  );
}

self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))));

// If it can't be told, the server forgets the address once nothing reaches it, and the settings say that pushes are off.
self.addEventListener('pushsubscriptionchange', (event) => {
  const { pushManager } = self.registration;
  (event as ExtendableEvent).waitUntil(renewPushes(pushManager, event as unknown as Renewal).catch(() => undefined));
});

// Background Sync, which the types don't have: there's a connection again. Everything works without it once the app is opened.
self.addEventListener('sync', (event) => (event as ExtendableEvent).waitUntil(sendOutbox()));

/** Opens a place in a window that shows the app, or in a new one. */
async function open(place: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' });
  const first = windowFor(windows);
  if (first === undefined) {
    await self.clients.openWindow(place);
    return;
  }
  // Some browsers refuse to focus a window a while after the tap; the place opens in it nevertheless.
  await first.focus().catch(() => undefined);
  first.postMessage({ kind: 'open', place });
}

async function follow(data: ShownData, action: string): Promise<void> {
  const call = callOf(data, action, Date.now());
  if (call === undefined) return await open(placeOf(data, action, self.location.origin));
  const { method, path, body } = call;
  const answer = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  // Offline, or logged out: the app says so.
  if (!answer?.ok) await open(placeOf(data, '', self.location.origin));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(follow(event.notification.data as ShownData, event.action));
});

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method !== 'POST' || new URL(url).pathname !== '/share') return answerOffline(app, event);
  event.respondWith(keepShared(event.request).then((place) => Response.redirect(place, 303)));
});
