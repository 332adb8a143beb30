import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { type BucketServer, startBucketServer } from '../server/test/bucket.ts';
import { freePort, processEnvironment } from '../server/test/programs.ts';
import { fixture, share } from './support/actions.ts';
import { openChat } from './support/messages.ts';
import { test as base, expect } from './support/test.ts';

/** Its own server, whose media are in a bucket that browsers read from, except private files. */

// One server for all tests.
base.describe.configure({ mode: 'default' });

let bucket: BucketServer;
let folder: string;
let origin: string;
let server: ChildProcess;

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are asked for.
  baseURL: async ({}, use) => await use(origin),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  dataDir: async ({}, use) => await use(folder),
});

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = await mkdtemp(join(tmpdir(), 'hubbub-e2e-bucket-'));
  bucket = await startBucketServer();
  await bucket.real?.publish();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: {
      ...processEnvironment,
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      MEDIA_BASE_URL: `${bucket.endpoint}/hubbub`,
      ...bucket.settings(),
    },
    stdio: 'inherit',
  });
  await expect
    .poll(async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.status, { timeout: 90_000 })
    .toBe(200);
});
test.afterAll(async () => {
  if (server?.kill('SIGTERM')) await once(server, 'exit');
  await bucket?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Records what a page loads from the bucket, and what its policy blocks. */
function watch(page: Page) {
  const seen = { fromBucket: [] as { path: string; status: number }[], refused: [] as string[] };
  page.on('response', (response) => {
    const { origin: from, pathname } = new URL(response.url());
    if (from === bucket.endpoint) seen.fromBucket.push({ path: pathname, status: response.status() });
  });
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) seen.refused.push(message.text());
  });
  return seen;
}

const file = async (name: string, mimeType: string) => ({ name, mimeType, buffer: await readFile(fixture(name)) });

test("a post's picture and video and a profile picture come from the bucket, and the video is seekable", async ({
  people,
  openAs,
}) => {
  const [author, reader] = [await people.create('author'), await people.create('reader')];
  const picture = { profile_pic: await file('still.webp', 'image/webp') };
  expect((await author.api.post('/v1/profile', { multipart: picture })).ok()).toBe(true);
  const posts = [await share(author, 'A picture', 'alpha.png'), await share(author, 'A video', 'clip.mp4')] as const;
  for (const id of posts) {
    await expect
      .poll(async () => (await (await author.api.get(`/v1/posts/${id}`)).json()).post.files[0].state)
      .toBe('ready');
  }

  const page = await openAs(reader);
  const seen = watch(page);
  await page.goto(`/posts/${posts[0]}`);
  const image = page.getByRole('article').locator(`img[src^="${bucket.endpoint}/hubbub/"]`);
  await expect
    .poll(
      async () =>
        await image.evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length),
    )
    .toBe(2);

  await page.goto(`/posts/${posts[1]}`);
  const video = page.getByRole('article').locator('video');
  await expect(video).toHaveAttribute('src', new RegExp(`^${bucket.endpoint}/hubbub/`));
  const duration = async () => await video.evaluate((one: HTMLVideoElement) => one.duration);
  await expect.poll(duration).toBeGreaterThan(0);
  const middle = (await duration()) / 2;
  const stands = await video.evaluate(async (one: HTMLVideoElement, time) => {
    const sought = new Promise((resolve) => one.addEventListener('seeked', resolve, { once: true }));
    one.currentTime = time;
    await sought;
    return one.currentTime;
  }, middle);
  expect(stands).toBeCloseTo(middle, 1);
  expect(seen.fromBucket.filter(({ path, status }) => path.endsWith('.mp4') && status === 206).length).toBeGreaterThan(
    0,
  );
  expect(seen.refused).toEqual([]);
});

test("the other person sees a message's picture through a link to the bucket, and nobody else does", async ({
  people,
  openAs,
}) => {
  const [ann, bob, eve] = [await people.create('ann'), await people.create('bob'), await people.create('eve')];
  const opened = await ann.api.post('/v1/conversations', { data: { username: bob.user.username } });
  const conversation = (await opened.json()).newConversation._id;
  const image = await file('still.webp', 'image/webp');
  const sent = await ann.api.post('/v1/chats', { multipart: { conversation, content: 'Look', image } });
  const { imageUrl } = (await sent.json()).message;

  const page = await openAs(bob);
  const seen = watch(page);
  await openChat(page, conversation);
  const picture = page.getByRole('img', { name: /^picture from/ });
  await expect.poll(async () => await picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  expect(seen.fromBucket).toContainEqual({ path: `/hubbub${imageUrl}`, status: 200 });
  expect(seen.refused).toEqual([]);

  expect((await eve.api.get(`/media${imageUrl}`)).status()).toBe(404);
  expect((await fetch(`${origin}/media${imageUrl}`)).status).toBe(401);
  // s3rver knows no policies.
  if (bucket.real) expect((await fetch(`${bucket.endpoint}/hubbub${imageUrl}`)).status).toBe(403);
});
