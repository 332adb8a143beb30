import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { type FixtureName, readFixture } from '../../../test/fixtures/fixtures.ts';
import { testWorld } from '../../../test/harness.ts';
import { createMedia, receiveContent } from './media.factory.ts';
import {
  attachMedia,
  cancelMedia,
  discardMedia,
  mediaFilesOf,
  receiveMedia,
  sweepUnattached,
} from './media.service.ts';

const ownerId = newId();
// Videos are decoded by low-priority processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const world = await testWorld({
  settings: { MAX_IMAGE_SIZE: '2MB', MAX_MEDIA_SIZE: '1MB', MAX_PROFILE_PICTURE_SIZE: '50KB' },
});

const create = async (name: FixtureName) =>
  await createMedia(world.platform, { content: await readFixture(name), ownerId });
const receive = async (content: Buffer, purpose: 'post' | 'profile' = 'post') =>
  await receiveContent(world.platform, { content, ownerId, purpose });
const show = async (id: string) => {
  const [file] = await mediaFilesOf(world.platform.db.kysely, [id]);
  if (!file) throw new Error('there is no such medium');
  return file;
};
/** Names of all files in the storage, including unfinished ones. */
const stored = async () => {
  const folder = join(world.platform.config.dataDir, 'media');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? entry.name : [])).sort();
};
const rows = async () => await world.sql('select id from media_files order by id');
const served = async (path: string) => (await world.stranger().get(`/media${path}`)).body as Buffer;

describe("a phone's picture", () => {
  test('is served upright, without the place and the device it was taken with', async () => {
    const original = await readFixture('phone.jpg');
    expect((await sharp(original).metadata()).exif).toBeDefined();
    const { id, path } = await create('phone.jpg');
    const body = await served(path);
    const metadata = await sharp(body).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 3024, height: 4032 });
    for (const kind of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) expect(metadata[kind]).toBeUndefined();
    expect(body.includes('GPS') || body.includes('Exif') || body.includes('Example')).toBe(false);
    const corner = await sharp(body).extract({ left: 1500, top: 100, width: 50, height: 50 }).toBuffer();
    const { dominant: sky } = await sharp(corner).stats();
    expect(sky.b).toBeGreaterThan(sky.r);
    expect(await show(id)).toMatchObject({ type: 'image/jpeg', width: 3024, height: 4032, duration: null });
  });

  test("is held back until it's checked, then has smaller versions and a placeholder", async () => {
    const { id } = await receive(await readFixture('phone.jpg'));
    expect(await show(id)).toMatchObject({ state: 'processing', is_nsfw: true, variants: [], placeholder: null });
    await world.platform.db.transaction(async (tx) => await attachMedia(world.platform, tx, [id]));
    await world.runJobs();
    const file = await show(id);
    expect(file).toMatchObject({ state: 'ready', is_nsfw: false, poster: null });
    expect(file.placeholder).toMatch(/^data:image\/webp;base64,[\w+/=]{20,600}$/);
    expect(file.variants.map(({ width }) => width)).toEqual([320, 640, 1080]);
    for (const { path, width, type } of file.variants) {
      expect(type).toBe('image/webp');
      const metadata = await sharp(await served(path)).metadata();
      expect(metadata).toMatchObject({ format: 'webp', width });
      expect(metadata.exif).toBeUndefined();
    }
  });
});

describe('other pictures', () => {
  test('transparency is kept', async () => {
    const { id, path } = await create('alpha.png');
    const { data } = await sharp(await served(path))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[3]).toBe(0);
    await world.runJobs();
    const [small] = (await show(id)).variants;
    expect(await sharp(await served(small?.path ?? '')).metadata()).toMatchObject({ width: 320, hasAlpha: true });
  });

  test.each<[FixtureName, string]>([
    ['animated.webp', 'webp'],
    ['animated.gif', 'gif'],
  ])('%s stays animated', async (name, format) => {
    const { id, path } = await create(name);
    expect(await sharp(await served(path)).metadata()).toMatchObject({ format, pages: 8, loop: 0 });
    await world.runJobs();
    expect(await show(id)).toMatchObject({ width: 240, height: 160, state: 'ready', is_nsfw: false, variants: [] });
  });

  test('AVIF is served as WebP', async () => {
    const { id, path } = await create('still.avif');
    expect(path).toMatch(/\.webp$/);
    expect(await show(id)).toMatchObject({ type: 'image/webp', width: 300, height: 400 });
  });
});

