import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { conversationPath, fixtureAs, sendFiles } from '../../../test/attachments.ts';
import type { FixtureName } from '../../../test/fixtures/fixtures.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { type Caller, testWorld, type World } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

// Videos are decoded by low-priority processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const world = await testWorld();
const plain = await testWorld({ settings: { FFMPEG_PATH: '/nowhere/ffmpeg' } });
const { acquainted } = talkIn(() => world);
const [ada, bob, conversation] = await acquainted();

const share = async (person: Caller, name: FixtureName) => {
  const form = formOf(['content', 'A film'], ['files', await fixtureFile(name)]);
  const { status, body } = await person.upload('/v1/posts', form);
  expect(status).toBe(201);
  return body.post;
};
const fileOf = async (person: Caller, postId: string) => (await person.get(`/v1/posts/${postId}`)).body.post.files[0];
const attachmentOf = async (person: Caller) =>
  (await person.get(`/v1/chats/${conversation}?mark=false`)).body.messages.at(-1).attachments[0];
const statusOf = async (person: Caller, path: string) => (await person.get(`/media${path}`)).status;

/** The facts of the file at a path. */
const probe = async ({ platform }: World, person: Caller, path: string) => {
  const { status, body } = await person.get(`/media${path}`);
  expect(status).toBe(200);
  const probed = await platform.storage.withScratchFile(async (file) => {
    await writeFile(file, body);
    return await platform.processing.probe(file);
  });
  const [video] = probed?.videos ?? [];
  return { format: video?.format, depth: video?.depth, sounds: probed?.audioFormats };
};
const playable = { format: 'AVC', depth: 8, sounds: ['AAC'] };

/** Keeps videos from being converted until it's called. */
async function holdConversions(): Promise<() => Promise<void>> {
  const name = 'test-holds-conversions';
  await world.sql('select pg_advisory_lock(4855243, hashtext($1))', [name]);
  await world.sql(
    `insert into graphile_worker._private_job_queues (queue_name, locked_at, locked_by) values ('conversions', now(), $1)
     on conflict (queue_name) do update set locked_at = now(), locked_by = $1`,
    [name],
  );
  return async () => {
    await world.sql('select pg_advisory_unlock(4855243, hashtext($1))', [name]);
    await world.sql('select graphile_worker.force_unlock_workers(array[$1])', [name]);
  };
}

