import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/logging/logging.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { startWorld, type World } from '../../../test/harness.ts';
import { deferredIn } from './deferred.queries.ts';
import { createDeferredEvents, type DeferredEvents } from './deferred.ts';

declare module './deferred.ts' {
  interface DeferredEventMap {
    'test.said': { text: string };
    'test.unheard': { text: string };
  }
}

const log = createLog('silent');
let world: World;
let db: Database;
let jobs: Jobs;
let deferred: DeferredEvents;
let batches: string[][] = [];
let failures = 0;

beforeAll(async () => {
  world = await startWorld();
  db = openDatabase({ connectionString: world.databaseUrl }, log);
  jobs = createJobs({ db, log, metrics: createMetrics() });
  deferred = createDeferredEvents(jobs);
  deferred.on('test.said', async (payloads) => {
    batches.push(payloads.map(({ text }) => text));
    await Promise.resolve();
  });
  deferred.on('test.said', async () => {
    await Promise.resolve();
    if (failures > 0) {
      failures -= 1;
      throw new Error('not now');
    }
  });
  await jobs.start();
});

beforeEach(() => {
  batches = [];
});

afterAll(async () => {
  await jobs.stop();
  await db.close();
  await world.close();
});

test('an event is handled after its transaction, and never if that fails', async () => {
  await db.transaction(async (tx) => {
    await deferred.emit(tx, 'test.said', [{ text: 'a' }, { text: 'b' }]);
    expect(batches).toEqual([]);
  });
  const failed = db.transaction(async (tx) => {
    await deferred.emit(tx, 'test.said', [{ text: 'lost' }]);
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  await jobs.idle();
  expect(batches).toEqual([['a', 'b']]);
});

test('an event whose handler failed is handled again', async () => {
  failures = 1;
  await deferred.emit(db.kysely, 'test.said', [{ text: 'again' }]);
  await vi.waitFor(() => expect(batches).toEqual([['again'], ['again']]), 30_000);
});

test('many events are handled in batches', async () => {
  const texts = Array.from({ length: 1200 }, (_, index) => String(index));
  await deferred.emit(
    db.kysely,
    'test.said',
    texts.map((text) => ({ text })),
  );
  await jobs.idle();
  expect(batches.map((batch) => batch.length).sort((a, b) => a - b)).toEqual([200, 500, 500]);
  expect(new Set(batches.flat())).toEqual(new Set(texts));
});

test('an event without a handler makes no job', async () => {
  await deferred.emit(db.kysely, 'test.unheard', [{ text: 'a' }]);
  const rows = await world.sql("select 1 from graphile_worker.jobs where task_identifier = 'deferred.test.unheard'");
  expect(rows).toEqual([]);
});

test('a statement enqueues its own events in one job, and none if it has none', async () => {
  const emit = (words: string) =>
    sql`with words as (select unnest(${words}::text[]) as word)
      select ${deferredIn('test.said', sql`(select json_agg(json_build_object('text', word)) from words)`)}`.execute(
      db.kysely,
    );
  await emit('{}');
  await emit('{a,b,c}');
  await jobs.idle();
  expect(batches).toEqual([['a', 'b', 'c']]);
});