describe('videos and sounds', () => {
  test('a video keeps its type and size, and gets a poster', async () => {
    const { id, path } = await create('clip.mp4');
    await world.runJobs();
    const file = await show(id);
    expect((await served(path)).length).toBeGreaterThan(0.9 * (await readFixture('clip.mp4')).length);
    expect(file).toMatchObject({ type: 'video/mp4', width: 640, height: 360, state: 'ready', is_nsfw: false });
    expect(file.duration).toBeCloseTo(3, 0);
    const poster = await sharp(await served(file.poster ?? '')).metadata();
    expect(poster).toMatchObject({ format: 'webp', width: 640, height: 360 });
    expect(file.placeholder).toMatch(/^data:image\/webp/);
  });

  test("a rotated video and its poster have the size they're shown in", async () => {
    const { id } = await create('rotated.mp4');
    await world.runJobs();
    const file = await show(id);
    expect(file).toMatchObject({ width: 360, height: 640, state: 'ready' });
    expect(await sharp(await served(file.poster ?? '')).metadata()).toMatchObject({ width: 360, height: 640 });
  });

  test.each<[FixtureName, string]>([
    ['tone.mp3', 'audio/mpeg'],
    ['tone.m4a', 'audio/mp4'],
    ['tone.ogg', 'audio/ogg'],
    ['tone.wav', 'audio/wav'],
    ['sound-only.mp4', 'audio/mp4'],
  ])('%s is a sound and is never held back', async (name, type) => {
    const { id, path, kind } = await create(name);
    expect(kind).toBe('audio');
    expect(path).not.toMatch(/\.mp4$/);
    expect(await show(id)).toMatchObject({ type, is_nsfw: false, state: 'processing' });
    await world.runJobs();
    const file = await show(id);
    expect(file).toMatchObject({ type, is_nsfw: false, state: 'ready', width: null, height: null });
    expect(file.duration).toBeGreaterThan(0.9);
    expect((await served(path)).length).toBeGreaterThan(0.8 * (await readFixture(name)).length);
  });
});

describe('refused files leave nothing behind', () => {
  let before: { files: string[]; rows: unknown[] };
  beforeEach(async () => {
    await world.runJobs();
    before = { files: await stored(), rows: await rows() };
  });
  const expectNothingLeft = async () => expect({ files: await stored(), rows: await rows() }).toEqual(before);

  const refused = async (content: Buffer, status: number, words: RegExp, purpose: 'post' | 'profile' = 'post') => {
    await expect(receive(content, purpose)).rejects.toMatchObject({ status, message: expect.stringMatching(words) });
    await expectNothingLeft();
  };
  const padded = async (name: FixtureName, bytes: number) =>
    Buffer.concat([await readFixture(name), Buffer.alloc(bytes)]);

  test.each<FixtureName>(['html.jpg', 'svg.jpg'])(
    '%s',
    async (name) => await refused(await readFixture(name), 415, /Only pictures/),
  );
  test('a truncated picture', async () => await refused(await readFixture('truncated.jpg'), 422, /damaged/));
  test('a decompression bomb', async () => await refused(await readFixture('bomb.png'), 422, /30000 × 30000 pixels/));
  test('an empty file', async () => await refused(Buffer.alloc(0), 422, /empty/));
  test('a GIF cut off after its first bytes', async () =>
    await refused(Buffer.from('GIF89a<script>alert(1)</script>'), 422, /damaged/));
  test('a video cut off after its first bytes', async () => {
    const start = (await readFixture('clip.mp4')).subarray(0, 40);
    await refused(Buffer.concat([start, Buffer.alloc(9000, 1)]), 422, /damaged/);
  });
  test("a picture that's too large", async () =>
    await refused(await padded('phone.jpg', 2 * 1024 * 1024), 413, /picture is larger than 2 MB/));
  test("a video that's too large", async () =>
    await refused(await padded('clip.mp4', 1024 * 1024), 413, /video is larger than 1 MB/));
  test("a profile picture that's too large", async () =>
    await refused(await readFixture('phone.jpg'), 413, /picture is larger than/, 'profile'));
  test('a video as a profile picture', async () =>
    await refused(await readFixture('clip.mp4'), 415, /Only pictures/, 'profile'));

  test('an aborted upload', async () => {
    const content = await readFixture('clip.mp4');
    const file = new Readable({ read: () => undefined });
    file.push(content.subarray(0, 20_000));
    const receiving = receiveMedia(world.platform, { file }, { ownerId, purpose: 'post' });
    setTimeout(() => file.destroy(new Error('premature close')), 50);
    await expect(receiving).rejects.toMatchObject({ status: 400 });
    await expectNothingLeft();
  });

  test('a request refused for another reason', async () => {
    const { id } = await receive(await readFixture('alpha.png'));
    await cancelMedia(world.platform, [id]);
    await expectNothingLeft();
  });
});

