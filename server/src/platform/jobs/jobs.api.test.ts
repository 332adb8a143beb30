import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/logging/logging.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { startWorld, type World } from '../../../test/harness.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createJobs, type Jobs } from './jobs.ts';

declare module './jobs.ts' {
  interface JobMap {
    'test.note': { text: string };
    'test.fail': { times: number };
    'test.heavy': { index: number };
    'test.yielding': { index: number };
    'test.hang': { text: string };
    'test.slow': { text: string };
    'test.shared': { index: number };
  }
}

const log = createLog('silent');
let world: World;
let url: string;
let db: Database;
let jobs: Jobs;

/** The running jobs of these tests: the server's own run at full minutes. */
const lockedJobs = `select from graphile_worker.jobs where locked_at is not null and task_identifier like 'test.%'`;

const notes: string[] = [];
let failures = 0;
let heavyNow = 0;
let maxHeavy = 0;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const define = (queue: Jobs) => {
  queue.define('test.note', async ({ text }) => {
    notes.push(text);
    await Promise.resolve();
  });
  queue.define(
    'test.fail',
    async ({ times }, { attempt, last }) => {
      failures += 1;
      await Promise.resolve();
      if (attempt <= times) throw new Error(`attempt ${attempt}, last: ${last}`);
    },
    { maxAttempts: 3 },
  );
  queue.define(
    'test.heavy',
    async () => {
      heavyNow += 1;
      maxHeavy = Math.max(maxHeavy, heavyNow);
      await pause(50);
      heavyNow -= 1;
    },
    { heavy: 'videos' },
  );
  queue.define('test.yielding', async () => undefined, { isYielding: true });
  queue.define('test.hang', async ({ text }) => {
    notes.push(text);
    await Promise.resolve();
  });
  queue.define('test.slow', async ({ text }, { signal }) => {
    await pause(400);
    notes.push(`${text}, told to give up: ${signal.aborted}`);
  });
};

beforeAll(async () => {
  world = await startWorld();
  const [row] = await world.sql<{ name: string }>('select current_database() as name');
  const address = new URL(inject('postgresUrl'));
  address.pathname = `/${row?.name}`;
  url = address.href;
  db = openDatabase({ connectionString: url }, log);
  jobs = createJobs({ db, log, metrics: createMetrics() });
  define(jobs);
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop();
  await db.close();
  await world.close();
});

