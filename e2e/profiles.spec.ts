import type { Page } from '@playwright/test';
import { share, withoutInitialData } from './support/actions.ts';
import type { Person } from './support/people.ts';
import {
  atSize,
  expect,
  expectAccessibleAtBothWidths,
  expectNoSidewaysScroll,
  narrowest,
  test,
} from './support/test.ts';

async function saveProfile(person: Person, change: { name?: string; bio?: string }) {
  const answer = await person.api.post('/v1/profile', { multipart: { removedProfile: 'false', ...change } });
  expect(answer.ok()).toBe(true);
  person.user = (await answer.json()).user;
}

const tiles = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('link');

test('a profile shows the person, the exact count and a square for each post, newest first; Message leads to the conversation', async ({
  people,
  openAs,
}) => {
  const author = await people.create('author', 'Grace Hopper');
  const text = await share(author, 'Only words');
  await share(author, 'A picture', 'alpha.png');
  await share(author, 'A film', 'clip.mp4');
  await share(author, 'A sound', 'tone.mp3');
  const viewer = await people.create('viewer');
  await viewer.api.patch('/v1/users', { data: { show_nsfw: true } });
  viewer.user.show_nsfw = true;

  const page = await openAs(viewer);
  await page.goto(`/profile/${author.user.username.toUpperCase()}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Grace Hopper', level: 1 })).toBeVisible();
  await expect(main.getByText(`@${author.user.username}`, { exact: true })).toBeVisible();
  await expect(main.getByText('No bio yet.', { exact: true })).toBeVisible();
  await expect(main.getByText('4 posts', { exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Edit' })).toHaveCount(0);

  await expect(tiles(page)).toHaveCount(4);
  expect(await tiles(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
    'Sound: A sound',
    'Video: A film',
    'Picture: A picture',
    'Text: Only words',
  ]);
  await expect(tiles(page).nth(1).locator('.lucide-play'), 'a video has a play badge').toBeVisible();
  await expect
    .poll(() =>
      tiles(page)
        .nth(2)
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  const box = await tiles(page).nth(2).boundingBox();
  expect(Math.abs((box?.width ?? 0) - (box?.height ?? 1))).toBeLessThan(1);

  await tiles(page).nth(3).click();
  await expect(page).toHaveURL(`/posts/${text}`);

  await page.goBack();
  await page.getByRole('button', { name: 'Message' }).click();
  await expect(page).toHaveURL(/\/chat\?conversation=/);
  await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByRole('link', { name: 'Edit' }).first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Message' })).toHaveCount(0);
});

test("media is blurred for people who haven't enabled NSFW; other types say they're unsupported", async ({
  people,
  openAs,
}) => {
  const author = await people.create('author');
  await share(author, 'first');
  await share(author, 'second');
  const viewer = await people.create('viewer');
  const page = await openAs(viewer);
  await withoutInitialData(page);
  await page.route(`**/v1/users/${author.user.username}*`, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    Object.assign(body.posts[0], { type: 'image/jpeg', path: '/x.jpg', is_nsfw: true, state: 'ready', file_count: 1 });
    Object.assign(body.posts[1], { type: 'application/pdf', path: '/x.pdf', file_count: 1 });
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(`/profile/${author.user.username}`);
  await expect(tiles(page).first()).toHaveAccessibleName('Picture, sensitive content: second');
  await expect(tiles(page).first().locator('img'), 'the picture itself is not loaded').toHaveCount(0);
  await expect(page.getByText('Unsupported media type', { exact: true })).toBeVisible();

  await page.goto('/settings');
  await page.getByRole('checkbox', { name: 'Show NSFW Content' }).click();
  await page.getByRole('button', { name: 'Apply Changes' }).click();
  await expect(page.getByText('Changes saved', { exact: true })).toBeVisible();
  await page.goto(`/profile/${author.user.username}`);
  await expect(tiles(page).first()).toHaveAccessibleName('Picture: second');
});

test("the grid loads page by page, draws only what's near the screen, and keeps its place", async ({
  people,
  openAs,
}) => {
  const author = await people.create('prolific');
  for (let number = 1; number <= 65; number += 1) await share(author, `thought ${number}.`);
  const page = await openAs(author);
  await page.goto('/profile');
  await expect(page.getByText('65 posts', { exact: true })).toBeVisible();
  const first = page.getByRole('link', { name: 'Text: thought 1.', exact: true });
  await expect(async () => {
    await page.mouse.wheel(0, 3000);
    await expect(first).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await tiles(page).count()).toBeLessThan(50);

  await first.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  await first.click();
  await expect(page).toHaveURL(/\/posts\//);
  await page.goBack();
  await expect(first).toBeVisible();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(100);

  const topLine = page.getByRole('main').getByText(author.user.username, { exact: true }).first();
  await expect(page.getByRole('button', { name: 'Back' }), 'the way back stays in sight').toBeInViewport();
  await expect(topLine, 'and so does the name').toBeInViewport();

  await page.evaluate(() => window.scrollTo(0, 0));
  const newest = page.getByRole('link', { name: 'Text: thought 65.', exact: true });
  await expect(newest).toBeInViewport();
  await page.locator('body').press('j');
  await expect(newest).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(page.getByRole('link', { name: 'Text: thought 64.', exact: true })).toBeFocused();
});

test('an unknown person, an empty profile and a lost connection each have a screen', async ({ people, openAs }) => {
  const person = await people.create('empty');
  const page = await openAs(person);
  await page.goto('/profile/nobody_has_this_name');
  await expect(page.getByText('User not found')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the feed' }).click();
  await expect(page).toHaveURL('/feed');

  await page.goto('/profile');
  await expect(page.getByText('No posts yet', { exact: true })).toBeVisible();
  await expect(page.getByText('0 posts', { exact: true })).toBeVisible();

  const other = await people.create('other');
  await withoutInitialData(page);
  await page.route(`**/v1/users/${other.user.username}*`, (route) => route.abort());
  await page.goto(`/profile/${other.user.username}`);
  await expect(page.getByText('No connection')).toBeVisible();
  await page.unroute(`**/v1/users/${other.user.username}*`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(`@${other.user.username}`, { exact: true })).toBeVisible();
});

const names = {
  long: 'W'.repeat(50),
  emoji: '\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}\u{1F389}\u{1F308}'.repeat(4),
  'right-to-left':
    '\u0645\u062D\u0645\u062F \u0639\u0628\u062F \u0627\u0644\u0644\u0647 \u0627\u0644\u0637\u0648\u064A\u0644',
};
test('a long, an emoji and a right-to-left name, and a bio without spaces, break nothing', async ({
  people,
  openAs,
}) => {
  for (const [kind, name] of Object.entries(names)) {
    const person = await people.create('odd');
    await saveProfile(person, { name, bio: kind === 'right-to-left' ? '\u0645'.repeat(150) : 'x'.repeat(150) });
    await share(person, `A post by a ${kind} name`);
    const page = await openAs(person);
    for (const path of ['/profile', `/profile/${person.user.username}`, '/users/profile', '/settings', '/feed']) {
      await page.goto(path);
      if (path === '/feed') await expect(page.getByRole('article').first()).toBeVisible();
      else await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page);
      for (const width of [320, 390, 768])
        await atSize(page, { width, height: 900 }, () => expectNoSidewaysScroll(page));
    }
  }
});

/** Each shows one screen to a person, once it has settled. */
const screens: Record<string, (page: Page, person: Person) => Promise<void>> = {
  'an empty profile': async (page) => {
    await page.goto('/profile');
    await expect(page.getByText('No posts yet', { exact: true })).toBeVisible();
  },
  'a profile with posts': async (page, person) => {
    await share(person, 'Only words');
    await share(person, 'A picture', 'alpha.png');
    await share(person, 'A film', 'clip.mp4');
    await share(person, 'A sound', 'tone.mp3');
    await page.goto(`/profile/${person.user.username}`);
    await expect(tiles(page)).toHaveCount(4);
  },
  'a profile of nobody': async (page) => {
    await page.goto('/profile/nobody_has_this_name');
    await expect(page.getByText('User not found')).toBeVisible();
  },
};

test('profiles are accessible and fit in both themes', async ({ people, openAs }) => {
  const person = await people.create('reader', 'Reader');
  const page = await openAs(person);
  for (const [name, open] of Object.entries(screens)) {
    await test.step(name, async () => {
      await open(page, person);
      await expectAccessibleAtBothWidths(page);
      await atSize(page, narrowest, () => expectNoSidewaysScroll(page));
    });
  }
});
