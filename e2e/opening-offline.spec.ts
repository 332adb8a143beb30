import { share } from './support/actions.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('the app opens offline, with the posts and pictures seen before, and says how old they are', async ({
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

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText(content)).toBeVisible();
  const opened = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  expect(opened, 'milliseconds until something is painted').toBeLessThan(1000);
  const pictures = page.getByRole('article').filter({ hasText: content }).locator('img').first();
  await expect.poll(() => pictures.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole('status').filter({ hasText: /^As of .+, offline/ })).toBeVisible();
});
