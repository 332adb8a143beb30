import type { Page } from '@playwright/test';
import { share } from './support/actions.ts';
import { createCommunity, workspace } from './support/communities.ts';
import { conversationOf, openChat, type as sendFromField, sendMessage, timeline } from './support/messages.ts';
import { storedOffline } from './support/offline.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** Fills what's stored of a person's answers almost to its bound of 50 MB, with 400 lists. */
const fillStore = (page: Page, userId: string): Promise<void> =>
  page.evaluate(async (name) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction(['answers', 'entries'], 'readwrite');
    for (let number = 0; number < 400; number += 1) {
      const [key, at, text] = [`list ${number}`, number, 'x'.repeat(60_000)];
      transaction.objectStore('answers').put({ key, at, text });
      transaction.objectStore('entries').put({ key, at, size: 2 * text.length });
    }
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    database.close();
  }, `hubbub-offline-${userId}`);

test('the app opens offline within a second though its store is full, with the posts and pictures seen before, and says how old they are', async ({
  people,
  openAs,
}) => {
  const person = await people.create('traveller');
  const content = `Seen before the tunnel by ${person.user.username}`;
  await share(person, content);
  const page = await openAs(person);
  await page.goto('/feed');
  await expect(page.getByText(content)).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await expect(page.getByText(content)).toBeVisible();
  await page.waitForFunction(() => caches.has('pictures'));
  await fillStore(page, person.user.user_id);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText(content)).toBeVisible();
  const opened = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  expect(opened, 'milliseconds until something is painted').toBeLessThan(1000);
  const pictures = page.getByRole('article').filter({ hasText: content }).locator('img').first();
  await expect.poll(() => pictures.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole('status').filter({ hasText: /^As of .+, offline/ })).toBeVisible();
});

test('a conversation read before is there offline, also after a reload, and catches up when the connection is back', async ({
  people,
  openAs,
}) => {
  const [person, friend] = [await people.create('tunnel'), await people.create('friend')];
  const conversation = await conversationOf(person, friend);
  await sendMessage(person, conversation, 'On my way');
  const say = (content: string) => sendMessage(friend, conversation, content);
  await say('Said before the tunnel');
  const page = await openAs(person);
  await openChat(page, conversation);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await say('Said while it is open');
  const log = timeline(page);
  await expect(log.getByText('Said while it is open')).toBeVisible();
  const inItsMessages = new RegExp(`messages ${conversation}.*Said while it is open`);
  await expect.poll(() => storedOffline(page, person.user.user_id)).toMatch(inItsMessages);

  await page.context().setOffline(true);
  await say('Said in the tunnel');
  await page.reload();
  await expect(log.getByText('Said before the tunnel')).toBeVisible();
  await expect(log.getByText('Said while it is open')).toBeVisible();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /^As of .+, offline/ })
      .first(),
  ).toBeVisible();

  await page.context().setOffline(false);
  await expect(log.getByText('Said in the tunnel')).toBeVisible();
  await expect(log.getByText('Said while it is open')).toHaveCount(1);
});

test('what was said in a conversation that was never opened here is there offline, still unread, and can be answered', async ({
  people,
  openAs,
}) => {
  const [person, friend] = [await people.create('commuter'), await people.create('penpal')];
  const conversation = await conversationOf(person, friend);
  await sendMessage(person, conversation, 'Write to me');
  await sendMessage(friend, conversation, 'A letter for the train');
  const page = await openAs(person);
  await page.goto('/feed');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => storedOffline(page, person.user.user_id)).toMatch(/messages \d.*A letter for the train/);
  expect(await (await person.api.get('/v1/unread')).json()).toMatchObject({ conversations: 1 });

  await page.context().setOffline(true);
  await page.goto(`/chat?conversation=${conversation}`);
  await expect(timeline(page).getByText('A letter for the train')).toBeVisible();
  // What opens later has to open, too.
  await sendFromField(page, 'An answer from the train');
  await page.goto('/feed');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('An answer from the train')).toBeVisible();
});

test('what was never opened in this browser says so offline, and loads by itself when the connection is back', async ({
  people,
  openAs,
}) => {
  const [person, friend] = [await people.create('hiker'), await people.create('host')];
  const community = await createCommunity(person, 'Huts');
  const page = await openAs(person);
  await page.goto('/feed');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  const conversation = await conversationOf(person, friend);
  await sendMessage(friend, conversation, 'The key is under the stone');
  const post = await share(friend, 'The hut is open');
  const places = [
    { path: `/chat?conversation=${conversation}`, what: 'The messages', shown: timeline(page).getByText('The key') },
    { path: workspace(community), what: 'The community', shown: page.getByText('Huts').first() },
    { path: `/profile/${friend.user.username}`, what: 'This profile', shown: page.getByText('1 post').first() },
    { path: `/posts/${post}`, what: 'This post', shown: page.getByText('The hut is open').first() },
  ];
  for (const { path, what, shown } of places) {
    await page.context().setOffline(true);
    await page.goto(path);
    const why = page.getByRole('alert').filter({ hasText: `${what} will appear when you're back online.` });
    await expect(why).toContainText("you can only read what you've opened here before");
    await page.context().setOffline(false);
    await expect(shown).toBeVisible();
    await expect(why).toBeHidden();
  }
});
