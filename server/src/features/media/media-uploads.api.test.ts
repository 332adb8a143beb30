import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FixtureName, readFixture } from '../../../test/fixtures/fixtures.ts';
import { type Person, startWorld, type World } from '../../../test/harness.ts';

// Videos are decoded by other processes, which step back when the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

let world: World;
let ada: Person;
let before: { files: string[]; rows: unknown[] };

beforeAll(async () => {
  world = await startWorld({ settings: { MAX_MEDIA_SIZE: '1MB' } });
  ada = await world.person('ada');
});
afterAll(async () => await world.close());
beforeEach(async () => {
  await world.runJobs();
  before = await left();
});

const left = async () => {
  const folder = join(world.platform.config.dataDir, 'media');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return {
    files: entries.flatMap((entry) => (entry.isFile() ? entry.name : [])).sort(),
    rows: await world.sql('select id from media_files union all select id from posts'),
  };
};

const formOf = async (content: string, names: readonly FixtureName[]) => {
  const form = new FormData();
  form.set('content', content);
  for (const name of names) form.append('files', new Blob([await readFixture(name)]), name);
  return form;
};

test('the files of a post come back in the order of the upload, whatever they are', async () => {
  const { status, body } = await ada.upload('/v1/posts', await formOf('hello', ['tone.mp3', 'alpha.png', 'clip.mp4']));
  expect(status).toBe(201);
  expect(body.post.files.map((file: { type: string }) => file.type)).toEqual(['audio/mpeg', 'image/png', 'video/mp4']);
  await world.runJobs();
  const { post } = (await ada.get(`/v1/posts/${body.post.post_id}`)).body;
  for (const [index, name] of [[0, 'tone.mp3'] as const, [2, 'clip.mp4'] as const]) {
    const { body: bytes } = await world.stranger().get(`/media${post.files[index].path}`);
    expect((bytes as Buffer).equals(await readFixture(name))).toBe(true);
  }
  for (const file of post.files) {
    expect(file).toMatchObject({ state: 'ready', is_nsfw: false });
    expect((await world.stranger().get(`/media${file.path}`)).status).toBe(200);
  }
});

test('deleting a post takes its files along, and no work on them fails', async () => {
  const { body } = await ada.upload('/v1/posts', await formOf('hello', ['alpha.png', 'tone.mp3', 'clip.mp4']));
  expect((await ada.delete(`/v1/posts/${body.post.post_id}`)).status).toBe(200);
  await world.runJobs();
  expect(await left()).toEqual(before);
});

test('a file that is gone while it is looked at leaves no failed work', async () => {
  const { storage } = world.platform;
  const open = storage.withLocalFile.bind(storage);
  const posted = Promise.withResolvers<string>();
  const looked = vi.spyOn(storage, 'withLocalFile').mockImplementationOnce((key, look) =>
    open(key, async (file) => {
      await ada.delete(`/v1/posts/${await posted.promise}`);
      await storage.remove([key]);
      return await look(file);
    }),
  );
  const { body } = await ada.upload('/v1/posts', await formOf('hello', ['phone.jpg']));
  posted.resolve(body.post.post_id);
  await world.runJobs();
  expect(looked).toHaveBeenCalledOnce();
  looked.mockRestore();
  expect(await left()).toEqual(before);
});

test.each<[string, FixtureName[], number]>([
  [' ', ['alpha.png'], 422],
  ['one good, one bad', ['alpha.png', 'html.jpg'], 415],
  ['one good, one broken', ['tone.mp3', 'truncated.jpg'], 422],
])('a refused post (%j) leaves nothing', async (content, names, status) => {
  expect((await ada.upload('/v1/posts', await formOf(content, names))).status).toBe(status);
  expect(await left()).toEqual(before);
});

test('who sends too much is told so, after all of it was sent', async () => {
  const form = await formOf('hello', []);
  form.append('files', new Blob([await readFixture('clip.mp4'), Buffer.alloc(12 * 1024 * 1024)]), 'long.mp4');
  const { status, body } = await ada.upload('/v1/posts', form);
  expect(status).toBe(413);
  expect(body).toEqual({ error: 'This video is larger than 1 MB. Choose a smaller one.' });
  expect(await left()).toEqual(before);
});

test('an upload that is broken off leaves nothing', async () => {
  const content = await readFixture('clip.mp4');
  const boundary = 'a-boundary';
  const head = (name: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n`;
  const { origin } = world;
  const upload = request(`${origin}/v1/posts`, {
    method: 'POST',
    headers: {
      cookie: ada.cookie,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': content.length * 3,
    },
  });
  const closed = new Promise((resolve) => upload.on('error', resolve));
  try {
    upload.write(Buffer.concat([Buffer.from(head('whole.mp4')), content, Buffer.from(`\r\n${head('half.mp4')}`)]));
    upload.write(content.subarray(0, content.length / 2));
    await expect
      .poll(async () => (await left()).files.length, { timeout: 30_000 })
      .toBeGreaterThan(before.files.length + 1);
  } finally {
    upload.destroy();
  }
  await closed;
  await expect.poll(left, { timeout: 30_000 }).toEqual(before);
});
