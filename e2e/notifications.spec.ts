import type { Locator, Page } from '@playwright/test';
import { share } from './support/actions.ts';
import { expect, expectAccessibleAtBothWidths, expectNoSidewaysScroll, test } from './support/test.ts';

const entry = (page: Page, unread: number): Locator =>
  page
    .getByRole('link', {
      name: unread === 0 ? 'Notifications' : new RegExp(`^Notifications,? ${unread} unread`),
      exact: true,
    })
    .filter({ visible: true });
const rows = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');

test('a comment, a like and a follow arrive live on two devices, and are read on both by being seen on one', async ({
  people,
  openAs,
}) => {
  const [ada, bob, cat] = [
    await people.create('ada', 'Ada Told'),
    await people.create('bob', 'Bob Busy'),
    await people.create('cat', 'Cat Busy'),
  ];
  const post = await share(ada, 'A walk along the river.');
  const [page, second] = [await openAs(ada), await openAs(ada)];
  for (const device of [page, second]) {
    await device.goto('/feed');
    await expect(entry(device, 0)).toHaveCount(1);
  }

  await bob.api.post(`/v1/posts/${post}/votes`, { data: { vote_type: 1 } });
  await cat.api.post(`/v1/posts/${post}/comments`, { data: { content: 'Where was that?' } });
  for (const device of [page, second]) {
    await expect(entry(device, 2)).toHaveCount(1);
    await expect(device).toHaveTitle('(2) Feed · Hubbub');
  }

  await entry(page, 2).click();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: 'Bob Busy liked your post' })).toHaveCount(1);
  for (const device of [page, second]) await expect(entry(device, 0)).toHaveCount(1);
  await expect(page).toHaveTitle('Notifications · Hubbub');
  await expect(rows(page).filter({ hasText: 'New:' }), 'what was new stays marked').toHaveCount(2);
  await expectAccessibleAtBothWidths(page);

  await cat.api.post(`/v1/posts/${post}/votes`, { data: { vote_type: 1 } });
  await expect(rows(page).first()).toContainText(/Cat Busy.*liked your post/);
  await expect(rows(page)).toHaveCount(2);
  await bob.api.put(`/v1/users/${ada.user.username}/follow`);
  await expect(rows(page).first()).toContainText('Bob Busy followed you');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);

  await rows(page).filter({ hasText: 'Where was that?' }).getByRole('link').press('Enter');
  await expect(page).toHaveURL(new RegExp(`/posts/${post}\\?comment=[\\w-]+$`));
  await expect(page.getByRole('region', { name: 'Linked comment' }).getByText('Where was that?')).toBeVisible();
});

test('an empty list says what will be in it; mentions have their own list, everything can be marked as read at once, and kinds can be turned off', async ({
  people,
  openAs,
}) => {
  const [ada, bob] = [await people.create('ada'), await people.create('bob')];
  const page = await openAs(ada);
  await page.goto('/notifications');
  await expect(page.getByText('Nothing yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Write a post' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  // What comes while the list is open is seen there.
  await page.goto('about:blank');
  const posts = await Promise.all(Array.from({ length: 24 }, (_, index) => share(ada, `Post ${index}`)));
  for (const post of posts) await bob.api.post(`/v1/posts/${post}/votes`, { data: { vote_type: 1 } });
  await share(bob, `Have you seen this, @${ada.user.username}?`);
  await page.goto('/notifications');
  await expect(rows(page)).toHaveCount(25);
  await expect(entry(page, 0), 'what is below has not been seen').toHaveCount(0);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(entry(page, 0)).toHaveCount(1);
  await expect(rows(page).filter({ hasText: 'New:' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Mentions', exact: true }).click();
  await expect(page).toHaveURL('/notifications?filter=mentions');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Have you seen this');
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toHaveCount(0);

  await page.getByRole('link', { name: 'Notification settings' }).click();
  await page.getByRole('checkbox', { name: 'Likes on your posts, in app' }).press('Space');
  await expect(page.getByRole('main').getByText('Saved', { exact: true })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.goto('/notifications');
  await expect(rows(page)).toHaveCount(1);
});
