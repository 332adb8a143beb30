import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from './people.ts';

const types: Record<string, string> = { png: 'image/png', mp4: 'video/mp4', mp3: 'audio/mpeg' };

/** The path of one of the real media files the server's tests use, too. */
export const fixture = (name: string) => join(import.meta.dirname, '../../server/test/fixtures', name);

/** Shares a post through the API, with a fixture if one is named; returns its id. */
export async function share(person: Person, content: string, file?: string): Promise<string> {
  const multipart: Record<string, string | { name: string; mimeType: string; buffer: Buffer }> = { content };
  if (file !== undefined) {
    const mimeType = types[file.split('.').at(-1) ?? ''] ?? '';
    multipart.files = { name: file, mimeType, buffer: await readFile(fixture(file)) };
  }
  const answer = await person.api.post('/v1/posts', { multipart });
  expect(answer.status()).toBe(201);
  return (await answer.json()).post.post_id;
}

/** Closes the alert with this text using its last button. */
export async function dismissAlert(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alertdialog');
  await expect(alert.getByText(text, { exact: true })).toBeVisible();
  await alert.getByRole('button').last().click();
}

/** The user in the browser's local storage; empty when no one is signed in. */
export const storedUser = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'));

/** An element's distance from the top of the window, in CSS pixels, once it has stopped moving. */
export async function settled(element: Locator): Promise<number> {
  let last = Number.NaN;
  await expect
    .poll(async () => {
      const before = last;
      last = (await element.boundingBox())?.y ?? Number.NaN;
      return last === before;
    })
    .toBe(true);
  return last;
}

/** Drags one element onto another, as a hand would: in small steps, and without a pause before them. */
export async function drag(from: Locator, to: Locator, pointer: 'mouse' | 'touch'): Promise<void> {
  const page = from.page();
  const [start, end] = await Promise.all([from.boundingBox(), to.boundingBox()]);
  if (!start || !end) throw new Error("What's dragged, or its goal, isn't on the page");
  const x = start.x + start.width / 2;
  const [top, bottom] = [start.y + start.height / 2, end.y + end.height * 0.6];
  const steps = Array.from({ length: 12 }, (_, index) => top + ((bottom - top) * (index + 1)) / 12);
  if (pointer === 'mouse') {
    await page.mouse.move(x, top);
    await page.mouse.down();
    for (const y of steps) await page.mouse.move(x, y);
    await page.mouse.up();
    return;
  }
  const finger = await fingersOn(page);
  await finger.down({ x, y: top });
  for (const y of steps) await finger.move({ x, y });
  await finger.up();
}

/** From now on pages fetch what the server otherwise embeds, so a test can intercept it. */
export async function withoutInitialData(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('id="initial-data"', 'id="no-answer"') });
  });
}

/** The drafts in the browser's database: their names, and how many files each has. */
const drafts = (page: Page): Promise<{ name: string; files: number }[]> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('hubbub-drafts');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const database = request.result;
          const all = database.transaction('drafts').objectStore('drafts').getAll();
          all.onsuccess = () => {
            database.close();
            resolve(all.result.map(({ name, value }) => ({ name, files: Array.isArray(value) ? value.length : 0 })));
          };
        };
      }),
  );

/** The names of the drafts in the browser's database. */
export const draftNames = async (page: Page): Promise<string[]> => (await drafts(page)).map(({ name }) => name);

/** How many chosen files the browser has stored, over all drafts. */
export const storedFiles = async (page: Page): Promise<number> =>
  (await drafts(page)).reduce((sum, { files }) => sum + files, 0);

interface Spot {
  x: number;
  y: number;
}

/** Fingers on a page that's touched. Each list has where they are, one entry a finger; lifting them takes none. */
export async function fingersOn(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Spot[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    down: (...spots: Spot[]) => send('touchStart', spots),
    move: (...spots: Spot[]) => send('touchMove', spots),
    up: () => send('touchEnd', []),
    /** Two taps in the same place, as quickly as people's. */
    async tapTwice(spot: Spot) {
      const taps = [send('touchStart', [spot]), send('touchEnd', []), send('touchStart', [spot]), send('touchEnd', [])];
      await Promise.all(taps);
    },
    /** Moves one finger from a place in several steps, and lifts it. */
    async swipe({ x, y }: Spot, { dx = 0, dy = 0 }) {
      await send('touchStart', [{ x, y }]);
      for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', [{ x: x + dx * part, y: y + dy * part }]);
      await send('touchEnd', []);
    },
  };
}

/** Whether the page is on a device that's touched. */
export const isTouched = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.matchMedia('(pointer: coarse)').matches);

/** What people hold a button with: a finger on a phone, the mouse elsewhere. */
export async function pointerOn(page: Page) {
  if (await isTouched(page)) return await fingersOn(page);
  const { mouse } = page;
  return {
    async down({ x, y }: Spot) {
      await mouse.move(x, y);
      await mouse.down();
    },
    move: ({ x, y }: Spot) => mouse.move(x, y, { steps: 4 }),
    up: () => mouse.up(),
  };
}

/** Milliseconds from a page's navigation to its first contentful paint; waits for that. */
export const firstPaintOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntriesByName('first-contentful-paint')) resolve(startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
