import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the app's worker is in charge of a page. */
async function workerOf(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Has the browser hand a push to the app's worker, as a push service would. */
async function push(context: BrowserContext, page: Page, payload: object): Promise<void> {
  const session = await context.newCDPSession(page);
  const registrations: { registrationId: string; scopeURL: string }[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', (event) => registrations.push(...event.registrations));
  await session.send('ServiceWorker.enable');
  await expect.poll(() => registrations.length).toBeGreaterThan(0);
  const origin = new URL(page.url()).origin;
  const [registration] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(origin));
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: registration?.registrationId ?? '',
    data: JSON.stringify(payload),
  });
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

test('a push that reaches the worker is shown', async ({ people, openAs }) => {
  const person = await people.create('pushed');
  const page = await openAs(person);
  await page.context().grantPermissions(['notifications', 'clipboard-read', 'clipboard-write']);
  await page.goto('/feed');
  await workerOf(page);
  const seen = await followBackground(page.context(), page);
  await push(page.context(), page, {
    web_push: 8030,
    notification: {
      title: 'Ana',
      body: 'Hello',
      navigate: `${new URL(page.url()).origin}/chat`,
      tag: 'room:1',
      lang: 'en',
      dir: 'auto',
      silent: false,
    },
    app_badge: 1,
    mutable: true,
    hubbub: { kind: 'message', room_id: '1', message_id: '1' },
  });
  await expect.poll(() => seen().join('\n')).toMatch(/Ana/);
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
  await page.evaluate(() => {
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
      files.files = chosen.files;
      form.append(files);
      document.body.append(form);
      form.submit();
    });
  });
  await expect(page.getByRole('textbox').first()).toHaveValue('Before\nA walk\nhttps://example.org/walk');
  await expect(page.getByRole('img').or(page.locator('img[src^="blob:"]')).first()).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => caches.has('shared'))).toBe(false);
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
