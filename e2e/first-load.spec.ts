import { readFile } from 'node:fs/promises';
import { firstPaintOf, fixture, share } from './support/actions.ts';
import { expect, expectAccessibleAtBothWidths, test } from './support/test.ts';

test("on slow 3G, the app's frame and a skeleton of the page appear within 1.5 s", async ({ people, openAs }) => {
  const page = await openAs(await people.create('slow'));
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  const skeleton = page.locator('#first-paint');
  /** Milliseconds from navigation to first contentful paint. */
  const paint = async (path: string) => {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(skeleton).toBeVisible();
    return await firstPaintOf(page);
  };
  for (const path of ['/feed', '/chat']) {
    const paints: number[] = [];
    // Other work on the machine can only delay a paint.
    while (paints.length < 4 && !paints.some((ms) => ms < 1500)) paints.push(await paint(path));
    expect(Math.min(...paints)).toBeLessThan(1500);
    await expect(page.locator('#root main')).toBeVisible({ timeout: 60_000 });
    await expect(skeleton).toBeHidden();
  }
});

test('the chosen theme applies from the first paint', async ({ people, openAs }) => {
  const page = await openAs(await people.create('bright'), { colorScheme: 'dark' });
  await page.addInitScript(() => localStorage.setItem('theme', 'light'));
  // Nothing but the page itself arrives.
  await page.route('**/assets/**', (route) => route.abort());
  await page.goto('/feed', { waitUntil: 'commit' });
  await expect(page.locator('#first-paint')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('log-in shows before any of its scripts has run; nothing moves when they have', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/assets\/.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const screen = page.locator('#first-screen');
  await expect(screen.getByText('Enter Credentials')).toBeVisible();
  await expect(screen.getByText('Forgot Password?')).toBeVisible();
  const place = () => page.locator('h1').boundingBox();
  const before = await place();
  held.resolve();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(screen).toHaveCount(0);
  expect(await place()).toEqual(before);
});

test("a post's first picture is asked for before any of the app's scripts has run", async ({ people, openAs }) => {
  const author = await people.create('early');
  const id = await share(author, 'A picture', 'alpha.png');
  const page = await openAs(author);
  await page.route(/assets\/.*\.js$/, (route) => route.abort());
  const [picture] = await Promise.all([
    page.waitForRequest((request) => request.resourceType() === 'image' && request.url().includes('/media/')),
    page.goto(`/posts/${id}`, { waitUntil: 'commit' }),
  ]);
  expect(picture.url()).not.toContain('/media/profiles/');
});

test('with the data saver on, no picture, video or profile picture loads before it is tapped, in the feed, on a profile or by a link', async ({
  people,
  openAs,
}) => {
  const author = await people.create('frugal');
  const profile_pic = { name: 'me.png', mimeType: 'image/png', buffer: await readFile(fixture('alpha.png')) };
  const saved = await author.api.post('/v1/profile', { multipart: { removedProfile: 'false', profile_pic } });
  author.user = (await saved.json()).user;
  await share(author, 'A picture', 'alpha.png');
  await share(author, 'A film', 'clip.mp4');
  const page = await openAs(author);
  const loaded: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/media/')) loaded.push(pathname);
  });
  await page.goto('/settings/appearance');
  await page.getByRole('radiogroup', { name: 'Data saver' }).getByRole('radio', { name: 'On' }).click();
  await expect.poll(() => loaded.length, 'profile pictures, which loaded until then').toBeGreaterThan(0);
  loaded.length = 0;
  await page.goto('/feed');
  await expect(
    page.getByRole('article').filter({ hasText: 'A film' }).getByText('Your data saver is on.'),
  ).toBeVisible();
  await page.goto('/profile');
  const tiles = page.getByRole('list', { name: 'Posts' }).getByRole('link');
  await expect(tiles).toHaveCount(2);
  const picture = page.getByRole('button', { name: `Show the picture of ${author.user.username}` });
  await expect(picture).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  expect(loaded).toEqual([]);
  await picture.click();
  await expect.poll(() => loaded).toEqual([`/media${author.user.profile_path}`]);
  loaded.length = 0;
  await tiles.last().click();
  await expect(page).toHaveURL(/\/posts\//);
  await page.reload();
  await expect(page.getByText('Your data saver is on.')).toBeVisible();
  expect(loaded).toEqual([]);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.poll(() => loaded.length).toBeGreaterThan(0);
});
