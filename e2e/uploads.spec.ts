import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixture } from './support/actions.ts';
import { attach, conversationOf, field, openChat } from './support/messages.ts';
import { proxiedServerTest } from './support/own-server.ts';
import { expect } from './support/test.ts';

const { test, front } = proxiedServerTest();

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'));
});
test.afterAll(async () => await rm(folder, { recursive: true, force: true }));

const megabyte = 1024 * 1024;

/** A playable video of this size: players skip the contents of the box at its end. */
async function largeVideo(bytes: number): Promise<string> {
  const clip = await readFile(fixture('clip.mp4'));
  const rest = Buffer.alloc(bytes - clip.byteLength);
  rest.writeUInt32BE(rest.byteLength);
  rest.write('free', 4, 'latin1');
  const path = join(folder, 'holiday.mp4');
  await writeFile(path, Buffer.concat([clip, rest]));
  return path;
}

test('a video of 90 MB is posted over a connection that is cut five times and a reload, and hardly anything is sent twice', async ({
  people,
  openAs,
}) => {
  // On a busy machine, 90 MB through a proxy take minutes.
  test.slow();
  const [ann, bob] = [await people.create('up_ann'), await people.create('up_bob')];
  const path = await largeVideo(90 * megabyte);
  const page = await openAs(ann);
  const before = front().uploaded();
  const connection = await page.context().newCDPSession(page);
  await connection.send('Network.enable');
  // On a link without bounds, a browser sends megabytes before it hears that the server has them.
  await connection.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 8 * megabyte,
  });
  await page.goto('/post/upload');
  await page.getByPlaceholder('Type here...').fill('Two weeks at sea');
  await page.locator('input[type=file]').setInputFiles(path);
  front().cutUploads(3, 2 * megabyte);
  await page.getByRole('button', { name: 'Share Post' }).click();
  await expect.poll(() => front().cutsLeft()).toBe(0);
  front().cutUploads(2, 2 * megabyte);
  await expect.poll(() => front().cutsLeft()).toBe(0);
  page.on('dialog', (dialog) => void dialog.accept());
  // It goes on by itself, and isn't a draft anymore.
  await page.reload();
  await expect(page.getByPlaceholder('Type here...')).toHaveValue('');
  const theirs = await openAs(bob);
  await theirs.goto('/feed');
  const video = theirs.getByRole('article').filter({ hasText: 'Two weeks at sea' }).locator('video');
  await expect(async () => {
    await theirs.reload();
    await expect(video).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 240_000 });
  expect((front().uploaded() - before) / (90 * megabyte)).toBeLessThan(1.1);
});

test('a document sent over a connection that is cut arrives byte for byte', async ({ people, openAs }) => {
  const [cem, dan] = [await people.create('up_cem'), await people.create('up_dan')];
  const room = await conversationOf(cem, dan);
  const bytes = randomBytes(12 * megabyte);
  const page = await openAs(cem);
  await openChat(page, room);
  front().cutUploads(2, 3 * megabyte);
  await attach(page, { name: 'plans.bin', mimeType: 'application/octet-stream', buffer: bytes });
  await field(page).press('Enter');
  const history = async () => {
    const answer = await dan.api.get(`/v1/chats/${room}`);
    return (await answer.json()).messages?.[0]?.attachments?.[0]?.path as string | undefined;
  };
  await expect.poll(history).toBeTruthy();
  const stored = await (await dan.api.get(`/media${await history()}`)).body();
  const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
  expect(hash(stored)).toBe(hash(bytes));
  expect(front().cutsLeft()).toBe(0);
});
