import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { fixture, share } from './support/actions.ts';
import { bubble, conversationOf, field, sendMessage } from './support/messages.ts';
import { kill, launch } from './support/profiles.ts';
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './support/test.ts';
import { doFiveThings, expectFiveThings, tunnel } from './support/tunnel.ts';

test.use({ serviceWorkers: 'allow' });

/** What the test needs of a worker, which the types of pages don't have. */
interface WorkerScope extends EventTarget {
  registration: ServiceWorkerRegistration;
  clients: object;
  /** How the last push was shown. */
  shown?: NotificationOptions | undefined;
}

/** Waits until the app's worker is in charge of a page. */
async function workerOf(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** DevTools of the browser, and the registration of the app's worker. @param page any of the browser's */
async function devtoolsOf(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page);
  const registrations: { registrationId: string; scopeURL: string }[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', (event) => registrations.push(...event.registrations));
  await session.send('ServiceWorker.enable');
  await expect.poll(() => registrations.length).toBeGreaterThan(0);
  const [registration] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(origin));
  return { session, registrationId: registration?.registrationId ?? '' };
}

/** Has the browser hand a push to the app's worker, as a push service would. @param page any of the browser's */
async function push(page: Page, origin: string, payload: object): Promise<void> {
  const { session, registrationId } = await devtoolsOf(page, origin);
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) });
}

/** Has the browser tell the app's worker that there's a connection again. @param page any of the browser's */
async function sync(page: Page, origin: string): Promise<void> {
  const { session, registrationId } = await devtoolsOf(page, origin);
  await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: 'outbox', lastChance: false });
}

/** Follows what the browser does for the app in the background. @returns the names and details of what happened, so far */
async function followBackground(context: BrowserContext, page: Page): Promise<() => string[]> {
  const session = await context.newCDPSession(page);
  const seen: string[] = [];
  session.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: event }) => {
    seen.push(`${event.eventName} ${JSON.stringify(event.eventMetadata)}`);
  });
  for (const service of ['notifications', 'pushMessaging'] as const) {
    await session.send('BackgroundService.startObserving', { service });
    await session.send('BackgroundService.setRecording', { service, shouldRecord: true });
  }
  return () => seen;
}

/** Taps a notification, which the headless browser can't keep. @param action one of its buttons; '': the notification itself */
async function tap(worker: Worker | undefined, data: object, action: string): Promise<void> {
  await worker?.evaluate(
    ([given, button]) => {
      const scope = globalThis as unknown as WorkerScope;
      const tapped = {
        notification: { data: given, close: () => undefined },
        action: button,
        waitUntil: () => undefined,
      };
      scope.dispatchEvent(Object.assign(new Event('notificationclick'), tapped));
    },
    [data, action] as const,
  );
}

test('a push that reaches the worker while no window is open is shown, and Reply opens the room, ready to write', async ({
  people,
  openAs,
}) => {
  const [person, friend] = [await people.create('pushed'), await people.create('pusher')];
  const conversation = await conversationOf(person, friend);
  await sendMessage(friend, conversation, 'Hello');
  const page = await openAs(person);
  const context = page.context();
  await context.grantPermissions(['notifications', 'clipboard-read', 'clipboard-write']);
  await page.goto('/feed');
  await workerOf(page);
  const { origin } = new URL(page.url());
  const empty = await context.newPage();
  const seen = await followBackground(context, empty);
  await page.close();
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    const show = scope.registration.showNotification.bind(scope.registration);
    scope.registration.showNotification = (title, options) => {
      scope.shown = options;
      return show(title, options);
    };
  });
  await push(empty, origin, {
    web_push: 8030,
    notification: {
      title: 'Ana',
      body: 'Hello',
      navigate: `${origin}/chat?conversation=${conversation}`,
      tag: `room:${conversation}`,
      lang: 'en',
      dir: 'auto',
      silent: false,
    },
    app_badge: 1,
    mutable: true,
    hubbub: { kind: 'message', room_id: conversation, message_id: '1' },
  });
  await expect.poll(() => seen().join('\n')).toMatch(/Ana/);

  // The headless browser keeps no notifications, and opens windows only for what a person has tapped: both are lent to the worker.
  const place = worker?.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const { clients } = globalThis as unknown as WorkerScope;
        Object.assign(clients, { openWindow: async (url: string) => resolve(url) });
      }),
  );
  const data = await worker?.evaluate(() => (globalThis as unknown as WorkerScope).shown?.data as object);
  await tap(worker, data ?? {}, 'reply');
  const opened = await context.newPage();
  await opened.goto(new URL((await place) ?? '', origin).href);
  await expect(bubble(opened, 'Hello')).toBeVisible();
  await expect(field(opened)).toBeFocused();
});

