import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Cluster, startCluster } from './support/cluster.ts';
import { problemsOf, startLoad } from './support/load.ts';

vi.setConfig({ testTimeout: 180_000 });

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.close());

test('each process is restarted in turn under load: no request fails, nothing is missed and nothing arrives twice', async () => {
  const load = await startLoad(cluster, { commenting: true });
  for (const member of [...cluster.api, cluster.worker, ...cluster.api]) {
    await load.more(200);
    expect(await member.stop()).toBe(0);
    await member.start();
  }
  await load.more(200);
  const faults = await load.end();
  console.log(`rolling restart: 5 restarts, ${load.acknowledged()} writes acknowledged`);
  expect(problemsOf(load)).toEqual([]);
  expect(faults).toEqual([]);
  // Everyone was moved to another process at least once.
  expect(Math.min(...load.clients.map(({ connections }) => connections))).toBeGreaterThan(1);
});

test('a process asked to end says so at /readyz right away, and keeps serving until load balancers have noticed', async () => {
  const [one] = cluster.api;
  const ada = await cluster.person('ada');
  const ended = one.stop();
  const answers = [];
  await expect.poll(async () => (await fetch(`${one.origin}/readyz`)).status, { interval: 10 }).toBe(503);
  for (const _ of [1, 2, 3]) answers.push(await ada.at(one).get('/v1/user/check'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.map(({ headers }) => headers.get('connection'))).toEqual(['close', 'close', 'close']);
  expect(await ended).toBe(0);
  await expect(fetch(`${one.origin}/readyz`)).rejects.toThrow();
  await one.start();
});
