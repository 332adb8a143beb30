import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Cluster, startCluster } from './support/cluster.ts';
import { problemsOf, startLoad } from './support/load.ts';
import { openConversation, share } from './support/places.ts';
import { release, take } from './support/processes.ts';
import { missing } from './support/programs.ts';
import {
  makeCertificate,
  type ProxyName,
  proxyNames,
  type Receiver,
  type RunningProxy,
  startProxy,
  startReceiver,
} from './support/proxies.ts';

vi.setConfig({ testTimeout: 120_000 });

const absent = new Map(proxyNames.map((name) => [name, missing(name, 'openssl')]));
for (const sentence of absent.values()) if (sentence) console.warn(`Skipped. ${sentence}`);
const installed = proxyNames.filter((name) => absent.get(name) === undefined);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hubbub-proxies-'));
  take(folder);
  if (installed.length > 0) await makeCertificate(folder);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  release(folder);
});

/** Some receivers behind a proxy, until the test ends. */
async function behind(
  name: ProxyName,
  count: number,
  options: { once?: boolean } = {},
): Promise<{ proxy: RunningProxy; receivers: Receiver[] }> {
  const receivers = await Promise.all(Array.from({ length: count }, () => startReceiver(options)));
  const proxy = await startProxy(
    name,
    folder,
    receivers.map(({ port }) => port),
  );
  onTestFinished(async () => {
    await proxy.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  });
  return { proxy, receivers };
}

/** haproxy closes the connection without a response where others answer 503. */
const statusOf = (answer: Promise<{ status: number }>) =>
  answer.then(
    ({ status }) => status,
    () => 'none' as const,
  );

const arrivalsAt = (receivers: readonly Receiver[]) => receivers.flatMap(({ arrivals }) => arrivals);

describe.each(installed)('%s in front of bare servers', (name) => {
  test('redirects http to https', async () => {
    const { proxy } = await behind(name, 1);
    const { status, headers } = await fetch(`${proxy.plainOrigin}/posts?a=b`, { redirect: 'manual' });
    expect([301, 308]).toContain(status);
    expect(headers.get('location')).toMatch(/^https:\/\/127\.0\.0\.1(:\d+)?\/posts\?a=b$/);
  });

  test("tells servers the client's address, whatever the client claims", async () => {
    const { proxy, receivers } = await behind(name, 1);
    const claimed = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' };
    await fetch(`${proxy.origin}/claimed`, { headers: claimed });
    const [arrival] = arrivalsAt(receivers);
    expect(arrival?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
  });

  test("keeps /metrics, /readyz and /dev/mail internal, however they're spelled", async () => {
    const { proxy, receivers } = await behind(name, 1);
    const spellings = ['', '/', '?a=b', '/any'].flatMap((end) =>
      ['/metrics', '/%6detrics', '/readyz', '/read%79z', '/dev/mail', '/dev/%6Dail'].map((path) => path + end),
    );
    for (const path of spellings) expect((await fetch(proxy.origin + path)).status, path).toBe(404);
    expect(arrivalsAt(receivers)).toEqual([]);
    expect((await fetch(`${proxy.origin}/metricsandmore`)).status).toBe(200);
  });

  test('sends a write to one server only, even if its connection breaks before the response', async () => {
    const methods = ['POST', 'PUT', 'PATCH', 'DELETE'];
    // One for each, because a failed server is avoided for a while.
    const { proxy, receivers } = await behind(name, methods.length + 1);
    // The proxy reuses its open connections to the servers where it does so at all.
    for (const _ of receivers) await fetch(`${proxy.origin}/any`);
    for (const { arrivals } of receivers) arrivals.length = 0;
    for (const method of methods) {
      const body = method === 'DELETE' ? undefined : '{}';
      const answer = fetch(`${proxy.origin}/cut`, { method, ...(body && { body }) });
      expect([502, 503, 'none'], method).toContain(await statusOf(answer));
    }
    expect(
      arrivalsAt(receivers)
        .map(({ method }) => method)
        .toSorted(),
    ).toEqual(methods.toSorted());
  });

  test("doesn't ask another server when one answers a write with 503", async () => {
    const { proxy, receivers } = await behind(name, 3);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await fetch(`${proxy.origin}/full`, { method })).status, method).toBe(503);
    expect(arrivalsAt(receivers)).toHaveLength(4);
  });

  test('uses the other server when one accepts no connections', async () => {
    // A write on a connection that ends at that moment is refused, because it may have been carried out.
    const { proxy, receivers } = await behind(name, 2, { once: true });
    await receivers[0]?.close();
    for (const method of ['GET', 'POST', 'GET', 'POST', 'POST', 'GET']) {
      const answer = await fetch(`${proxy.origin}/any`, { method, ...(method === 'POST' && { body: '{}' }) });
      // Caddy 2.6 doesn't retry requests with a body, and fails the one that finds the server gone.
      expect(name === 'caddy' && method === 'POST' ? [200, 503] : [200], method).toContain(answer.status);
    }
    expect(arrivalsAt(receivers).length).toBeGreaterThanOrEqual(5);
  });

  test("answers 503 in the API's shape and with retry-after while no server is up", async () => {
    const { proxy, receivers } = await behind(name, 2, { once: true });
    await Promise.all(receivers.map((receiver) => receiver.close()));
    for (const method of ['GET', 'POST', 'PUT']) {
      const answer = await fetch(`${proxy.origin}/any`, { method, ...(method !== 'GET' && { body: '{}' }) });
      expect(answer.status, method).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await answer.json()).toEqual({ error: expect.stringMatching(/try again/i) });
    }
  });

  test('streams a 100 MB upload without buffering it', async () => {
    const { proxy, receivers } = await behind(name, 2);
    const piece = Buffer.alloc(1024 * 1024, 0x5a);
    const half = 50;
    const upload = request(`${proxy.origin}/upload`, {
      method: 'POST',
      headers: { 'content-length': 2 * half * piece.length },
    });
    const answered = new Promise((resolve, reject) => {
      upload.once('response', (response) => resolve(response.resume().statusCode));
      upload.once('error', reject);
    });
    const received = () => receivers.reduce((sum, receiver) => sum + receiver.received(), 0);
    for (let n = 0; n < half; n += 1) upload.write(piece);
    // Everything except what fits into socket buffers.
    await expect.poll(received, { timeout: 60_000 }).toBeGreaterThan((half - 10) * piece.length);
    for (let n = 0; n < half; n += 1) upload.write(piece);
    upload.end();
    expect(await answered).toBe(200);
    expect(received()).toBe(2 * half * piece.length);
  });
});

