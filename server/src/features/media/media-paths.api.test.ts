import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { type FixtureName, readFixture } from '../../../test/fixtures/fixtures.ts';
import { startWorld, type World } from '../../../test/harness.ts';
import { createMedia, receiveContent } from './media.factory.ts';
import { filesOf } from './media.rules.ts';
import { attachMedia, mediaFilesOf } from './media.service.ts';
import { rekeyFiles, releaseFiles, removeLongWithheld, withholdFiles } from './media-paths.service.ts';

vi.setConfig({ testTimeout: 240_000 });

let world: World;
let now = new Date();
beforeAll(async () => {
  world = await startWorld({ clock: { now: () => now } });
});
afterAll(async () => await world.close());

const create = async (name: FixtureName) =>
  (await createMedia(world.platform, { content: await readFixture(name), ownerId: newId() })).id;
const show = async (id: string) => {
  const [file] = await mediaFilesOf(world.platform.db.kysely, [id]);
  if (!file) throw new Error('there is no such medium');
  return file;
};
/** The paths of all files of a medium. */
const pathsOf = async (id: string) => {
  const { path, poster, variants } = await show(id);
  return [path, ...(poster === null ? [] : [poster]), ...variants.map((variant) => variant.path)];
};
const statuses = async (paths: readonly string[]) =>
  await Promise.all(paths.map(async (path) => (await world.stranger().get(`/media${path}`)).status));
/** Which of the files are in the storage. */
const stored = async (paths: readonly string[]) =>
  await Promise.all(paths.map(async (path) => (await world.platform.storage.find(path.slice(1))) !== undefined));
type Change = (platform: World['platform'], tx: never, ids: readonly string[]) => Promise<unknown>;
const change = async (work: Change, id: string) => {
  const { platform } = world;
  await platform.db.transaction((tx) => work(platform, tx as never, [id]));
};

test.each(['alpha.png', 'clip.mp4'] as const)('the files of %s move to private paths, and back', async (name) => {
  const id = await create(name);
  await world.runJobs();
  const before = await pathsOf(id);
  expect(before.length).toBeGreaterThan(1);
  expect(new Set(await statuses(before))).toEqual(new Set([200]));
  const [content] = await Promise.all(before.map((path) => world.stranger().get(`/media${path}`)));

  await change(withholdFiles, id);
  await world.runJobs();
  const withheld = await pathsOf(id);
  expect(withheld.some((path) => before.includes(path))).toBe(false);
  expect(new Set(await statuses(before))).toEqual(new Set([404]));
  expect(new Set(await statuses(withheld))).toEqual(new Set([401]));
  expect(new Set(await stored(withheld))).toEqual(new Set([true]));

  await change(releaseFiles, id);
  await world.runJobs();
  expect(await pathsOf(id)).toEqual(before);
  expect(new Set(await statuses(before))).toEqual(new Set([200]));
  expect(new Set(await stored(withheld))).toEqual(new Set([false]));
  expect((await world.stranger().get(`/media${before[0]}`)).body).toEqual(content?.body);
});

test('a file that moves back and forth before its job runs ends up in its place', async () => {
  const id = await create('alpha.png');
  await world.runJobs();
  const before = await pathsOf(id);
  for (let times = 0; times < 5; times += 1) {
    await change(withholdFiles, id);
    await change(releaseFiles, id);
  }
  await world.runJobs();
  expect(new Set(await statuses(before))).toEqual(new Set([200]));
});

test('a file that moves while it waits to be checked is checked at its new path', async () => {
  const id = await create('alpha.png');
  await change(withholdFiles, id);
  await world.runJobs();
  expect((await show(id)).state).toBe('ready');
  expect(new Set(await stored(await pathsOf(id)))).toEqual(new Set([true]));
});

test.each(['alpha.png', 'clip.mp4'] as const)(
  "%s is checked once it has arrived, if it's still on its way when its turn comes",
  async (name) => {
    const { platform } = world;
    const { id } = await receiveContent(platform, { content: await readFixture(name), ownerId: newId() });
    await platform.db.transaction(async (tx) => {
      await attachMedia(platform, tx, [id]);
      await withholdFiles(platform, tx, [id]);
      await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'
        where payload->>'mediaId' = ${id} and payload->>'from' is not null`.execute(tx);
    });
    await world.runJobs();
    expect((await show(id)).state).toBe('processing');
    await world.sql('update graphile_worker._private_jobs set run_at = now()');
    await world.runJobs();
    expect((await show(id)).state).toBe('ready');
    expect(new Set(await stored(await pathsOf(id)))).toEqual(new Set([true]));
  },
);

test.each(['alpha.png', 'clip.mp4', 'h263.3gp'] as const)(
  '%s may move again and again while jobs work on it: nothing fails, and it ends up checked in its place',
  async (name) => {
    const content = await readFixture(name);
    for (let pause = 0; pause < 120; pause += 30) {
      const { id } = await createMedia(world.platform, { content, ownerId: newId() });
      const paths: string[] = [];
      for (const reach of ['private', 'public', 'private', 'public'] as const) {
        paths.push((await show(id)).path);
        await sleep(pause);
        await change((platform, tx, ids) => rekeyFiles(platform, tx, ids, reach), id);
      }
      await world.runJobs();
      expect((await show(id)).state).toMatch(/ready|failed/);
      expect(new Set(await stored(await pathsOf(id)))).toEqual(new Set([true]));
      expect(new Set(await stored(paths.flatMap((path) => filesOf(path).map((key) => `/${key}`))))).toEqual(
        new Set([false]),
      );
    }
  },
);

test('files with new paths are gone from the old ones, and withheld files come back under new ones', async () => {
  const id = await create('alpha.png');
  await world.runJobs();
  const before = await pathsOf(id);
  await change(withholdFiles, id);
  await change((platform, tx, ids) => rekeyFiles(platform, tx, ids, 'private'), id);
  await change(releaseFiles, id);
  await world.runJobs();
  const after = await pathsOf(id);
  expect(after.some((path) => before.includes(path))).toBe(false);
  expect(new Set(await statuses(before))).toEqual(new Set([404]));
  expect(new Set(await stored(after))).toEqual(new Set([true]));
  expect(new Set(await statuses(after)), 'private files are for no stranger').toEqual(new Set([401]));
});

test('the files of removed content are deleted after 90 days', async () => {
  const id = await create('alpha.png');
  await world.runJobs();
  await change(withholdFiles, id);
  await world.runJobs();
  const paths = await pathsOf(id);
  const start = now;
  const passDays = async (days: number) => {
    now = new Date(start.getTime() + days * 24 * 60 * 60 * 1000);
    await removeLongWithheld(world.platform);
    await world.runJobs();
  };
  await passDays(89);
  expect(new Set(await stored(paths))).toEqual(new Set([true]));
  await passDays(91);
  expect(new Set(await stored(paths))).toEqual(new Set([false]));
  await expect(show(id)).rejects.toThrow();
  now = start;
});
