import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FixtureName, readFixture } from '../../../test/fixtures/fixtures.ts';
import { type Person, startWorld, type World } from '../../../test/harness.ts';

// Videos are decoded by low-priority processes, which are slow on a busy machine.
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

test("a post's files come back in upload order, whatever their type", async () => {
  const { status, body } = await ada.upload('/v1/posts', await formOf('hello', ['tone.mp3', 'alpha.png', 'clip.mp4']));
  expect(status).toBe(201);
  expect(body.post.files.map((file: { type: string }) => file.type)).toEqual(['audio/mpeg', 'image/png', 'video/mp4']);
  await world.runJobs();
  const { post } = (await ada.get(`/v1/posts/${body.post.post_id}`)).body;
  for (const file of post.files) {
    expect(file).toMatchObject({ state: 'ready', is_nsfw: false });
    expect((await world.stranger().get(`/media${file.path}`)).status).toBe(200);
  }
});

test('deleting a post deletes its files, and none of their jobs fails', async () => {
  const { body } = await ada.upload('/v1/posts', await formOf('hello', ['alpha.png', 'tone.mp3', 'clip.mp4']));
  expect((await ada.delete(`/v1/posts/${body.post.post_id}`)).status).toBe(200);
  await world.runJobs();
  expect(await left()).toEqual(before);
});

test("a file that disappears while it's being checked leaves no failed job", async () => {
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
])('a refused post (%j) leaves nothing behind', async (content, names, status) => {
  expect((await ada.upload('/v1/posts', await formOf(content, names))).status).toBe(status);
  expect(await left()).toEqual(before);
});

test("an upload that's too large gets its answer after all of it was sent", async () => {
  const form = await formOf('hello', []);
  form.append('files', new Blob([await readFixture('clip.mp4'), Buffer.alloc(12 * 1024 * 1024)]), 'long.mp4');
  const { status, body } = await ada.upload('/v1/posts', form);
  expect(status).toBe(413);
  expect(body).toEqual({ error: 'This video is larger than 1 MB. Choose a smaller one.' });
  expect(await left()).toEqual(before);
});

test('an aborted upload leaves nothing behind', async () => {
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
    await expect.poll(async () => (await left()).files.length).toBeGreaterThan(before.files.length + 1);
  } finally {
    upload.destroy();
  }
  await closed;
  await expect.poll(left).toEqual(before);
});

/** A picture with few bytes and many pixels: `side` wide and high. */
const pictureOf = async (side: number) => {
  const picture = sharp({ create: { width: side, height: side, channels: 3, background: 'red' } });
  return new Blob([await picture.png({ palette: true, colours: 2 }).toBuffer()]);
};

/** Sends this many requests at the same time with this many such pictures each, and waits until the first picture has been received. */
const flood = async (
  person: Person,
  { requests, pictures, side }: { requests: number; pictures: number; side: number },
) => {
  const picture = await pictureOf(side);
  const sent = Array.from({ length: requests }, async () => {
    const form = await formOf('hello', []);
    for (let n = 0; n < pictures; n += 1) form.append('files', picture, 'large.png');
    return await person.upload('/v1/posts', form);
  });
  const taken = async () =>
    (await world.sql('select id from media_files where owner_id = $1', [person.user_id])).length;
  await expect.poll(taken, { interval: 20 }).toBeGreaterThan(0);
  return { answers: Promise.all(sent), taken };
};

/**
 * Counts, for each of a person's next pictures, how many pictures of others finish while it's queued or being
 * processed.
 */
const watchQueue = (person: Person): number[] => {
  const { pictures } = world.platform.processing;
  const clean = pictures.clean.bind(pictures);
  const waits: number[] = [];
  let done = 0;
  vi.spyOn(pictures, 'clean').mockImplementation(async (work) => {
    const doneBefore = done;
    const cleaned = await clean(work);
    if (work.person === person.user_id) waits.push(done - doneBefore);
    else done += 1;
    return cleaned;
  });
  return waits;
};

test("pictures don't wait for everything someone else sends at the same time", async () => {
  const flooder = await world.person('flooder');
  const waits = watchQueue(ada);
  const { answers } = await flood(flooder, { requests: 10, pictures: 6, side: 3500 });
  const own = await formOf('hello', ['alpha.png', 'alpha.png', 'alpha.png', 'alpha.png']);
  expect((await ada.upload('/v1/posts', own)).status).toBe(201);
  expect((await answers).map(({ status }) => status)).toEqual(new Array(10).fill(201));
  vi.restoreAllMocks();
  // In the order of arrival, each of the three after the first would have waited for nine or ten.
  expect(waits).toHaveLength(4);
  expect(waits.reduce((sum, each) => sum + each, 0)).toBeLessThan(24);
});

test('someone who sends too many pictures at the same time is asked to wait, and refused requests leave nothing behind', async () => {
  const person = await world.person('hasty');
  const { answers, taken } = await flood(person, { requests: 30, pictures: 1, side: 2000 });
  const refused = (await answers).filter(({ status }) => status !== 201);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, body, headers } of refused) {
    expect(status).toBe(429);
    expect(body).toEqual({ error: expect.any(String) });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(await taken()).toBe(30 - refused.length);
});
