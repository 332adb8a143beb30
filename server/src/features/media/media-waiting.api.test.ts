import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { readFixture } from '../../../test/fixtures/fixtures.ts';
import { type Person, testWorld } from '../../../test/harness.ts';

// Videos are rewritten by low-priority processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const world = await testWorld();
const ada = await world.person('ada');
const bob = await world.person('bob');

async function share(person: Person, ...names: ('clip.mp4' | 'tone.mp3')[]): Promise<string[]> {
  const form = new FormData();
  form.set('content', 'a recording');
  for (const name of names) form.append('files', new Blob([await readFixture(name)]), name);
  const { status, body } = await person.upload('/v1/posts', form);
  expect(status).toBe(201);
  return body.post.files.map(({ path }: { path: string }) => `/media${path}`);
}

async function stopped<Result>(work: () => Promise<Result>): Promise<Result> {
  await world.platform.jobs.stop();
  try {
    return await work();
  } finally {
    await world.platform.jobs.start();
  }
}

beforeEach(async () => await world.runJobs());

test('a recording that was just posted can be loaded by its author, once the answer is there', async () => {
  for (const path of await share(ada, 'clip.mp4', 'tone.mp3')) {
    const { status, body } = await ada.get(path);
    expect({ path, status, isEmpty: body.length === 0 }).toEqual({ path, status: 200, isEmpty: false });
  }
});

test('a request for it waits until it is ready, and only its author waits', async () => {
  const { path, waiting } = await stopped(async () => {
    const [video = ''] = await share(ada, 'clip.mp4');
    let isAnswered = false;
    const answer = ada.fetch(video, { headers: { range: 'bytes=0-9' } }).finally(() => {
      isAnswered = true;
    });
    const strangers = await Promise.all([bob.get(video), world.stranger().get(video)]);
    expect(strangers.map(({ status }) => status)).toEqual([404, 404]);
    expect(isAnswered).toBe(false);
    return { path: video, waiting: answer };
  });
  const response = await waiting;
  expect(response.status).toBe(206);
  expect(await response.arrayBuffer()).toHaveProperty('byteLength', 10);
  expect((await bob.get(path)).status).toBe(200);
});

test('one person has at most ten requests waiting; more are refused, and others still wait', async () => {
  const { video, other, waiting } = await stopped(async () => {
    const [[mine = ''], [theirs = '']] = await Promise.all([share(ada, 'clip.mp4'), share(bob, 'clip.mp4')]);
    const statuses: number[] = [];
    const requests = Array.from({ length: 12 }, async () => {
      const { status, headers } = await ada.get(mine);
      statuses.push(status);
      return `${status} ${headers.get('retry-after')}`;
    });
    await expect.poll(() => statuses).toEqual([429, 429]);
    return { video: mine, other: theirs, waiting: requests };
  });
  expect((await bob.get(other)).status).toBe(200);
  const answers = await Promise.all(waiting);
  expect(answers.toSorted()).toEqual([...Array(10).fill('200 null'), '429 2', '429 2']);
  expect((await ada.get(video)).status).toBe(200);
});

test("one person's requests for private files take turns, like their other calls", async () => {
  const client = new pg.Client(world.databaseUrl);
  await client.connect();
  await client.query('set idle_in_transaction_session_timeout = 0');
  await client.query('begin; lock table media_files in access exclusive mode');
  const statuses: number[] = [];
  const requests = Array.from({ length: 110 }, async () => {
    statuses.push((await ada.get('/media/00000000000000000000000000000000-private.jpg')).status);
  });
  // Four are polling, and a hundred wait.
  await expect.poll(() => statuses).toEqual(Array(6).fill(429));
  await client.end();
  await Promise.all(requests);
  expect(statuses.slice(6)).toEqual(Array(104).fill(404));
});

test('a recording that is deleted meanwhile is 404 right away', async () => {
  const waiting = await stopped(async () => {
    const form = new FormData();
    form.set('content', 'a sound');
    form.append('files', new Blob([await readFixture('tone.mp3')]), 'tone.mp3');
    const { post } = (await ada.upload('/v1/posts', form)).body;
    const answer = ada.get(`/media${post.files[0].path}`);
    expect((await ada.delete(`/v1/posts/${post.post_id}`)).status).toBe(200);
    return { answer };
  });
  expect((await waiting.answer).status).toBe(404);
});
