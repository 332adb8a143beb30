import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#operations/migrations/migrate.ts';
import { type Answer, type Caller, type Person, startWorld, type World } from './harness.ts';
import { type Node, noCluster, startCluster } from './postgres-cluster.ts';

/** Reads answered by a streaming replica that a test can pause. */

let cluster: Awaited<ReturnType<typeof startCluster>>;
let replica: Node;
let world: World;
let ada: Person;
let bob: Person;

async function onReplica(statement: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: replica.urlOf() });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const pause = () => onReplica('select pg_wal_replay_pause()');
const resume = () => onReplica('select pg_wal_replay_resume()');

async function post(person: Caller, content: string): Promise<Answer> {
  const form = new FormData();
  form.append('content', content);
  const answer = await person.upload('/v1/posts', form);
  expect(answer.status).toBe(201);
  return answer;
}

/** The content of the newest post this person sees. */
const newest = async (person: Caller): Promise<string> => (await person.get('/v1/posts')).body.posts[0]?.content;

/** The same person with the cookie from the answer to a write. */
function having(person: Person, { headers }: Answer): Caller {
  const seen = headers.getSetCookie().find((cookie) => cookie.startsWith('hubbub-seen='));
  expect(seen).toMatch(/^hubbub-seen=\d+; Max-Age=10; Path=\/; HttpOnly; SameSite=Lax$/);
  return world.withCookie(`${person.cookie}; ${seen?.split(';')[0]}`);
}

/** Waits until post reads go to the replica. */
async function untilUsed(): Promise<void> {
  const scans = async () => {
    const [row] = await onReplica(
      `select seq_scan + idx_scan as count from pg_stat_user_tables where relname = 'posts'`,
    );
    return Number(row?.count ?? 0);
  };
  const before = await scans();
  const ask = async () => {
    await ada.get('/v1/posts');
    return (await scans()) - before;
  };
  await expect.poll(ask, { interval: 20 }).toBeGreaterThan(0);
}

/** The value of one of the replica's metrics, such as `in_use`. */
async function figure(name: string): Promise<number> {
  const { body } = await world.stranger().get('/metrics');
  const series = `hubbub_database_replica_${name} `;
  const line = String(body)
    .split('\n')
    .find((each) => each.startsWith(series));
  return Number(line?.slice(series.length));
}

/** Asks until the answer changes. @returns when the last question with the old answer was asked */
async function lastAskedWith<T>(old: T, ask: () => Promise<T>): Promise<number> {
  for (let last = 0; ; ) {
    const at = performance.now();
    if ((await ask()) !== old) return last;
    last = at;
  }
}

describe.skipIf(noCluster)(`reads from a replica${noCluster ? ` (${noCluster})` : ''}`, () => {
  beforeAll(async () => {
    cluster = await startCluster();
    const url = cluster.primary.urlOf();
    await migrate(url);
    replica = await cluster.primary.replica();
    world = await startWorld({
      database: { connectionString: url, replicaUrl: replica.urlOf(), pooler: 'auto' },
    });
    [ada, bob] = [await world.person('ada'), await world.person('bob')];
    await post(bob, 'first');
  });
  afterAll(async () => {
    await world?.close();
    await cluster?.close();
  });

  test("while the replica is paused, people see their own writes right away, and others' within a second", async () => {
    let wasOld = false;
    // On a busy machine the replica may count as too old before anyone has asked it; then try again.
    for (let count = 0; !wasOld; count += 1) {
      const old = await newest(bob);
      await untilUsed();
      await pause();
      const content = `by ada ${count}`;
      const mine = await post(ada, content);
      const writtenAt = performance.now();
      expect(await newest(having(ada, mine))).toBe(content);
      const last = await lastAskedWith(old, () => newest(bob));
      expect(last - writtenAt).toBeLessThan(1000);
      expect(await newest(bob)).toBe(content);
      wasOld = last > 0;
      await resume();
    }
  });

  test('while the replica is paused, a session ended elsewhere ends within a second', async () => {
    await untilUsed();
    const thief = world.withCookie(bob.cookie);
    await pause();
    expect((await bob.post('/v1/users/logout')).status).toBe(200);
    const endedAt = performance.now();
    const last = await lastAskedWith(200, async () => (await thief.get('/v1/posts')).status);
    expect(last - endedAt).toBeLessThan(1000);
    expect((await thief.get('/v1/posts')).status).toBe(401);
    await resume();
  });

  test("data that the replica doesn't have yet is read from the primary", async () => {
    await untilUsed();
    await pause();
    const cleo = await world.person('cleo');
    expect((await cleo.get('/v1/posts')).status).toBe(200);
    const { body } = await post(cleo, 'a link that was sent on');
    expect((await ada.get(`/v1/posts/${body.post.post_id}`)).status).toBe(200);
    await resume();
  });

  test("metrics show how old its state is, whether it's in use, and which server answered", async () => {
    await untilUsed();
    await expect.poll(() => figure('in_use')).toBe(1);
    expect(await figure('reads_total{server="replica"}')).toBeGreaterThan(0);
    await expect.poll(() => figure('lag_seconds')).toBeLessThan(0.8);
    await pause();
    try {
      await post(ada, 'not replayed for a while');
      await expect.poll(() => figure('lag_seconds')).toBeGreaterThan(1);
      expect(await figure('in_use')).toBe(0);
      const [fromPrimary, fromReplica] = [
        await figure('reads_total{server="primary"}'),
        await figure('reads_total{server="replica"}'),
      ];
      await ada.get('/v1/posts');
      expect(await figure('reads_total{server="primary"}')).toBeGreaterThan(fromPrimary);
      expect(await figure('reads_total{server="replica"}')).toBe(fromReplica);
    } finally {
      await resume();
    }
    await expect.poll(() => figure('in_use')).toBe(1);
    await expect.poll(() => figure('lag_seconds')).toBeLessThan(0.8);
  });

  test("no one notices when the replica is gone, and it's used again when it's back", async () => {
    await untilUsed();
    const answers: number[] = [];
    let running = true;
    const load = (async () => {
      while (running) answers.push((await ada.get('/v1/posts')).status);
    })();
    await expect.poll(() => answers.length).toBeGreaterThan(20);
    await replica.stop('immediate');
    const count = answers.length;
    await expect.poll(() => answers.length - count).toBeGreaterThan(100);
    running = false;
    await load;
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    await replica.start();
    await untilUsed();
  });
});