describe.skipIf(installed.length === 0)('in front of two servers and a worker', () => {
  let cluster: Cluster;
  const proxies = new Map<ProxyName, RunningProxy>();
  const at = (name: ProxyName) => proxies.get(name) as RunningProxy;
  beforeAll(async () => {
    cluster = await startCluster();
    for (const name of installed) {
      const ports = cluster.api.map(({ port }) => port);
      proxies.set(name, await startProxy(name, folder, ports));
    }
  });
  afterAll(async () => {
    for (const proxy of proxies.values()) await proxy.close();
    await cluster?.close();
  });

  test.each(installed)('%s: a message reaches a socket opened through it', async (name) => {
    const [ada, bob] = [await cluster.person('ada'), await cluster.person('bob')];
    const conversation = await openConversation(at(name), ada, bob);
    const socket = await bob.socket(at(name));
    await ada.at(at(name)).post('/v1/chats', { conversation, content: `by ${name}`, client_id: crypto.randomUUID() });
    expect(await socket.first('receiveMessage')).toMatchObject({ message: `by ${name}` });
    socket.close();
  });

  test.each(installed)('%s: a server restarted under load fails no request', async (name) => {
    const load = await startLoad({ ...cluster, origin: at(name).origin }, { commenting: true });
    for (const member of cluster.api) {
      await load.more(100);
      expect(await member.stop()).toBe(0);
      await member.start();
    }
    await load.more(100);
    const faults = await load.end();
    expect(problemsOf(load)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test.each(installed)('%s: when a server is killed under load, no comment or vote is stored twice', async (name) => {
    const people = await Promise.all(['ada', 'bob', 'cyd', 'dan'].map((person) => cluster.person(person)));
    const [author] = people as [(typeof people)[number]];
    const post = await share(at(name), author, 'Comment and vote');
    const acknowledged: string[] = [];
    let isOver = false;
    let lost = 0;
    const work = people.map(async (person, index) => {
      for (let number = 0; !isOver; number += 1) {
        const content = `${index} ${number}`;
        const ask = (path: string, body: object) =>
          statusOf(person.at(at(name)).post(`/v1/posts/${post}/${path}`, body));
        if ((await ask('comments', { content })) === 201) acknowledged.push(content);
        else lost += 1;
        await ask('votes', { vote_type: [1, -1, 0][number % 3] });
      }
    });
    for (const member of cluster.api) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 40);
      await member.kill();
      const then = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(then + 40);
      await member.start();
    }
    isOver = true;
    await Promise.all(work);
    const rows = await cluster.sql<{ content: string }>('select content from comments where post_id = $1', [post]);
    const stored = rows.map(({ content }) => content);
    console.log(`${name}: ${acknowledged.length} comments acknowledged, ${lost} failed, ${stored.length} stored`);
    expect(stored.length).toBe(new Set(stored).size);
    expect(acknowledged.filter((content) => !stored.includes(content))).toEqual([]);
    const [{ exact } = { exact: false }] = await cluster.sql<{ exact: boolean }>(
      `select (upvote_count, downvote_count, comment_count) = (
         (select count(*) from post_votes where post_id = posts.id and value = 1),
         (select count(*) from post_votes where post_id = posts.id and value = -1),
         (select count(*) from comments where post_id = posts.id)) as exact
       from posts where id = $1`,
      [post],
    );
    expect(exact).toBe(true);
  });
});

describe.skipIf(installed.length === 0)('with limits', () => {
  test('someone who claims another address on each try is limited like anyone else', async () => {
    const cluster = await startCluster({ RATE_LIMITS: 'on' });
    onTestFinished(() => cluster.close());
    for (const name of installed) {
      const proxy = await startProxy(
        name,
        folder,
        cluster.api.map(({ port }) => port),
      );
      const { username } = await cluster.person('eve');
      const statuses: number[] = [];
      for (let n = 1; n <= 12; n += 1) {
        const answer = await fetch(`${proxy.origin}/v1/tokens/authentication`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `203.0.113.${n}`,
            forwarded: `for=203.0.113.${n}`,
          },
          body: JSON.stringify({ username, password: 'a guess' }),
        });
        statuses.push(answer.status);
      }
      await proxy.close();
      expect(statuses.slice(0, 10), name).not.toContain(429);
      expect(statuses.slice(10), name).toEqual([429, 429]);
    }
  });
});
