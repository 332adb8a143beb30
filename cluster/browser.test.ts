import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { chromiumArguments, findChromium } from '../e2e/support/browser.ts';
import { type Cluster, type Person, startCluster } from './support/cluster.ts';
import { createCommunity, openConversation } from './support/places.ts';

// Steps with a time limit wait for it themselves; all of a browser's steps together take long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

/** Two people in two browsers who come in through the load balancer and talk. */
let cluster: Cluster;
let browser: Browser;
let ada: Person;
let bob: Person;
let pages: readonly [Page, Page];

beforeAll(async () => {
  cluster = await startCluster();
  browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
  [ada, bob] = [await cluster.person('ada'), await cluster.person('bob')];
  pages = [await openAs(ada), await openAs(bob)];
});
afterAll(async () => {
  await browser?.close();
  await cluster?.close();
});

/** A signed-in person's page. */
async function openAs(person: Person): Promise<Page> {
  const { user } = (await person.at(cluster).get('/v1/user')).body;
  const [name = '', value = ''] = person.cookie.split('=');
  const context = await browser.newContext({
    baseURL: cluster.origin,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    storageState: {
      cookies: [
        { name, value, domain: '127.0.0.1', path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' },
      ],
      origins: [{ origin: cluster.origin, localStorage: [{ name: 'user', value: JSON.stringify(user) }] }],
    },
  });
  context.setDefaultTimeout(60_000);
  return await context.newPage();
}

const field = (page: Page) => page.getByPlaceholder('Type Your Message Here');
const timeline = (page: Page) => page.getByRole('region', { name: /^Messages (with|in #)/ });
const line = (page: Page, text: string) => timeline(page).getByText(text, { exact: true });

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Each writes something the other reads. */
async function talk(first: string, second: string): Promise<void> {
  const [adas, bobs] = pages;
  await write(adas, first);
  await line(bobs, first).waitFor();
  await write(bobs, second);
  await line(adas, second).waitFor();
  for (const page of pages) for (const text of [first, second]) expect(await line(page, text).count(), text).toBe(1);
}

/** How many sockets each process has. */
const sockets = () =>
  Promise.all(
    cluster.api.map(async ({ origin }) => {
      const text = await (await fetch(`${origin}/metrics`)).text();
      return Number(/^hubbub_socket_connections(?:\{[^}]*\})? (\d+)/m.exec(text)?.[1] ?? Number.NaN);
    }),
  );

/** Resolves when each process has one of the two pages: the balancer may have put both on one, in which case one reconnects. */
async function apart(): Promise<void> {
  await expect
    .poll(
      async () => {
        const counts = await sockets();
        if (counts.includes(2)) await pages[1].reload();
        return counts;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toEqual([1, 1]);
}

test('two people whose pages are connected to two processes talk in a conversation', async () => {
  const conversation = await openConversation(cluster, ada, bob);
  // The other person's list shows it only once it has a message.
  expect((await ada.at(cluster).post('/v1/chats', { conversation, content: 'Are you there?' })).status).toBe(201);
  for (const page of pages) await page.goto(`/chat?conversation=${conversation}`);
  for (const page of pages) await field(page).waitFor();
  await apart();
  await talk('Hello from one side', 'Hello from the other');
});

test("what's written while Redis is away appears on the other process's screen once, in order, and readers keep their place", async () => {
  const [one, two] = cluster.api;
  const [adas] = pages;
  const conversation = await openConversation(cluster, ada, bob);
  const say = async (place: { origin: string }, content: string) =>
    expect((await bob.at(place).post('/v1/chats', { conversation, content })).status).toBe(201);
  for (let n = 0; n < 40; n += 1) await say(cluster, `Old ${n}`);
  for (const page of pages) await page.goto(`/chat?conversation=${conversation}`);
  for (const page of pages) await line(page, 'Old 39').waitFor();
  await apart();

  // Ada reads older messages.
  await timeline(adas).hover();
  await adas.mouse.wheel(0, -900);
  const isAway = adas.getByRole('button', { name: 'Go to the newest message' });
  await isAway.waitFor();
  const drawn = await timeline(adas)
    .getByText(/^Old \d+$/)
    .allTextContents();
  const reading = line(adas, drawn[Math.floor(drawn.length / 2)] ?? '');
  const place = () => reading.boundingBox();
  let before = await place();
  const isStill = async () => {
    const last = before;
    before = await place();
    return last !== null && last.y === before?.y;
  };
  await expect.poll(isStill, { timeout: 60_000, interval: 200 }).toBe(true);
  await adas.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

  await cluster.redis.kill();
  const written = Array.from({ length: 6 }, (_, n) => `Meanwhile ${n}`);
  // One of the two processes isn't Ada's: without Redis, her page doesn't hear what it stores.
  for (const [n, text] of written.entries()) await say(n % 2 === 0 ? one : two, text);
  await adas.getByRole('button', { name: 'Show 6 new messages' }).waitFor();
  expect(await place()).toEqual(before);
  await cluster.redis.start();
  await expect
    .poll(
      async () => await Promise.all(cluster.api.map(async ({ origin }) => (await fetch(`${origin}/readyz`)).json())),
      {
        timeout: 60_000,
      },
    )
    .toEqual([{ status: 'ready' }, { status: 'ready' }]);
  for (const member of [one, two]) await say(member, `Live at ${member.port}`);
  await adas.getByRole('button', { name: 'Show 8 new messages' }).waitFor();
  expect(await place()).toEqual(before);
  await adas.getByRole('button', { name: 'Show 8 new messages' }).click();
  const all = [...written, `Live at ${one.port}`, `Live at ${two.port}`];
  await line(adas, all.at(-1) ?? '').waitFor();
  const shown = await timeline(adas)
    .getByText(/^(Meanwhile|Live at) \d+$/)
    .allTextContents();
  expect(shown).toEqual(all);
  expect(await adas.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
});

test("two people talk in a community's channel, and continue when one person's process is restarted", async () => {
  const { handle, channel } = await createCommunity(cluster, [ada, bob]);
  for (const page of pages) await page.goto(`/communities?community=${handle}&channel=${channel}`);
  for (const page of pages) await field(page).waitFor();
  await talk('In the channel', 'Here, too');
  const [one] = cluster.api;
  expect(await one.stop()).toBe(0);
  await expect.poll(async () => (await sockets().catch(() => [2])).at(-1), { timeout: 60_000 }).toBe(2);
  await talk('Still there?', 'Still there.');
  await one.start();
});
