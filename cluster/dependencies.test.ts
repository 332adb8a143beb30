import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readFixture } from '../server/test/fixtures/fixtures.ts';
import { noS3Server } from '../server/test/s3-server.ts';
import { type Cluster, startCluster } from './support/cluster.ts';
import { problemsOf, startLoad } from './support/load.ts';
import { openConversation, share } from './support/places.ts';

vi.setConfig({ testTimeout: 180_000 });

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.close());

test('Redis is flushed, killed and restarted under load: requests keep working, and everyone has everything in the end', async () => {
  const load = await startLoad(cluster, { commenting: true });
  await load.more(100);
  await cluster.redis.flush();
  await load.more(100);
  await cluster.redis.kill();
  await load.more(200);
  await cluster.redis.start();
  await load.more(100);
  await cluster.redis.flush();
  await load.more(100);
  const faults = await load.end();
  console.log(`Redis gone and back: ${load.acknowledged()} writes acknowledged`);
  expect(problemsOf(load)).toEqual([]);
  expect(faults).toEqual([]);
});

test('after Redis comes back, chat between processes is live again', async () => {
  const [one, two] = cluster.api;
  const [ada, bob] = [await cluster.person('ada'), await cluster.person('bob')];
  const conversation = await openConversation(one, ada, bob);
  const socket = await bob.socket(two);
  await ada.at(one).post('/v1/chats', { conversation, content: 'live' });
  expect((await socket.first('receiveMessage')).message).toBe('live');
});

test.skipIf(noS3Server)(
  'the bucket is killed and restarted under load: files get 503 meanwhile, everything else works',
  async () => {
    const load = await startLoad(cluster, { commenting: true });
    const ada = await cluster.person('ada');
    const picture = new File([await readFixture('still.webp')], 'still.webp');
    await load.more(50);
    await cluster.bucket?.kill();
    for (const member of cluster.api) {
      const form = new FormData();
      form.append('files', picture);
      const { status, headers } = await ada.at(member).upload('/v1/posts', form);
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await ada.at(member).get('/readyz')).status).toBe(200);
    }
    await load.more(100);
    await cluster.bucket?.start();
    for (const member of cluster.api) await share(member, ada, 'The bucket is back', picture);
    const faults = await load.end();
    expect(problemsOf(load)).toEqual([]);
    expect(faults).toEqual([]);
  },
);

/** Milliseconds from the database's start to the first success. */
const recovery = 10_000;

test.each(['stop', 'kill'] as const)(
  'PostgreSQL is restarted under load (%s): 503 with retry-after meanwhile, working again within 10 s, nothing lost',
  async (way) => {
    const load = await startLoad(cluster, { commenting: false });
    await load.more(100);
    const [one] = cluster.api;
    const ada = await cluster.person('ada');
    await cluster.postgres[way]();
    const { status, headers, body } = await ada.at(one).post('/v1/posts/none/votes', { vote_type: 1 });
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body.error).toBeTypeOf('string');
    await cluster.postgres.start();
    const began = performance.now();
    for (const member of cluster.api) {
      for (;;) {
        const answer = await ada.at(member).get('/v1/user/check');
        if (answer.status === 200) break;
        expect(answer.status).toBe(503);
        await sleep(50);
      }
    }
    const took = performance.now() - began;
    await load.more(100);
    const faults = await load.end();
    console.log(`PostgreSQL (${way}): answers again after ${Math.round(took)} ms`);
    expect(faults).toEqual([]);
    expect(took).toBeLessThan(recovery);
    const other = problemsOf(load).filter((trouble) => !/ 503 |connection|entered/.test(trouble));
    expect(other).toEqual([]);
  },
);