test('a tapped notification leads the open window to its room, where Reply is ready to write; its other buttons do what they say', async ({
  people,
  openAs,
}) => {
  const [person, friend] = [await people.create('tapper'), await people.create('tapped')];
  const conversation = await conversationOf(person, friend);
  await sendMessage(friend, conversation, 'Hello');
  const page = await openAs(person);
  await page.goto('/post/upload');
  await workerOf(page);
  await page.getByPlaceholder('Type here...').fill('Half a thought');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const [worker] = page.context().serviceWorkers();
  const { messages } = await (await person.api.get(`/v1/chats/${conversation}`)).json();
  const data = { navigate: `/chat?conversation=${conversation}`, roomId: conversation, messageId: messages.at(-1)._id };

  await tap(worker, data, '');
  // Leaving something unsent asks first.
  await page.getByRole('button', { name: 'Keep as a draft' }).click();
  await expect(bubble(page, 'Hello')).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window), 'nothing was loaded anew').toBe(true);
  await page.getByRole('link', { name: 'Notifications' }).first().click();
  await expect(page).toHaveURL(/\/notifications$/);
  await tap(worker, data, 'reply');
  await expect(field(page)).toBeFocused();
  expect(page.context().pages(), 'no second window').toHaveLength(1);

  await page.goto('/feed');
  await sendMessage(friend, conversation, 'And?');
  const mine = async () => {
    const { conversations } = await (await person.api.get('/v1/conversations')).json();
    return conversations.find(({ _id }: { _id: string }) => _id === conversation);
  };
  await expect.poll(async () => (await mine()).unread).toBe(1);
  const { last_message_id: messageId } = await mine();
  await tap(worker, { ...data, messageId }, 'read');
  await expect.poll(async () => (await mine()).unread).toBe(0);
  await tap(worker, data, 'mute');
  await expect.poll(async () => (await mine()).notify).toBe('none');
  await expect(page).toHaveURL(/\/feed$/);
});

test('a notification that is tapped while the page is still loading leads there, too', async ({ people, openAs }) => {
  const [person, friend] = [await people.create('hasty'), await people.create('hastyfriend')];
  const conversation = await conversationOf(person, friend);
  await sendMessage(friend, conversation, 'Hello');
  const page = await openAs(person);
  await page.goto('/feed');
  await workerOf(page);
  const [worker] = page.context().serviceWorkers();
  const navigation = page.getByRole('navigation').first();
  await expect(navigation).toBeVisible();

  await page.reload({ waitUntil: 'commit' });
  await expect(navigation).toBeVisible();
  await tap(worker, { navigate: `/chat?conversation=${conversation}`, roomId: conversation }, 'reply');
  await expect(bubble(page, 'Hello')).toBeVisible();
  await expect(field(page)).toBeFocused();
});

test('what was done offline goes out once there is a connection, though every window is closed, and is not sent again when the app opens', {
  tag: '@phone-only @phone',
}, async ({ people, openAs }) => {
  const [ann, ben] = [await people.create('pocketed'), await people.create('pocketedfriend')];
  const things = await tunnel(ann, ben);
  const page = await openAs(ann);
  const context = page.context();
  await context.grantPermissions(['background-sync']);
  await doFiveThings(page, things);
  const { origin } = new URL(page.url());
  const empty = await context.newPage();
  await page.close();
  await context.setOffline(false);
  await sync(empty, origin);
  await expectFiveThings(await openAs(ben), things);

  const sent: string[] = [];
  context.on('request', (request) => request.method() === 'GET' || sent.push(request.url()));
  await empty.goto(`${origin}/posts/${things.id}`);
  await expect(empty.getByRole('button', { name: 'Upvote, 1' })).toBeVisible();
  await expect(empty.getByText(/been sent|will be sent/)).toHaveCount(0);
  expect(sent.filter((url) => /posts|chats|vote|bookmark|comments/.test(url))).toEqual([]);
});

