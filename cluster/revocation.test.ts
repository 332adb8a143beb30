import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { LiveSocket } from '../server/test/harness.ts';
import { type Cluster, type Person, startCluster } from './support/cluster.ts';
import { createCommunity } from './support/places.ts';

vi.setConfig({ testTimeout: 180_000 });

/** What's taken from someone at one process is taken at the other: how soon, and what if nothing could announce it. */
let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.close());

/** Milliseconds until every process knows. */
const second = 1000;
const rounds = 50;

/** Prints the figures of many rounds; returns the worst, in milliseconds. */
function worst(what: string, times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  const [median = 0, most = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  console.log(
    `${what}, at the other process: p50 ${median.toFixed(0)} ms, max ${most.toFixed(0)} ms of ${times.length}`,
  );
  return most;
}

/** Milliseconds from a call's response to its effect on a socket. */
async function between(call: Promise<{ status: number }>, follows: Promise<unknown>): Promise<number> {
  expect((await call).status).toBe(200);
  const began = performance.now();
  await follows;
  return performance.now() - began;
}

test('ending a session, an account, a role and a membership reaches the other process within a second', async () => {
  const [one, two] = cluster.api;
  const ada = await cluster.person('ada');
  const { handle, channel, roles } = await createCommunity(one, [ada]);
  const times: Record<string, number[]> = { session: [], role: [], membership: [], account: [] };
  for (let round = 0; round < rounds; round += 1) {
    const [bob, cyd] = [await cluster.person('bob'), await cluster.person('cyd')];
    for (const person of [bob, cyd]) await person.at(one).post(`/v1/community/${handle}`);
    const [bobs, cyds] = [await bob.socket(two), await cyd.socket(two)];
    for (const socket of [bobs, cyds]) expect(await socket.send('joinChannel', channel)).toEqual({ ok: true });
    const taken = { role_id: roles.user, username: bob.username };
    times.role?.push(
      await between(ada.at(one).delete(`/v1/community/${handle}/roles/user`, taken), bobs.first('channelClosed')),
    );
    times.membership?.push(await between(cyd.at(one).delete(`/v1/community/${handle}`), cyds.first('channelClosed')));
    times.session?.push(await between(bob.at(one).post('/v1/users/logout'), bobs.closed));
    times.account?.push(await between(cyd.at(one).delete('/v1/users'), cyds.closed));
  }
  for (const [what, each] of Object.entries(times)) expect(worst(`The end: ${what}`, each)).toBeLessThan(second);
});

test("what ended while Redis was away has ended on both a few seconds later, whether it's back or not", async () => {
  const [one, two] = cluster.api;
  const people: Person[] = [];
  for (const name of ['ada', 'bob', 'cyd', 'dan', 'eve']) people.push(await cluster.person(name));
  const [ada, bob, cyd, dan, eve] = people as [Person, Person, Person, Person, Person];
  const { handle, channel, roles } = await createCommunity(one, [ada, bob, cyd, dan, eve]);
  const join = async (person: Person) => {
    const socket = await person.socket(two);
    expect(await socket.send('joinChannel', channel)).toEqual({ ok: true });
    return socket;
  };
  const [bobs, cyds, dans, eves] = (await Promise.all([bob, cyd, dan, eve].map(join))) as LiveSocket[];
  await cluster.redis.kill();
  await eves?.first('resync');
  const taken = { role_id: roles.user, username: bob.username };
  expect((await ada.at(one).delete(`/v1/community/${handle}/roles/user`, taken)).status).toBe(200);
  expect((await cyd.at(one).post('/v1/users/logout')).status).toBe(200);
  expect((await dan.at(one).delete('/v1/users')).status).toBe(200);
  const began = performance.now();
  await Promise.all([cyds?.closed, dans?.closed]);
  // Eve, who kept her role, still receives what's written at this process; Bob doesn't.
  const heard = async () => {
    await eve.at(two).post('/v1/channel/chats', { conversation: channel, content: `at ${performance.now()}` });
    const all = eves?.all('receiveMessage').length ?? 0;
    await sleep(100);
    return [all > 0, (bobs?.all('receiveMessage').length ?? 0) < all];
  };
  await expect.poll(heard, { timeout: 30_000, interval: 250 }).toEqual([true, true]);
  console.log(
    `Without Redis: everything had ended at the other process after ${(performance.now() - began).toFixed(0)} ms`,
  );
  await cluster.redis.start();
  expect(await bobs?.send('joinChannel', channel)).toHaveProperty('error');
});
