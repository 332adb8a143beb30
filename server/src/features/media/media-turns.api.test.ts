import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { fixturePath, readFixture } from '../../../test/fixtures/fixtures.ts';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { createMedia, receiveContent } from './media.factory.ts';
import { attachMedia } from './media.service.ts';

// Videos are decoded by low-priority processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

let world: World;
let ada: Person;
let bob: Person;
let picture: Buffer<ArrayBuffer>;

beforeAll(async () => {
  world = await startWorld({ ownProcessing: true });
  [ada, bob] = await Promise.all([world.person('ada'), world.person('bob')]);
  const scaled = await sharp(fixturePath('phone.jpg')).autoOrient().resize(1080, 1440).jpeg().toBuffer();
  picture = Buffer.from(scaled);
});
afterAll(async () => await world.close());

/** The owners of the media checked from now on, in order. */
function watchOwners(): string[] {
  const owners: string[] = [];
  world.platform.events.on('media.updated', async (tx, { mediaId }) => {
    const row = await tx.selectFrom('media_files').select('owner_id').where('id', '=', mediaId).executeTakeFirst();
    owners.push(row?.owner_id ?? '');
  });
  return owners;
}

/** Posts a picture and returns how many milliseconds it took until it was checked. */
async function timeUntilReady(person: Person): Promise<number> {
  const form = new FormData();
  form.set('content', 'a picture');
  form.append('files', new Blob([picture]), 'picture.jpg');
  const start = performance.now();
  const { body } = await person.upload('/v1/posts', form);
  await expect
    .poll(async () => (await person.get(`/v1/posts/${body.post.post_id}`)).body.post.files[0].state, {
      interval: 20,
    })
    .toBe('ready');
  return performance.now() - start;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Queues this many videos by one person: copies of one that was received. */
async function queueVideos(person: Person, count: number): Promise<void> {
  const { db, storage } = world.platform;
  const content = await readFixture('clip.mp4');
  const first = await receiveContent(world.platform, { content, ownerId: person.user_id });
  const ids = [first.id];
  while (ids.length < count) {
    const id = newId();
    await storage.put(`${id}.mp4`, content, { type: 'video/mp4' });
    await world.sql(
      `insert into media_files (id, owner_id, purpose, path, type, bytes, width, height, duration)
       select $1, owner_id, purpose, $2, type, bytes, width, height, duration from media_files where id = $3`,
      [id, `/${id}.mp4`, first.id],
    );
    ids.push(id);
  }
  await db.transaction(async (tx) => await attachMedia(world.platform, tx, ids));
}

test('someone who sends one picture waits for one picture of each other person, however many the others sent before', async () => {
  const [many, one] = [newId(), newId()];
  const { jobs } = world.platform;
  const owners = watchOwners();
  await jobs.stop();
  for (let index = 0; index < 8; index += 1) await createMedia(world.platform, { content: picture, ownerId: many });
  await createMedia(world.platform, { content: picture, ownerId: one });
  await jobs.start();
  await world.runJobs();
  expect(owners).toHaveLength(9);
  // With many cores, several pictures are checked in parallel, so one may get slightly ahead of another.
  expect(owners.indexOf(one)).toBeLessThanOrEqual(4);
});

test('pictures come before videos that were sent earlier', async () => {
  const [many, one] = [newId(), newId()];
  const { jobs } = world.platform;
  const owners = watchOwners();
  await jobs.stop();
  const video = await readFixture('clip.mp4');
  for (let index = 0; index < 6; index += 1) await createMedia(world.platform, { content: video, ownerId: many });
  await createMedia(world.platform, { content: picture, ownerId: one });
  await jobs.start();
  await world.runJobs();
  expect(owners.indexOf(one)).toBeLessThanOrEqual(2);
});

test("with 200 videos of one person waiting, someone else's picture is ready within 3 times its quiet time", async ({
  annotate,
}) => {
  await timeUntilReady(bob);
  const quiet = [];
  for (let run = 0; run < 5; run += 1) quiet.push(await timeUntilReady(bob));
  await queueVideos(ada, 200);
  const busy = [];
  for (let run = 0; run < 5; run += 1) busy.push(await timeUntilReady(bob));
  const [{ left } = { left: 0 }] = await world.sql<{ left: number }>(
    `select count(*)::int as left from media_files where state = 'processing' and owner_id = $1`,
    [ada.user_id],
  );
  const figures = { quiet: median(quiet), busy: median(busy), left };
  await annotate(
    `a picture is ready after ${Math.round(figures.quiet)} ms, beside videos ${Math.round(figures.busy)} ms`,
  );
  expect(left).toBeGreaterThan(100);
  expect(figures.busy, JSON.stringify(figures)).toBeLessThanOrEqual(3 * figures.quiet);
});
