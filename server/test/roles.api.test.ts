import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { cloneDatabase, connectSocket, createCaller } from './harness.ts';
import { freePort } from './programs.ts';
import { launchServer, type ServerProcess } from './server-process.ts';

/** The real server, with separate processes for people and background work. */

// Each test starts several, and how long that takes isn't tested here.
vi.setConfig({ testTimeout: 180_000 });

let folder: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let client: pg.Client;
const servers: ServerProcess[] = [];

async function start(role: 'api' | 'worker') {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = launchServer(
    { PORT: String(port), DATA_DIR: folder, DATABASE_URL: database.url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
    { args: ['--role', role], stdio: ['ignore', 'pipe', 'pipe'] },
  );
  servers.push(server);
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ status }) => status,
      () => server.child.exitCode,
    );
  await expect.poll(isReady, { timeout: 120_000, interval: 100 }).toBe(200);
  return { ...server, origin };
}

/** How many jobs with a name a process has done. */
async function done(origin: string, job: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const counts = text.matchAll(/^hubbub_job_duration_seconds_count\{([^}]*)\} (\d+)$/gm);
  return [...counts].reduce(
    (sum, [, labels, count]) => sum + (labels?.includes(`job="${job}"`) ? Number(count) : 0),
    0,
  );
}

const waiting = async () =>
  (await client.query('select locked_at is not null as taken from graphile_worker._private_jobs')).rows;

beforeAll(async () => {
  folder = await mkdtemp(join(inject('scratchFolder'), 'roles-'));
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL');
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('--role worker serves no people: it has no calls, pages or sockets, and reports its health', async () => {
  const { origin, end } = await start('worker');
  const stranger = createCaller(origin, '');
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await stranger.get(path)).status, path).toBe(200);
  for (const path of [
    '/',
    '/feed',
    '/v1/posts',
    '/v1/user/check',
    '/docs',
    '/openapi.json',
    '/login',
    '/dev/mail',
    '/media/profiles/default.png',
  ]) {
    expect((await stranger.get(path)).status, path).toBe(404);
  }
  const login = await stranger.post('/v1/tokens/authentication', { username: 'ada', password: 'correct horse' });
  expect(login.status).toBe(404);
  expect(login.body.error).toBeTypeOf('string');
  await expect(connectSocket(origin, 'hubbub=none')).rejects.toThrow();
  expect(await end('SIGTERM')).toBe(0);
});

test('--role api runs no jobs; without a worker they wait, and two new workers run each of them once', async () => {
  const people = 40;
  await client.query(
    `insert into users (id, username, email, password_hash, activated_at)
     select gen_random_uuid(), 'person' || n, 'person' || n || '@example.org', 'none', now() from generate_series(1, $1) n`,
    [people],
  );
  const api = await start('api');
  const stranger = createCaller(api.origin, '');
  for (let n = 1; n <= people; n += 1) {
    expect((await stranger.post('/v1/otp', { username: `person${n}` })).status).toBe(200);
  }
  const queue = await waiting();
  expect(queue).toHaveLength(people);
  expect(queue.filter(({ taken }) => taken)).toEqual([]);
  expect(await done(api.origin, 'accounts.mail-code')).toBe(0);

  const workers = await Promise.all([start('worker'), start('worker')]);
  await expect.poll(waiting).toEqual([]);
  const each = await Promise.all(workers.map(({ origin }) => done(origin, 'accounts.mail-code')));
  expect(each.reduce((sum, count) => sum + count, 0)).toBe(people);
  const mails = (await stranger.get('/dev/mail')).body as string;
  for (let n = 1; n <= people; n += 1) {
    expect(mails.split(`person${n}@example.org`).length - 1, `mails to person${n}`).toBe(1);
  }
  for (const { end } of [api, ...workers]) expect(await end('SIGTERM')).toBe(0);
});

test("a process for one part of the work says what it's missing", async () => {
  const { said, end } = await start('api');
  expect(said()).toContain("REDIS_URL isn't set");
  expect(await end('SIGTERM')).toBe(0);
});
