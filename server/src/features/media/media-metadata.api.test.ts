import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { type FixtureName, readFixture } from '../../../test/fixtures/fixtures.ts';
import { startWorld, type World } from '../../../test/harness.ts';
import { createMedia } from './media.factory.ts';
import { keyOf, rawPath } from './media.rules.ts';
import { mediaFilesOf, queueStored } from './media.service.ts';

// Recordings are rewritten by low-priority processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const ownerId = newId();
/** What the tagged files reveal about a person: where and when it was recorded, names, titles, a chapter, the cover's comment. */
const secrets = ['Secret', '48.8584', '002.2945', '©xyz', 'APIC', 'TPE1', 'TIT2'];

describe.each([
  ['the installed FFmpeg', 'ffmpeg'],
  ['the bundled one', '/nowhere/ffmpeg'],
])('with %s', (_name, ffmpegPath) => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ settings: { FFMPEG_PATH: ffmpegPath } });
  });
  afterAll(async () => await world.close());

  const create = async (name: FixtureName) =>
    await createMedia(world.platform, { content: await readFixture(name), ownerId });
  const get = async (path: string) => await world.stranger().get(`/media${path}`);
  const show = async (id: string) => (await mediaFilesOf(world.platform.db.kysely, [id]))[0];
  const stored = async () => {
    const folder = join(world.platform.config.dataDir, 'media');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() ? entry.name : []));
  };
  const said = (content: Buffer) => secrets.filter((secret) => content.includes(Buffer.from(secret, 'latin1')));

  test.each<FixtureName>(['tagged.mov', 'tagged.mp3'])(
    '%s is served only once it no longer says who made it, where and when',
    async (name) => {
      expect(said(await readFixture(name)).length).toBeGreaterThan(2);
      await world.platform.jobs.stop();
      const { id, path } = await create(name);
      expect((await get(path)).status).toBe(404);
      expect((await get(rawPath(path))).status).toBe(404);
      expect(await stored()).toContain(keyOf(rawPath(path)));
      await world.platform.jobs.start();
      await world.runJobs();
      const { status, body } = await get(path);
      expect(status).toBe(200);
      expect(said(body)).toEqual([]);
      expect(await show(id)).toMatchObject({ state: 'ready', is_nsfw: false });
      expect(await stored()).not.toContain(keyOf(rawPath(path)));
    },
  );

  test('a video keeps its rotation', async () => {
    const { path } = await create('tagged.mov');
    await world.runJobs();
    const probed = await world.platform.storage.withLocalFile(keyOf(path), world.platform.processing.probe);
    expect(probed).toMatchObject({ hasVideo: true, hasAudio: true, width: 90, height: 160 });
  });

  /** The way an older version stored it: at its final path, and already checked. */
  const storeAsBefore = async (name: FixtureName, content: Buffer) => {
    const { id, path } = await create(name);
    await world.runJobs();
    await world.platform.storage.put(keyOf(path), content, { type: 'video/quicktime' });
    await world.sql(`update media_files set metadata = 'kept' where id = $1`, [id]);
    return { id, path };
  };

  test('a job rewrites files stored by an older version, and they otherwise stay the same', async () => {
    const { id, path } = await storeAsBefore('tagged.mov', await readFixture('tagged.mov'));
    const before = await show(id);
    expect(said((await get(path)).body).length).toBeGreaterThan(2);
    expect(await queueStored(world.platform)).toBe(1);
    await world.runJobs();
    expect(said((await get(path)).body)).toEqual([]);
    expect(await show(id)).toEqual(before);
    expect(await queueStored(world.platform)).toBe(0);
  });

  test("a file that can't be rewritten is no longer served, but isn't lost", async () => {
    const { id, path } = await storeAsBefore('tagged.mov', Buffer.from('no recording at all, Secret'));
    await world.platform.jobs.stop();
    await queueStored(world.platform);
    await world.sql('update graphile_worker._private_jobs set max_attempts = 1');
    await world.platform.jobs.start();
    await world.runJobs();
    expect((await get(path)).status).toBe(404);
    expect((await get(rawPath(path))).status).toBe(404);
    expect(await show(id)).toMatchObject({ state: 'failed' });
    expect(await stored()).toContain(keyOf(rawPath(path)));
    expect(await queueStored(world.platform)).toBe(0);
  });
});

test("a HEIC that can't be rewritten without its location is refused with an explanation", async () => {
  const world = await startWorld();
  try {
    const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(5000)]);
    const receiving = createMedia(world.platform, { content: heic, ownerId });
    await expect(receiving).rejects.toMatchObject({ status: 415, message: expect.stringMatching(/Save it as a JPEG/) });
  } finally {
    await world.close();
  }
});
