import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#operations/migrations/migrate.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createJobs, installJobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/logging/logging.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { type Answer, type Person, startWorld, type World } from './harness.ts';
import { noBalancer, startPostgresBalancer } from './postgres-balancer.ts';
import { type Node, noCluster, startCluster } from './postgres-cluster.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    'test.gone': object;
  }
}

/** PostgreSQL servers that are killed, replaced and frozen while people read and write. */

const unavailable = "The service isn't available right now. Try again in a moment.";

let cluster: Awaited<ReturnType<typeof startCluster>>;
let standby: Node;
let balancer: Awaited<ReturnType<typeof startPostgresBalancer>> | undefined;
let world: World;
let ada: Person;

/** The results of requests sent continuously, and when they came. */
interface Load {
  /** Milliseconds since the load began, status and kind. */
  answers: { sent: number; at: number; status: number; kind: 'read' | 'write' }[];
  /** Contents of the posts whose creation was acknowledged. */
  acknowledged: string[];
  /** Stops it once requests of both kinds succeed after the outage; returns how many milliseconds any failed. Short ones they may wait out. */
  recovered(outage: Promise<unknown>): Promise<number>;
  /** Stops it once requests of both kinds that were sent from now on succeed. Requests before may have waited instead of failing. */
  works(): Promise<void>;
}

let made = 0;