describe('life cycle', () => {
  const discard = async (ids: string[]) =>
    await world.platform.db.transaction(async (tx) => await discardMedia(world.platform, tx, ids));

  test('received files are attached once', async () => {
    const { id } = await receive(await readFixture('alpha.png'));
    const attach = async () =>
      await world.platform.db.transaction(async (tx) => await attachMedia(world.platform, tx, [id]));
    await attach();
    await expect(attach()).rejects.toMatchObject({ status: 422 });
  });

  test('an event announces each checked file', async () => {
    const heard: string[] = [];
    world.platform.events.on('media.updated', async (_tx, { mediaId }) => {
      heard.push(mediaId);
      await Promise.resolve();
    });
    const { id } = await create('still.webp');
    await world.runJobs();
    expect(heard).toContain(id);
  });

  test('deleting media deletes all of their files, and can be repeated', async () => {
    await world.runJobs();
    const before = await stored();
    const { id } = await create('phone.jpg');
    const video = await create('clip.mp4');
    await world.runJobs();
    expect((await stored()).length).toBe(before.length + 6);
    for (let time = 0; time < 2; time += 1) {
      await discard([id, video.id]);
      await world.runJobs();
    }
    expect(await stored()).toEqual(before);
    expect((await world.stranger().get(`/media${video.path}`)).status).toBe(404);
  });

  test.each<FixtureName>(['phone.jpg', 'clip.mp4', 'h263.3gp'])(
    "deleting %s while jobs work on it leaves nothing behind, and isn't a failure",
    async (name) => {
      await world.runJobs();
      const before = await stored();
      for (const pause of [0, 100, 300]) {
        const { id } = await create(name);
        await new Promise((resolve) => setTimeout(resolve, pause));
        await discard([id]);
        await world.runJobs();
      }
      await expect.poll(stored).toEqual(before);
    },
  );

  test('files received an hour ago and never attached are swept', async () => {
    await world.runJobs();
    const before = await stored();
    const { id } = await receive(await readFixture('alpha.png'));
    expect(await sweepUnattached(world.platform)).toBe(0);
    await world.sql(`update media_files set created_at = now() - interval '61 minutes' where id = $1`, [id]);
    expect(await sweepUnattached(world.platform)).toBe(1);
    await world.runJobs();
    expect(await stored()).toEqual(before);
  });

  test('deleting an account deletes all its media, including those in messages', async () => {
    const leaver = newId();
    const content = await readFixture('still.webp');
    const post = await createMedia(world.platform, { content, ownerId: leaver });
    const message = await createMedia(world.platform, { content, ownerId: leaver, purpose: 'message' });
    const other = await createMedia(world.platform, { content, ownerId: newId(), purpose: 'message' });
    await world.platform.db.transaction(
      async (tx) => await world.platform.events.emit(tx, 'account.deleted', { userId: leaver }),
    );
    await world.runJobs();
    expect((await world.stranger().get(`/media${post.path}`)).status).toBe(404);
    expect(await world.platform.storage.find(message.path.slice(1))).toBeUndefined();
    expect(await world.platform.storage.find(other.path.slice(1))).toBeDefined();
  });
});

describe('serving', () => {
  let path: string;
  let content: Buffer;
  beforeAll(async () => {
    const created = await create('clip.mp4');
    await world.runJobs();
    path = `/media${created.path}`;
    content = await served(created.path);
  });
  const get = async (headers: Record<string, string> = {}) => await world.stranger().get(path, headers);

  test('returns the whole file, cacheable for an hour at most and unable to act as a page', async () => {
    const { status, headers, body } = await get();
    expect(status).toBe(200);
    expect((body as Buffer).equals(content)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': `inline; filename="${path.slice('/media/'.length)}"`,
    });
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('returns a range', async () => {
    const { status, headers, body } = await get({ range: 'bytes=100-199' });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes 100-199/${content.length}`);
    expect((body as Buffer).equals(content.subarray(100, 200))).toBe(true);
    expect(((await get({ range: 'bytes=-10' })).body as Buffer).equals(content.subarray(-10))).toBe(true);
  });

  test("rejects a range that doesn't exist", async () => {
    const { status, headers, body } = await get({ range: `bytes=${content.length}-` });
    expect(status).toBe(416);
    expect(headers.get('content-range')).toBe(`bytes */${content.length}`);
    expect(body).toEqual({ error: expect.any(String) });
  });

  test('returns a range only of the version the client knows', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
  });

  test('returns nothing if the client already has it', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    const { status, body } = await get({ 'if-none-match': `"x", ${etag}` });
    expect(status).toBe(304);
    expect((body as Buffer).length).toBe(0);
  });

  test('returns only the headers for HEAD', async () => {
    const response = await world.stranger().fetch(path, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(content.length));
    expect(await response.text()).toBe('');
  });

  test.each([
    '/media/nothing-here.jpg',
    '/media/..%2f..%2fetc%2fpasswd',
    '/media/.incoming',
    '/media/x',
    '/media/',
    '/media/a/b.jpg',
  ])('finds nothing at %s', async (address) => {
    const answer = await world.stranger().get(address);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ error: expect.any(String) });
  });

  test.each([
    '/media/profiles/default.png',
    '/media/profiles/default.jpg',
    '/media/bugbee/profiles/default.jpg',
    '/profiles/default.png',
    '/profiles/default.jpg',
  ])('serves the default picture at %s', async (address) => {
    const { status, headers, body } = await world.stranger().get(address);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(address.endsWith('png') ? 'image/png' : 'image/jpeg');
    expect(await sharp(body as Buffer).metadata()).toMatchObject({ width: 256, height: 256 });
  });
});