describe.skipIf(!world.platform.processing.converts)('where ffmpeg is installed', () => {
  test.each<[FixtureName]>([['hevc-10bit.mov'], ['hevc-4k.mov'], ['h263.3gp'], ['mpeg4.avi']])(
    '%s is converted to a format that every browser plays, and has a poster',
    async (name) => {
      const post = await share(ada, name);
      const [file] = post.files;
      expect(file).toMatchObject({ type: 'video/mp4', is_nsfw: false, progress: null });
      await world.runJobs();
      const shown = await fileOf(bob, post.post_id);
      expect(shown).toMatchObject({
        path: file.path,
        type: 'video/mp4',
        state: 'ready',
        is_nsfw: false,
        progress: null,
      });
      expect(shown.poster).toMatch(/-poster\.webp$/);
      expect(shown.unplayable).toBeUndefined();
      expect(await probe(world, world.stranger(), file.path)).toEqual(playable);
    },
  );

  test('what is larger than 1080p becomes 1080p, and the result plays before it has been loaded in full', async () => {
    const { post_id } = await share(ada, 'hevc-4k.mov');
    await world.runJobs();
    const { path, width, height } = await fileOf(bob, post_id);
    expect([width, height]).toEqual([1920, 1080]);
    const { body } = await bob.get(`/media${path}`);
    const [index, frames] = ['moov', 'mdat'].map((part) => Buffer.from(body).indexOf(part));
    expect(index).toBeGreaterThan(0);
    expect(frames).toBeGreaterThan(index ?? 0);
  });

  test('until then only its author can load it, unconverted, and sees the progress', async () => {
    const release = await holdConversions();
    const { post_id, files } = await share(ada, 'hevc-10bit.mov');
    const [{ path, file_id }] = files;
    await vi.waitFor(async () => expect((await fileOf(ada, post_id)).poster).not.toBeNull(), { timeout: 120_000 });
    expect(await probe(world, ada, path)).toMatchObject({ format: 'HEVC', depth: 10 });
    expect(await statusOf(bob, path)).toBe(404);
    expect(await statusOf(world.stranger(), path)).toBe(404);
    await world.sql('update media_files set progress = 40 where id = $1', [file_id]);
    expect(await fileOf(ada, post_id)).toMatchObject({ state: 'processing', progress: 40, is_nsfw: false });
    expect(await fileOf(bob, post_id)).toMatchObject({ state: 'processing', progress: null, is_nsfw: true });
    await release();
    await world.runJobs();
    expect(await fileOf(bob, post_id)).toMatchObject({ state: 'ready', path });
    expect(await probe(world, bob, path)).toEqual(playable);
  });

  test('a file that needs no conversion has no progress: null, in posts and in messages', async () => {
    const { files } = await share(ada, 'alpha.png');
    expect(files).toMatchObject([{ type: 'image/png', progress: null }]);
    const sent = await sendFiles(ada, conversationPath, { conversation, files: [await fixtureFile('alpha.png')] });
    expect(sent.body.message.attachments).toMatchObject([{ type: 'image/png', progress: null }]);
  });

  test("the same applies to a message's file", async () => {
    const release = await holdConversions();
    const files = [await fixtureAs('mpeg4.avi', 'film.avi', 'video/x-msvideo')];
    const { body } = await sendFiles(ada, conversationPath, { conversation, files });
    const [{ path, file_id }] = body.message.attachments;
    expect(body.message.attachments[0]).toMatchObject({ state: 'processing', progress: null, poster: null });
    await vi.waitFor(async () => expect((await attachmentOf(ada)).poster).not.toBeNull(), { timeout: 120_000 });
    await world.sql('update media_files set progress = 70 where id = $1', [file_id]);
    expect(await attachmentOf(ada)).toMatchObject({ progress: 70 });
    expect(await attachmentOf(bob)).toMatchObject({ progress: null, state: 'processing' });
    expect([await statusOf(ada, path), await statusOf(bob, path)]).toEqual([200, 404]);
    const live = await bob.socket();
    await release();
    await world.runJobs();
    const changed = await live.first('messageChanged');
    expect(changed.attachments).toMatchObject([{ path, state: 'ready', type: 'video/mp4', name: 'film.avi' }]);
    expect(await probe(world, bob, path)).toEqual(playable);
  });

  test("a phone's video whose streams every browser plays is only moved to another container", async () => {
    const { post_id, files } = await share(ada, 'tagged.mov');
    expect(files[0]).toMatchObject({ type: 'video/mp4', path: expect.stringMatching(/\.mp4$/) });
    await world.runJobs();
    expect(await fileOf(bob, post_id)).toMatchObject({ state: 'ready', path: files[0].path });
    expect(await probe(world, bob, files[0].path)).toEqual(playable);
  });

  test('leaves nothing but the result and its poster in the storage, and counts only that', async () => {
    const sizes = 'select sum(bytes)::int as bytes from media_files where owner_id = $1';
    const [stored] = await world.sql(sizes, [ada.user_id]);
    const [used] = await world.sql('select bytes::int from media_usage where owner_id = $1', [ada.user_id]);
    expect(used?.bytes).toBe(stored?.bytes);
    const kept = await readdir(join(world.platform.config.dataDir, 'media'), { recursive: true });
    expect(kept.filter((name) => name.includes('-private-raw'))).toEqual([]);
    const waiting = await world.sql('select id from media_files where converts_from is not null');
    expect(waiting).toEqual([]);
  });
});

test('without ffmpeg the author learns right away that browsers may not play it, and everybody can download it', async () => {
  const eve = await plain.person('eve');
  const { post_id, files } = await share(eve, 'hevc-10bit.mov');
  expect(files[0]).toMatchObject({ type: 'video/quicktime', unplayable: true });
  await plain.runJobs();
  const shown = await fileOf(await plain.person('finn'), post_id);
  expect(shown).toMatchObject({ path: files[0].path, state: 'failed', unplayable: true, is_nsfw: false });
  expect(shown.poster).toMatch(/-poster\.webp$/);
  expect(await probe(plain, plain.stranger(), shown.path)).toMatchObject({ format: 'HEVC', depth: 10 });
});

test('without ffmpeg, videos that browsers can play work as usual', async () => {
  const gus = await plain.person('gus');
  const { post_id } = await share(gus, 'clip.mp4');
  await plain.runJobs();
  const shown = await fileOf(gus, post_id);
  expect(shown).toMatchObject({ state: 'ready', type: 'video/mp4' });
  expect(shown.unplayable).toBeUndefined();
});