function startLoad(): Load {
  const began = performance.now();
  const now = () => performance.now() - began;
  const answers: Load['answers'] = [];
  const acknowledged: string[] = [];
  let running = true;
  const check = ({ status, headers, body }: Answer) => {
    if (status !== 503) return;
    expect(body).toEqual({ error: unavailable });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  };
  const write = async () => {
    made += 1;
    const content = `Post ${made}`;
    const form = new FormData();
    form.append('content', content);
    const sent = now();
    const answer = await ada.upload('/v1/posts', form);
    check(answer);
    if (answer.status === 201) acknowledged.push(content);
    answers.push({ sent, at: now(), status: answer.status, kind: 'write' });
  };
  const read = async () => {
    const sent = now();
    const answer = await ada.get('/v1/posts');
    check(answer);
    answers.push({ sent, at: now(), status: answer.status, kind: 'read' });
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
  const loop = async (work: () => Promise<void>) => {
    while (running) await work().then(pause);
  };
  const loops = Promise.all([loop(write), loop(write), loop(read), loop(read)]);
  const succeeds = (kind: string, after: number) =>
    answers.some((answer) => answer.kind === kind && answer.at > after && answer.status < 300);
  return {
    answers,
    acknowledged,
    async recovered(outage) {
      await outage;
      const ended = now();
      const first = () => answers.find(({ status }) => status === 503)?.at ?? ended;
      const last = () => answers.findLast(({ status }) => status === 503)?.at ?? ended;
      await expect
        .poll(() => now() - last() > 700 && succeeds('read', last()) && succeeds('write', last()), {
          interval: 20,
        })
        .toBe(true);
      running = false;
      await loops;
      return last() - first();
    },
    async works() {
      const since = now();
      const isFine = (kind: string) =>
        answers.some((answer) => answer.kind === kind && answer.sent > since && answer.status < 300);
      await expect.poll(() => isFine('read') && isFine('write'), { interval: 20 }).toBe(true);
      running = false;
      await loops;
    },
  };
}

/** All answers were either success or 503. */
function expectHonest({ answers }: Load): void {
  const others = answers.filter(({ status }) => status >= 300 && status !== 503);
  expect(others).toEqual([]);
}

/** Until its first checks, haproxy leads to all servers in turn: four connections in a row to the primary mean that it has checked them. */
async function leadsToPrimary(address: string): Promise<boolean> {
  for (let turn = 0; turn < 4; turn += 1) {
    const db = openDatabase({ connectionString: address }, createLog('silent'));
    const { rows } = await db.pool.query('select pg_is_in_recovery() as is_standby').catch(() => ({ rows: [] }));
    await db.close();
    if (rows[0]?.is_standby !== false) return false;
  }
  return true;
}

async function storedPosts(): Promise<Set<string>> {
  const db = openDatabase({ connectionString: world.platform.config.databaseUrl ?? '' }, createLog('silent'));
  const { rows } = await db.pool.query<{ content: string }>('select content from posts');
  await db.close();
  return new Set(rows.map(({ content }) => content));
}

async function expectKept({ acknowledged }: Load): Promise<void> {
  const stored = await storedPosts();
  expect(acknowledged.filter((content) => !stored.has(content))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(5);
}

/** A job added now is done soon. */
async function expectJobs(): Promise<void> {
  const before = (await world.outbox()).length;
  const answer = await world.stranger().post('/v1/otp', { username: ada.user.username });
  expect(answer.status).toBeLessThan(300);
  await expect.poll(async () => (await world.outbox()).length).toBeGreaterThan(before);
}

const missing = noCluster ?? noBalancer;

describe.skipIf(missing)(`the database is gone for a while${missing ? ` (${missing})` : ''}`, () => {
  beforeAll(async () => {
    cluster = await startCluster();
    const log = createLog('silent');
    await migrate(cluster.primary.urlOf());
    const db = openDatabase({ connectionString: cluster.primary.urlOf() }, log);
    await installJobs(db, log);
    // The server that takes over must have everything that was acknowledged.
    standby = await cluster.primary.replica();
    await db.pool.query(`alter system set synchronous_standby_names = '*'`);
    await db.pool.query('select pg_reload_conf()');
    await db.close();
    balancer = await startPostgresBalancer(cluster.folder, [cluster.primary.port, standby.port]);
    const address = `postgres://hubbub@127.0.0.1:${balancer.port}/postgres`;
    while (!(await leadsToPrimary(address))) await sleep(100);
    world = await startWorld({
      settings: { DATABASE_URL: address },
      database: { connectionString: address, pooler: 'auto' },
    });
    ada = await world.person('ada');
  });
  afterAll(async () => {
    await world?.close();
    await balancer?.close();
    await cluster?.close();
  });

  test('a restart of the primary means 503 for less than 10 s, and nothing acknowledged is lost', async () => {
    const load = startLoad();
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(5);
    expect(await load.recovered(cluster.primary.restart('immediate'))).toBeLessThan(10_000);
    expectHonest(load);
    await expectKept(load);
    await expectJobs();
  });

  test("a job whose completion couldn't be recorded runs again once the database is back", async () => {
    const db = openDatabase({ connectionString: cluster.primary.urlOf() }, createLog('silent'));
    const log = createLog('silent');
    const warnings: unknown[] = [];
    log.warn = (...words: unknown[]) => void warnings.push(words.at(-1));
    const jobs = createJobs({ db, log, metrics: createMetrics() });
    let runs = 0;
    jobs.define('test.gone', async () => {
      runs += 1;
      if (runs === 1) await cluster.primary.stop('immediate');
    });
    await jobs.start();
    await jobs.add(db.kysely, 'test.gone', {});
    await expect.poll(() => runs).toBe(1);
    await expect.poll(() => warnings).toContain('the job queue stopped and is being restarted');
    await cluster.primary.start();
    await expect.poll(() => runs).toBe(2);
    await jobs.idle();
    await jobs.stop();
    await db.close();
  });

  test('connections to a server that turns read-only are dropped, and answers are 503 until one accepts writes', async () => {
    const load = startLoad();
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(5);
    const set = async (value: string) => {
      const db = openDatabase({ connectionString: cluster.primary.urlOf() }, createLog('silent'));
      await db.pool.query(`set default_transaction_read_only = off`);
      await db.pool.query(`alter system set default_transaction_read_only = ${value}`);
      await db.pool.query('select pg_reload_conf()');
      await db.close();
    };
    const turnReadOnly = async () => {
      await set('on');
      await expect.poll(() => load.answers.filter(({ status }) => status === 503).length).toBeGreaterThan(3);
      await set('off');
    };
    expect(await load.recovered(turnReadOnly())).toBeLessThan(10_000);
    expectHonest(load);
    await expectKept(load);
  });

  test('a promoted replica is found within 10 s, with everything that was acknowledged', async () => {
    const load = startLoad();
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(5);
    const failOver = async () => {
      await cluster.primary.stop('immediate');
      await standby.promote();
    };
    expect(await load.recovered(failOver())).toBeLessThan(10_000);
    expectHonest(load);
    await expectKept(load);
    await expectJobs();
  });

  test('an unresponsive primary is abandoned for the promoted one', async () => {
    const third = await standby.replica(cluster.primary.port);
    const load = startLoad();
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(5);
    const frozenAt = performance.now();
    await standby.freeze();
    await third.promote();
    await load.works();
    expect(performance.now() - frozenAt).toBeLessThan(10_000);
    expectHonest(load);
    await expectJobs();
  });
});
