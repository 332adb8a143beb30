import { expect, test } from './support/test.ts';

test('leaving a half-written post asks first, by a link as well as by Back, and loses nothing until then', async ({
  people,
  openAs,
}) => {
  const page = await openAs(await people.create('leaver'));
  await page.goto('/bookmarks');
  await page.getByRole('link', { name: 'Post', exact: true }).first().click();
  await expect(page).toHaveURL('/post/upload');
  await page.getByLabel('Text').fill('Half a thought');

  await page.getByRole('link', { name: 'Notifications' }).first().click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL('/post/upload');
  await expect(page.getByLabel('Text')).toHaveValue('Half a thought');

  await page.goBack();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL('/post/upload');
  await expect(page.getByLabel('Text')).toHaveValue('Half a thought');

  await page.goBack();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/bookmarks');
  await page.goForward();
  await expect(page).toHaveURL('/post/upload');
  await expect(page.getByLabel('Text')).toHaveValue('');
});

test('while the next page loads, the previous one stays; the last of several clicks counts', async ({
  people,
  openAs,
}) => {
  const page = await openAs(await people.create('hurried'));
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/assets\/BookmarksPage-[^/]*\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/notifications');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Notifications');
  await page.getByRole('link', { name: 'Saved' }).first().click();
  await expect(page).toHaveURL('/bookmarks');
  await expect(heading).toHaveText('Notifications');
  await page.getByRole('link', { name: 'Video Conference' }).first().click();
  await expect(page).toHaveURL('/vc');
  await expect(heading).not.toHaveText('Notifications');
  arrive();
  await page.goBack();
  await expect(heading).toHaveText('Saved');
  await page.goBack();
  await expect(heading).toHaveText('Notifications');
});
