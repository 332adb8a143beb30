import type { Page } from '@playwright/test';
import { share } from './support/actions.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** Everything that the browser stores for the app, beside the app's own files, as one text. */
function storedIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise((resolve, reject) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        found.push(name, rows);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const keys = await (await caches.open(name)).keys();
      found.push(name, ...keys.map(({ url }) => url).filter((url) => !url.includes('/assets/')));
    }
    return JSON.stringify(found);
  });
}

test('a log-out leaves nothing in the browser, in any of its tabs, and Back shows nothing', async ({
  people,
  openAs,
}) => {
  const person = await people.create('wiped');
  const content = `Wiped away ${person.user.username}`;
  const id = await share(person, content);
  const page = await openAs(person);
  await page.goto('/feed');
  await page.goto(`/posts/${id}`);
  const other = await page.context().newPage();
  await other.goto('/feed');
  await expect(other.getByText(content)).toBeVisible();
  await page.getByPlaceholder('Add a comment...').first().fill('Typed, but not sent');
  // By then, the code for dialogs has loaded, too.
  for (const tab of [page, other]) await tab.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await other.context().setOffline(true);
  await other.getByRole('article').getByRole('button', { name: 'Upvote, 0' }).first().click();
  await expect(other.getByText("You're offline. 1 thing will be sent when you reconnect.")).toBeVisible();
  expect(await storedIn(other)).toContain(person.user.user_id);

  await page.getByRole('button', { name: 'Log Out' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText("1 thing hasn't been sent.");
  await expect(question.getByRole('button', { name: 'Send them' })).toBeVisible();
  await question.getByRole('button', { name: 'Log out and delete them' }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/');
    await expect(tab.getByText(person.user.username)).toHaveCount(0);
  }
  const names = [person.user.user_id, person.user.username, id, 'Wiped away', 'Typed, but not sent'];
  const left = async () => {
    const stored = (await storedIn(page)) + (await storedIn(other));
    return names.filter((name) => stored.includes(name));
  };
  await expect.poll(left).toEqual([]);
  expect((await person.api.get('/v1/user/check')).status(), 'the server has not heard of it').toBe(200);

  await page.context().setOffline(false);
  await expect.poll(async () => (await page.request.get('/v1/user/check')).status()).toBe(401);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect(page.getByText(content)).toHaveCount(0);
  expect(await left()).toEqual([]);
});
