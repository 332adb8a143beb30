import type { Page } from '@playwright/test';
import { share } from './support/actions.ts';
import type { Person } from './support/people.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

const feeds = (page: Page) => page.getByRole('navigation', { name: 'Feeds' });
const article = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const follow = async (one: Person, other: Person) =>
  expect((await one.api.put(`/v1/users/${other.user.username}/follow`)).status()).toBe(200);

/** Tabs until something has the focus, then presses a key on it. */
async function reach(page: Page, name: string, key: string): Promise<void> {
  const element = page.getByRole('button', { name, exact: true });
  await expect(element).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(element).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [0] });
  await page.keyboard.press(key);
}

test('following somebody from their profile brings their posts into the Following feed, by keyboard, in both themes', async ({
  people,
  openAs,
}) => {
  const [ada, bob] = [await people.create('ada'), await people.create('bob')];
  const at = `@${bob.user.username}`;
  const text = `Fresh figs ${bob.user.username}`;
  await share(bob, text);
  await follow(bob, ada);

  const page = await openAs(ada);
  await page.goto('/feed?feed=following');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await expect(page.getByRole('list', { name: 'People who posted lately' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await page.goto(`/profile/${bob.user.username}`);
  await expect(page.getByText('Follows you')).toBeVisible();
  await expect(page.getByRole('link', { name: '0 followers' })).toBeVisible();
  await reach(page, `Follow back ${at}`, 'Enter');
  await expect(page.getByRole('button', { name: `Following ${at}`, pressed: true })).toBeFocused();
  await expect(page.getByRole('link', { name: '1 follower' })).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await page.goto('/feed');
  await feeds(page).getByRole('link', { name: 'Following' }).click();
  await expect(article(page, text)).toBeVisible();
  await expect(feeds(page).getByRole('link', { name: 'Following' })).toHaveAttribute('aria-current', 'page');

  await page.goto(`/profile/${bob.user.username}`);
  const ended = page.waitForResponse((answer) => answer.url().endsWith('/follow'));
  await page.getByRole('button', { name: `Following ${at}` }).click();
  await expect(page.getByRole('button', { name: `Follow back ${at}`, pressed: false })).toBeVisible();
  // The button doesn't wait for the server, and the feed must.
  await ended;
  await page.goto('/feed?feed=following');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
});

test("a profile's lists show who follows whom, page by page, and have buttons of their own, in both themes", async ({
  people,
  openAs,
}) => {
  const [ada, bob] = [await people.create('ada'), await people.create('bob')];
  const crowd: Person[] = [];
  while (crowd.length < 32) crowd.push(await people.create('fan'));
  for (const fan of crowd) await follow(fan, bob);
  await follow(bob, ada);
  const [first, last] = [crowd[0] as Person, crowd.at(-1) as Person];

  const page = await openAs(ada);
  await page.goto(`/profile/${bob.user.username}`);
  await page.getByRole('link', { name: '32 followers' }).click();
  const list = page.getByRole('list', { name: 'Followers' });
  await expect(list.getByRole('listitem').first()).toContainText(last.user.username);
  await expectAccessibleAtBothWidths(page);
  await list.getByRole('listitem').last().scrollIntoViewIfNeeded();
  await expect(list.getByRole('listitem')).toHaveCount(32);
  await expect(list.getByRole('listitem').last()).toContainText(first.user.username);
  await list.getByRole('button', { name: `Follow @${first.user.username}` }).click();
  await expect(list.getByRole('button', { name: `Following @${first.user.username}` })).toBeVisible();

  await page.getByRole('navigation', { name: 'People' }).getByRole('link', { name: 'Following' }).click();
  const following = page.getByRole('list', { name: 'Following' });
  await expect(following.getByRole('listitem')).toHaveCount(1);
  await expect(following.getByRole('button'), 'nobody follows themselves').toHaveCount(0);
  await following.getByRole('link').click();
  await expect(page.getByRole('link', { name: '1 following' })).toBeVisible();
});

test('new posts are announced above the reader instead of moving the feed, and load at the top by keyboard, in both themes', async ({
  people,
  openAs,
}) => {
  const [ada, bob] = [await people.create('ada'), await people.create('bob')];
  await follow(ada, bob);
  const name = bob.user.username;
  for (let n = 0; n < 8; n += 1) await share(bob, `Older ${n} of ${name}`);
  const page = await openAs(ada);
  await page.goto('/feed?feed=following');
  await expect(article(page, `Older 7 of ${name}`)).toBeVisible();
  await page.mouse.wheel(0, 300);
  await share(bob, `Newest of ${name}`);
  const pill = page.getByRole('button', { name: '1 new post', exact: true });
  await expect(async () => {
    // As if the reader came back from another window.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(pill).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(article(page, `Newest of ${name}`)).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'There are new posts.' })).toHaveCount(1);
  await expectAccessibleAtBothWidths(page);
  await pill.focus();
  await page.keyboard.press('Enter');
  await expect(article(page, `Newest of ${name}`)).toBeFocused();
  await expect(pill).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