test('what one person did offline is not sent by the worker while another one is signed in', async ({
  people,
  openAs,
}) => {
  const [ann, ben] = [await people.create('mineonly'), await people.create('notmine')];
  const id = await share(ben, 'To be voted on');
  const page = await openAs(ann);
  const context = page.context();
  await context.grantPermissions(['background-sync']);
  await page.goto(`/posts/${id}`);
  await workerOf(page);
  const upvote = page.getByRole('button', { name: 'Upvote, 0' });
  await expect(upvote).toBeVisible();
  await context.setOffline(true);
  await upvote.click();
  await expect(page.getByText('1 thing will be sent when you reconnect.')).toBeVisible();
  const { origin } = new URL(page.url());
  const empty = await context.newPage();
  await page.close();
  await context.clearCookies();
  await context.addCookies((await ben.api.storageState()).cookies);
  await context.setOffline(false);
  const votes = async () => (await (await ann.api.get(`/v1/posts/${id}`)).json()).post.stats;
  const before = await votes();
  await sync(empty, origin);
  await context.clearCookies();
  await context.addCookies((await ann.api.storageState()).cookies);
  expect(await votes()).toEqual(before);
  await sync(empty, origin);
  await expect.poll(async () => (await (await ann.api.get(`/v1/posts/${id}`)).json()).post.vote_type).toBe(1);
  expect((await (await ben.api.get(`/v1/posts/${id}`)).json()).post.vote_type ?? 0).toBe(0);
});

test('on a phone, somebody reads offline and does five different things; the browser is killed, and each is done once when it opens again', {
  tag: '@phone-only @phone',
}, async ({ people, openAs, baseURL }) => {
  const [ann, ben] = [await people.create('pocket'), await people.create('pocketfriend')];
  const things = await tunnel(ann, ben);
  const profile = await mkdtemp(join(tmpdir(), 'hubbub-profile-'));
  const openBrowser = async () => {
    const page = await (await launch(profile, ann, baseURL ?? '')).newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(ann.user));
    return page;
  };
  try {
    const page = await openBrowser();
    await doFiveThings(page, things);
    await kill(profile);

    await (await openBrowser()).goto('/');
    await expectFiveThings(await openAs(ben), things);
  } finally {
    await kill(profile);
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
});

test('what a phone shares with the app waits in the composer, beside what was there', {
  tag: '@phone-only @phone',
}, async ({ people, openAs }) => {
  const person = await people.create('sharer');
  const page = await openAs(person);
  await page.goto('/post/upload');
  await page
    .getByRole('textbox', { name: /say|mind|caption|text/i })
    .first()
    .fill('Before');
  await workerOf(page);
  // The share sheet sends a form to the app.
  const clip = await readFile(fixture('clip.mp4'), 'base64');
  await page.evaluate((video) => {
    const form = document.createElement('form');
    Object.assign(form, { action: '/share', method: 'post', enctype: 'multipart/form-data' });
    const field = (name: string, value: string) =>
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
    field('title', 'A walk');
    field('url', 'https://example.org/walk');
    const files = Object.assign(document.createElement('input'), { type: 'file', name: 'files' });
    const canvas = new OffscreenCanvas(40, 30);
    canvas.getContext('2d')?.fillRect(0, 0, 20, 30);
    return canvas.convertToBlob({ type: 'image/png' }).then((blob) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([blob], 'walk.png', { type: 'image/png' }));
      const bytes = Uint8Array.from(atob(video), (letter) => letter.charCodeAt(0));
      chosen.items.add(new File([bytes], 'clip.mp4', { type: 'video/mp4' }));
      files.files = chosen.files;
      form.append(files);
      document.body.append(form);
      form.submit();
    });
  }, clip);
  await expect(page.getByRole('textbox').first()).toHaveValue('Before\nA walk\nhttps://example.org/walk');
  await expect(page.getByRole('img').or(page.locator('img[src^="blob:"]')).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show clip.mp4' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => caches.has('shared'))).toBe(false);
});

test('what a phone shares while nobody is logged in is not kept, and the log-in page says so', {
  tag: '@phone-only @phone',
}, async ({ page }) => {
  await page.goto('/');
  await workerOf(page);
  await page.evaluate(() => {
    const form = document.createElement('form');
    Object.assign(form, { action: '/share', method: 'post', enctype: 'multipart/form-data' });
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'text', value: 'A walk' }));
    document.body.append(form);
    form.submit();
  });
  await expect(page.getByText(/Log in, then share it again/)).toBeVisible();
  await expect.poll(() => page.evaluate(() => caches.has('shared'))).toBe(false);
});

test('an iPhone that has come back three times is shown how the app is installed', {
  tag: '@phone-only @phone',
}, async ({ people, openAs }) => {
  const page = await openAs(await people.create('returner'));
  await page.addInitScript(() => {
    if (localStorage.getItem('visits') === null) localStorage.setItem('visits', JSON.stringify({ count: 3, at: 1 }));
    const phone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6) Safari/604.1', maxTouchPoints: 5 };
    for (const [name, value] of Object.entries(phone))
      Object.defineProperty(Navigator.prototype, name, { get: () => value });
  });
  await page.goto('/feed');
  await expect(page.getByText('Tap Share in your browser, then Add to Home Screen.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.reload();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByText('Tap Share in your browser')).toHaveCount(0);
});
