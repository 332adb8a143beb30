import { chromium, type Page } from '@playwright/test';
import { chromiumArguments, findChromium } from './support/browser.ts';
import { clickJoin, expect, freshRoom, tiles, watchConnections } from './support/meetings.ts';
import { expectAccessibleAtBothWidths, test } from './support/test.ts';

test.describe.configure({ timeout: 480_000 });

/** Most milliseconds until the others see that someone vanished. */
const mostToGone = 5_000;

/** Milliseconds until the others see one tile less. */
async function timeToGone(others: Page, count: number): Promise<number> {
  const began = performance.now();
  await expect(tiles(others)).toHaveCount(count);
  return performance.now() - began;
}

test('someone who vanishes without a word leaves within five seconds', async ({ people, openAs, baseURL }) => {
  const room = freshRoom();
  const one = await openAs(await people.create('stays'));
  await one.goto(`/meet/join?room=${room}&video=0`);
  await clickJoin(one);
  const { api, user } = await people.create('frozen');
  // A stopped browser sends nothing and closes nothing, like a lost network.
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
    await clickJoin(two);
    await expect(tiles(one)).toHaveCount(2);
    process.kill(-(server.process().pid ?? 0), 'SIGSTOP');
    const milliseconds = await timeToGone(one, 1);
    test.info().annotations.push({ type: 'vanished to gone', description: `${Math.round(milliseconds)} ms` });
    expect(milliseconds).toBeLessThanOrEqual(mostToGone);
  } finally {
    await server.kill();
  }
});

test('if no connection between two people works, both learn that and what to do', async ({ people, openAs }) => {
  const room = freshRoom();
  const pages = [await openAs(await people.create('here')), await openAs(await people.create('there'))];
  for (const page of pages) {
    // No relay is set up, and nothing else is allowed.
    await watchConnections(page, { relayOnly: true });
    await page.goto(`/meet/join?room=${room}&video=0&audio=0`);
    await clickJoin(page);
  }
  for (const page of pages) {
    await expect(page.getByRole('alert')).toContainText(/Couldn't connect to (here|there)_\w+/);
    await expect(page.getByRole('alert')).toContainText('ask whoever runs this Hubbub to set up a relay (TURN_URL)');
  }
  await expectAccessibleAtBothWidths(pages[0] as Page);
});
