import type { BrowserContext, Page } from '@playwright/test';
import { clickJoin, expect, expectPictures, freshRoom, join, tiles, watchConnections } from './support/meetings.ts';
import { expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts';

test.describe.configure({ timeout: 480_000 });

/** The tiles' positions, and how much of the space above the controls they cover. */
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

test("four people meet and each sees the three others; a page that's killed leaves", async ({ people, openAs }) => {
  const room = freshRoom();
  const pages: Page[] = [];
  for (const name of ['north', 'east', 'south', 'west']) {
    const page = await openAs(await people.create(name));
    await join(page, room);
    pages.push(page);
  }
  for (const page of pages) {
    await expect(tiles(page)).toHaveCount(4);
    await expectPictures(page, 3);
  }
  const killed = pages.pop() as Page;
  const devtools = await killed.context().newCDPSession(killed);
  const began = performance.now();
  void devtools.send('Page.crash').catch(() => undefined);
  for (const page of pages) await expect(tiles(page)).toHaveCount(3);
  const milliseconds = performance.now() - began;
  test.info().annotations.push({ type: 'killed to gone', description: `${Math.round(milliseconds)} ms` });
  for (const page of pages) await expectPictures(page, 2);
});

test('eight people meet and their tiles fill the space; each sends less; a ninth learns what to do', async ({
  people,
  openAs,
}) => {
  const room = freshRoom();
  const first = await openAs(await people.create('first'));
  await join(first, room);
  // The others' pages draw little; two of them have a camera.
  const person = await people.create('crowd');
  const crowd: BrowserContext = (await openAs(person)).context();
  for (let index = 2; index <= 8; index += 1) {
    const page = await crowd.newPage();
    await page.setViewportSize({ width: 320, height: 240 });
    await watchConnections(page);
    await page.goto(`/meet/join?room=${room}&audio=0&video=${index <= 3 ? 1 : 0}`);
    await clickJoin(page);
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
      // On a busy machine a pair may have started over.
      .filter(({ connectionState }) => connectionState !== 'closed')
      .flatMap((connection) => connection.getSenders())
      .filter(({ track }) => track?.kind === 'video')
      .map((sender) => sender.getParameters().encodings[0]),
  );
  expect(encodings).toHaveLength(7);
  for (const encoding of encodings) {
    expect(encoding).toMatchObject({ scaleResolutionDownBy: 3, maxFramerate: 20, maxBitrate: 357_143 });
  }

  // For somebody who isn't there yet, one of the crowd's pages would make room.
  const ninth = await openAs(person);
  await ninth.goto(`/meet/join?room=${room}&audio=0&video=0`);
  await ninth.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(ninth.getByRole('alert').filter({ hasText: 'full' })).toHaveText(
    'This meeting is full: 8 people are in it. Wait until someone leaves, or start your own meeting.',
  );
  await expectAccessible(ninth);
  await expect(tiles(first)).toHaveCount(8);
  await crowd.pages().at(-1)?.getByRole('button', { name: 'Leave' }).click();
  await expect(tiles(first)).toHaveCount(7);
  await clickJoin(ninth);
  await expect(tiles(first)).toHaveCount(8);
});
