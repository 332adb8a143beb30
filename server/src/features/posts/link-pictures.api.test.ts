import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { testWorld } from '../../../test/harness.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a9' } }).withMetadata({
    exif: { IFD0: { Copyright: 'A secret place' } },
  });
const animated = async (): Promise<Buffer> => {
  const frames = await Promise.all(
    ['#f00', '#0f0'].map((background) =>
      sharp({ create: { width: 200, height: 100, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
};
/** The beginning of a picture that claims to be very large. */
const claiming = async (side: number): Promise<Buffer> => {
  const png = await plain(100, 100).png().toBuffer();
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  return png;
};

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>alert(1)</script></svg>';
const pictures: Record<string, () => Promise<{ type: string; body: Buffer }>> = {
  good: async () => ({ type: 'image/jpeg', body: await plain(2400, 1260).jpeg().toBuffer() }),
  'named-wrongly': async () => ({ type: 'image/jpeg', body: await plain(300, 200).png().toBuffer() }),
  moving: async () => ({ type: 'image/gif', body: await animated() }),
  counter: async () => ({ type: 'image/gif', body: await plain(1, 1).gif().toBuffer() }),
  huge: async () => ({ type: 'image/png', body: await claiming(60_000) }),
  heavy: async () => ({ type: 'image/png', body: Buffer.alloc(2 * 1024 * 1024, 1) }),
  vector: async () => ({ type: 'image/svg+xml', body: Buffer.from(svg) }),
  'vector-in-disguise': async () => ({ type: 'image/png', body: Buffer.from(svg) }),
  page: async () => ({ type: 'text/html', body: Buffer.from('<p>Hello') }),
  'page-in-disguise': async () => ({ type: 'image/png', body: Buffer.from('<!doctype html><p>Hello') }),
  cut: async () => ({ type: 'image/jpeg', body: (await plain(900, 600).jpeg().toBuffer()).subarray(0, 400) }),
};

const site = createServer(async (request, response) => {
  const name = (request.url ?? '').slice(1);
  if (name.startsWith('page-of/')) {
    const picture = decodeURIComponent(name.slice('page-of/'.length));
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<title>Tea</title><meta property="og:image" content="${picture}">`);
    return;
  }
  if (name === 'inside') return void response.writeHead(302, { location: 'http://169.254.169.254/a.png' }).end();
  const made = await pictures[name]?.();
  if (!made) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': made.type }).end(made.body);
});
await new Promise<void>((resolve) => {
  site.listen(0, '127.0.0.1', resolve);
});
afterAll(() => site.close());
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
const clock = testClock();
const world = await testWorld({
  clock,
  settings: { LINK_PREVIEWS: 'on', LINK_PREVIEWS_INSIDE: origin.slice('http://'.length) },
});
const ada = await world.person('ada_pictures');

/** The post's preview of a page with this picture. */
async function previewOf(picture: string) {
  const form = new FormData();
  form.set('content', `Look: ${origin}/page-of/${encodeURIComponent(picture)}`);
  const { body } = await ada.upload('/v1/posts', form);
  await world.runJobs();
  const id = body.post.post_id as string;
  return { id, link: (await ada.get(`/v1/posts/${id}`)).body.post.link };
}
const fetchPicture = (path: string) => fetch(`${world.origin}/media${path}`);
const kept = async () =>
  (await world.sql<{ path: string }>('select path from link_pictures order by path')).map(({ path }) => path);
const sweep = async () => {
  clock.advance(2 * 60 * 60 * 1000);
  await world.platform.jobs.add(world.platform.db.kysely, 'media.sweep', {});
  await world.runJobs();
};

test("a preview has its page's picture as a small WebP of ours, without metadata", async () => {
  const { link } = await previewOf('/good');
  expect(link).toMatchObject({ title: 'Tea', image_path: expect.stringMatching(/^\/[0-9a-f]{32}\.webp$/) });
  const response = await fetchPicture(link.image_path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 914, height: 480 });
  expect(bytes.toString('latin1')).not.toContain('secret');
});

test("a picture's type is detected from its content, and only the first frame of an animation is kept", async () => {
  for (const name of ['named-wrongly', 'moving']) {
    const { link } = await previewOf(`${origin}/${name}`);
    const response = await fetchPicture(link.image_path);
    const { format, pages = 1 } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([name, format, pages]).toEqual([name, 'webp', 1]);
  }
});

test.each([
  'counter',
  'huge',
  'heavy',
  'vector',
  'vector-in-disguise',
  'page',
  'page-in-disguise',
  'cut',
  'inside',
  'nowhere',
])("a preview leaves out a picture that can't be used: %s", async (name) => {
  const before = await kept();
  const { link } = await previewOf(`/${name}`);
  expect(link).toMatchObject({ title: 'Tea', image_path: null });
  expect(await kept()).toEqual(before);
});

test.each([
  'http://169.254.169.254/a.png',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'http://[',
  'http://127.0.0.1:1/a.png',
])("a picture can't be made to come from inside: %s", async (address) => {
  expect((await previewOf(address)).link).toMatchObject({ title: 'Tea', image_path: null });
});

test('a picture is deleted with its post, or with the link in it, and others stay', async () => {
  const [one, two, three] = [await previewOf('/good'), await previewOf('/good'), await previewOf('/good')];
  expect(new Set([one, two, three].map(({ link }) => link.image_path)).size).toBe(3);
  await ada.delete(`/v1/posts/${one.id}`);
  await ada.patch(`/v1/posts/${two.id}`, { content: 'No link' });
  await sweep();
  const statuses = await Promise.all(
    [one, two, three].map(async ({ link }) => (await fetchPicture(link.image_path)).status),
  );
  expect(statuses).toEqual([404, 404, 200]);
  expect(await kept()).toContain(three.link.image_path);
});

test("a message's picture is deleted with the message", async () => {
  const bob = await world.person('bob_pictures');
  const { body } = await ada.post('/v1/conversations', { username: bob.user.username });
  const conversation = body.newConversation._id;
  const content = `${origin}/page-of/${encodeURIComponent('/good')}`;
  const sent = (await ada.post('/v1/chats', { conversation, content })).body.message;
  await world.runJobs();
  const { messages } = (await bob.get(`/v1/chats/${conversation}`)).body;
  const path = messages.at(-1).link.image_path;
  expect((await fetchPicture(path)).status).toBe(200);
  await ada.delete(`/v1/messages/${sent._id}`);
  await sweep();
  expect((await fetchPicture(path)).status).toBe(404);
});