test('a job exists if and only if its transaction is stored', async () => {
  await db.transaction(async (tx) => await jobs.add(tx, 'test.note', { text: 'stored' }));
  await expect(
    db.transaction(async (tx) => {
      await jobs.add(tx, 'test.note', { text: 'rolled back' });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await jobs.idle();
  expect(notes).toEqual(['stored']);
});

test("a job waits until it's due, and one with the same key replaces it", async () => {
  const runAt = new Date(Date.now() + 60_000);
  await jobs.add(db.kysely, 'test.note', { text: 'later' }, { runAt, key: 'note' });
  await jobs.idle();
  expect(notes).not.toContain('later');
  await jobs.add(db.kysely, 'test.note', { text: 'now' }, { key: 'note' });
  await jobs.idle();
  expect(notes).toContain('now');
  expect(await world.sql(`select 1 from graphile_worker.jobs where key = 'note'`)).toEqual([]);
});

test('low-priority light work comes after all other light work, and before heavy work', async () => {
  const rollback = new Error('nothing is stored');
  const order = db.transaction(async (tx) => {
    await jobs.add(tx, 'test.heavy', { index: 1 });
    await jobs.add(tx, 'test.yielding', { index: 1 });
    await jobs.add(tx, 'test.note', { text: 'first' });
    const { rows } = await sql<{ name: string }>`
      select task_identifier as name from graphile_worker.jobs
      where task_identifier in ('test.heavy', 'test.yielding', 'test.note') and created_at = now()
      order by priority`.execute(tx);
    expect(rows.map(({ name }) => name)).toEqual(['test.note', 'test.yielding', 'test.heavy']);
    throw rollback;
  });
  await expect(order).rejects.toBe(rollback);
});

test('a failed job is retried after a pause', async () => {
  await jobs.add(db.kysely, 'test.fail', { times: 1 });
  await jobs.idle();
  expect(failures).toBe(1);
  await expect.poll(() => failures).toBe(2);
  await jobs.idle();
  expect(await world.sql(`select 1 from graphile_worker.jobs where task_identifier = 'test.fail'`)).toEqual([]);
});

test('heavy work leaves room for other jobs, however many workers look for work at the same time', async () => {
  // There before anyone looks.
  await jobs.stop();
  for (let index = 0; index < 6; index += 1) await jobs.add(db.kysely, 'test.heavy', { index });
  jobs = createJobs({ db, log, metrics: createMetrics() });
  define(jobs);
  await jobs.start();
  await jobs.idle();
  expect(maxHeavy).toBeGreaterThan(0);
  expect(maxHeavy).toBeLessThanOrEqual(Math.max(1, Math.floor(availableParallelism() / 2)));
});

test("idle workers leave the database alone until there's work again", async () => {
  await jobs.idle();
  const asked = vi.spyOn(db.pool, 'connect');
  await jobs.add(db.kysely, 'test.slow', { text: 'alone' });
  await expect.poll(() => notes.some((note) => note.startsWith('alone'))).toBe(true);
  // The job itself takes a few; workers that polled without a pause would ask a hundred times a second.
  expect(asked.mock.calls.length).toBeLessThan(20);
  asked.mockRestore();
});

test('two processes share the jobs, and each job runs once', async () => {
  const count = 200;
  const done: [who: number, index: number][] = [];
  const taking = new Set<number>();
  const both = Promise.withResolvers<void>();
  const started = [0, 1].map((who) => {
    const own = openDatabase({ connectionString: url }, log);
    const queue = createJobs({ db: own, log, metrics: createMetrics() });
    queue.define('test.shared', async ({ index }) => {
      taking.add(who);
      if (taking.size === 2) both.resolve();
      // Neither finishes all of them before the other has started.
      await both.promise;
      done.push([who, index]);
    });
    return { own, queue };
  });
  await jobs.stop();
  for (let index = 0; index < count; index += 1) await jobs.add(db.kysely, 'test.shared', { index });
  await Promise.all(started.map(({ queue }) => queue.start()));
  await jobs.idle();
  for (const { queue, own } of started) {
    await queue.stop();
    await own.close();
  }
  expect(done.map(([, index]) => index).toSorted((one, other) => one - other)).toEqual([...Array(count).keys()]);
  expect(new Set(done.map(([who]) => who)).size).toBe(2);
  jobs = createJobs({ db, log, metrics: createMetrics() });
  define(jobs);
  await jobs.start();
});

test('a queue that stops lets its jobs finish, and leaves none locked', async () => {
  const other = createJobs({ db, log, metrics: createMetrics() });
  other.define('test.slow', async ({ text }) => {
    await pause(400);
    notes.push(text);
  });
  await other.start();
  await jobs.stop();
  await other.add(db.kysely, 'test.slow', { text: 'ended in peace' });
  await expect.poll(async () => await world.sql(lockedJobs)).toHaveLength(1);
  await other.stop();
  expect(notes).toContain('ended in peace');
  expect(await world.sql(lockedJobs)).toEqual([]);
  jobs = createJobs({ db, log, metrics: createMetrics() });
  define(jobs);
  await jobs.start();
});

test("a job that gives up because the server stops isn't an error, and runs again", async () => {
  const levels: string[] = [];
  const told = (level: string) => (_details: unknown, message: string) => {
    if (message.startsWith('job ')) levels.push(`${level}: ${message}`);
  };
  const watched = Object.assign(createLog('silent'), { info: told('info'), error: told('error') });
  const other = createJobs({ db, log: watched, metrics: createMetrics() });
  other.define('test.note', async (_payload, { signal }) => {
    await once(signal, 'abort');
    throw new Error('the process ended');
  });
  await jobs.stop();
  await other.start();
  await other.add(db.kysely, 'test.note', { text: 'ran again' }, { key: 'interrupted' });
  await expect.poll(async () => await world.sql(lockedJobs)).toHaveLength(1);
  await other.stop();
  expect(levels).toEqual(['info: job interrupted; it runs again after the next start']);
  await world.sql('update graphile_worker._private_jobs set run_at = now()');
  jobs = createJobs({ db, log, metrics: createMetrics() });
  define(jobs);
  await jobs.start();
  await jobs.idle();
  expect(notes).toContain('ran again');
});

/** A process that takes a job and never finishes it. */
async function startHangingWorker(): Promise<ChildProcess> {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const program = `
    const { openDatabase } = await import(${module('../database/database.ts')});
    const { createLog } = await import(${module('../logging/logging.ts')});
    const { createMetrics } = await import(${module('../metrics/metrics.ts')});
    const { createJobs } = await import(${module('./jobs.ts')});
    const log = createLog('silent');
    const jobs = createJobs({ db: openDatabase({ connectionString: process.argv[1] }, log), log, metrics: createMetrics() });
    jobs.define('test.hang', async () => { console.log('running'); await new Promise(() => {}); });
    await jobs.start();
    console.log('started');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface(child.stdout), 'line');
  return child;
}

test("the next start picks up a killed process's job, and no one does while the process lives", async () => {
  await jobs.stop();
  const child = await startHangingWorker();
  const again = createJobs({ db, log, metrics: createMetrics() });
  try {
    await again.add(db.kysely, 'test.hang', { text: 'taken over' });
    await expect.poll(async () => await world.sql(lockedJobs)).toHaveLength(1);
    define(again);
    await again.start();
    await pause(300);
    expect(notes).not.toContain('taken over');
    await again.stop();
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  jobs = createJobs({ db, log, metrics: createMetrics() });
  define(jobs);
  await jobs.start();
  await jobs.idle();
  expect(notes).toContain('taken over');
});

test('a job that was lost on its way to a worker runs, although its pool still holds its lock', async () => {
  await jobs.stop();
  const other = createJobs({ db, log, metrics: createMetrics(), recoveryMs: 50 });
  define(other);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  other.define('test.hang', async () => await ended);
  await other.start();
  await other.add(db.kysely, 'test.hang', { text: '' });
  await expect.poll(async () => await world.sql(lockedJobs)).toHaveLength(1);
  await db.transaction(async (tx) => {
    await other.add(
      tx,
      'test.note',
      { text: 'handed over again' },
      { waitsFor: '00000000-0000-7000-8000-000000000000', key: 'lost' },
    );
    // As if the pool had taken it.
    await sql`with pool as (select locked_by from graphile_worker._private_jobs where locked_by is not null limit 1),
      job as (update graphile_worker._private_jobs set locked_at = now(), locked_by = pool.locked_by, attempts = max_attempts
              from pool where key = 'lost' returning job_queue_id, pool.locked_by)
      update graphile_worker._private_job_queues q set locked_at = now(), locked_by = job.locked_by
      from job where q.id = job_queue_id`.execute(tx);
  });
  await expect.poll(() => notes).toContain('handed over again');
  await expect.poll(async () => await world.sql(lockedJobs)).toHaveLength(1);
  end();
  await other.idle();
  await other.stop();
});

test("a queue that couldn't record the end of a job restarts, whatever else ends before it has stopped", async () => {
  await jobs.stop();
  const own = createJobs({ db, log, metrics: createMetrics(), recoveryMs: 50 });
  define(own);
  const names = ['first', 'second', 'last'] as const;
  const running = new Map(names.map((name) => [name as string, Promise.withResolvers<void>()]));
  own.define('test.hang', async ({ text }) => await running.get(text)?.promise);
  await own.start();
  for (const text of names) await own.add(db.kysely, 'test.hang', { text }, { key: text });
  await expect.poll(async () => await world.sql(lockedJobs)).toHaveLength(names.length);
  await world.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`);
  await world.sql(`create trigger refuse before delete on graphile_worker._private_jobs
                   for each row when (old.key = 'unrecorded') execute function refuse()`);
  await own.add(db.kysely, 'test.note', { text: 'unrecorded' }, { key: 'unrecorded' });
  await expect.poll(() => notes).toContain('unrecorded');
  for (const name of names) {
    running.get(name)?.resolve();
    await expect
      .poll(async () => await world.sql('select from graphile_worker.jobs where key = $1', [name]))
      .toEqual([]);
  }
  await world.sql('drop trigger refuse on graphile_worker._private_jobs');
  await own.add(db.kysely, 'test.note', { text: 'after the restart' });
  await expect.poll(() => notes).toContain('after the restart');
  await own.idle();
  await own.stop();
});

test("stopping doesn't wait for a database that's away: workers that wait for their lock give up", async () => {
  const away = { ...db, pool: { connect: () => Promise.reject(new Error('away')) } } as unknown as Database;
  const heartbeat = createHeartbeat(away, log);
  const locked = heartbeat.start('pool-away');
  heartbeat.giveUp();
  await locked;
});
