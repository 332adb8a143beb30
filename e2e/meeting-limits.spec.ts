import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumArguments, findChromium } from './support/browser.ts';
import { enter, expect, expectPictures, freshRoom, join, tiles, watchConnections } from './support/meetings.ts';
import { expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts';

test.describe.configure({ timeout: 240_000 });

/** Most milliseconds until the others see that somebody has vanished. */
const mostToGone = 5_000;

/** Milliseconds until the others see one tile less. */
async function timeToGone(others: Page, count: number): Promise<number> {
  const began = performance.now();
  await expect(tiles(others)).toHaveCount(count);
  return performance.now() - began;
}

/** Where the tiles stand, and how much of the space above the buttons they cover. */
const arrangement = (page: Page) =>
  page.evaluate(() => {
    const list = document.querySelector('[aria-label="People in the meeting"]') as HTMLElement;
    const area = list.getBoundingClientRect();
    const boxes = [...list.children].map((tile) => tile.getBoundingClientRect());
    return {
      sizes: new Set(boxes.map(({ width, height }) => `${width} x ${height}`)).size,
      inside: boxes.every(
        ({ left, right, top, bottom }) =>
          left >= area.left - 1 && right <= area.right + 1 && top >= area.top - 1 && bottom <= area.bottom + 1,
      ),
      covered: boxes.reduce((sum, { width, height }) => sum + width * height, 0) / (area.width * area.height),
    };
  });

test('eight people meet and their tiles fill the space; each sends less; a ninth is told what to do', async ({
  people,
  openAs,
  isMobile,
  viewport,
}) => {
  test.skip(
    (viewport?.width ?? 0) < 1000 || isMobile,
    'eight pages are much for one machine: both sizes are looked at here',
  );
  const room = freshRoom();
  const first = await openAs(await people.create('first'));
  await first.setViewportSize({ width: 640, height: 480 });
  await join(first, room);
  // The pages of the others draw little; two of them have a camera.
  const person = await people.create('crowd');
  const crowd: BrowserContext = (await openAs(person)).context();
  for (let place = 2; place <= 8; place += 1) {
    const page = await crowd.newPage();
    await page.setViewportSize({ width: 320, height: 240 });
    await watchConnections(page);
    await page.goto(`/meet/join?room=${room}&audio=0&video=${place <= 3 ? 1 : 0}`);
    await enter(page);
  }
  await expectPictures(first, 7, 2);
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await first.setViewportSize(size);
    await expect(tiles(first)).toHaveCount(8);
    await expect.poll(async () => (await arrangement(first)).covered).toBeGreaterThan(0.75);
    expect(await arrangement(first)).toMatchObject({ sizes: 1, inside: true });
    await expectNoSidewaysScroll(first);
  }
  await expectAccessible(first);
  const encodings = await first.evaluate(() =>
    (window as unknown as { connections: RTCPeerConnection[] }).connections
      .flatMap((connection) => connection.getSenders())
      .filter(({ track }) => track?.kind === 'video')
      .map((sender) => sender.getParameters().encodings[0]),
  );
  expect(encodings).toHaveLength(7);
  for (const encoding of encodings) {
    expect(encoding).toMatchObject({ scaleResolutionDownBy: 3, maxFramerate: 20, maxBitrate: 357_143 });
  }

  const ninth = await openAs(await people.create('ninth'));
  await ninth.goto(`/meet/join?room=${room}&audio=0&video=0`);
  await ninth.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(ninth.getByRole('alert').filter({ hasText: 'full' })).toHaveText(
    'This meeting is full: 8 people are in it. Wait until somebody leaves, or start a meeting of your own.',
  );
  await expectAccessible(ninth);
  await expect(tiles(first)).toHaveCount(8);
  await crowd.pages().at(-1)?.getByRole('button', { name: 'Leave' }).click();
  await expect(tiles(first)).toHaveCount(7);
  await enter(ninth);
  await expect(tiles(first)).toHaveCount(8);
});

test('someone who vanishes without a word leaves within five seconds', async ({ people, openAs, baseURL }) => {
  const room = freshRoom();
  const one = await openAs(await people.create('stays'));
  await one.goto(`/meet/join?room=${room}&video=0`);
  await enter(one);
  const { api, user } = await people.create('frozen');
  // A browser that is stopped sends nothing and closes nothing, like a network that is gone.
  const server = await chromium.launchServer({ executablePath: await findChromium(), args: chromiumArguments });
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const { cookies } = await api.storageState();
    const origin = baseURL ?? '';
    const context = await browser.newContext({
      baseURL: origin,
      storageState: {
        cookies,
        origins: [{ origin, localStorage: [{ name: 'user', value: JSON.stringify(user) }] }],
      },
    });
    const two = await context.newPage();
    await two.goto(`/meet/join?room=${room}&video=0`);
    await enter(two);
    await expect(tiles(one)).toHaveCount(2);
    process.kill(-(server.process().pid ?? 0), 'SIGSTOP');
    const milliseconds = await timeToGone(one, 1);
    test.info().annotations.push({ type: 'vanished to gone', description: `${Math.round(milliseconds)} ms` });
    expect(milliseconds).toBeLessThanOrEqual(mostToGone);
  } finally {
    await server.kill();
  }
});

test('where no way leads from one to the other, both are told so and what to do', async ({ people, openAs }) => {
  const room = freshRoom();
  const pages = [await openAs(await people.create('here')), await openAs(await people.create('there'))];
  for (const page of pages) {
    // No relay is set up, and nothing else is allowed.
    await watchConnections(page, { relayOnly: true });
    await page.goto(`/meet/join?room=${room}&video=0&audio=0`);
    await enter(page);
  }
  for (const page of pages) {
    await expect(page.getByRole('alert')).toContainText(/No way to (here|there)_\w+ was found/);
    await expect(page.getByRole('alert')).toContainText('ask whoever runs this Hubbub to set up a relay (TURN_URL)');
  }
  await expectAccessible(pages[0] as Page);
});
