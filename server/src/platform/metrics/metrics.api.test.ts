import { expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';

const token = 'a token of sixteen or more';
const world = await testWorld({ settings: { METRICS_TOKEN: token } });

/** A series' value, addressed as in Prometheus' text format. */
async function seriesValue(series: string): Promise<number | undefined> {
  const { body } = await world.stranger().get('/metrics', { authorization: `Bearer ${token}` });
  const line = String(body)
    .split('\n')
    .find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test("metrics require the token, and without it their address doesn't exist", async () => {
  expect((await world.stranger().get('/metrics')).status).toBe(404);
  expect((await world.stranger().get('/metrics', { authorization: 'Bearer something else' })).status).toBe(404);
});

test('statements are counted by kind with their duration, and buckets are cumulative', async () => {
  const before = (await seriesValue('hubbub_database_statement_duration_seconds_count{kind="read"}')) ?? 0;
  const ann = await world.person('ann');
  await ann.get('/v1/posts');
  expect(await seriesValue('hubbub_database_statement_duration_seconds_count{kind="read"}')).toBeGreaterThan(before);
  const buckets = await Promise.all(
    ['0.001', '0.1', '5', '+Inf'].map((le) =>
      seriesValue(`hubbub_database_statement_duration_seconds_bucket{le="${le}",kind="read"}`),
    ),
  );
  expect(buckets).toEqual(buckets.toSorted((a = 0, b = 0) => a - b));
  expect(buckets.at(-1)).toBe(await seriesValue('hubbub_database_statement_duration_seconds_count{kind="read"}'));
});

test('failed statements are counted', async () => {
  const before = (await seriesValue('hubbub_database_statement_failures_total{kind="read"}')) ?? 0;
  const broken = { name: 'test_broken', text: 'select 1 / $1::int' };
  await expect(world.platform.db.reads.query(broken, [0])).rejects.toThrow();
  expect(await seriesValue('hubbub_database_statement_failures_total{kind="read"}')).toBe(before + 1);
});

test("shows requests in progress, including the one that asks, and drops each once it's answered", async () => {
  await Promise.all([1, 2, 3].map(() => world.stranger().get('/healthz')));
  expect(await seriesValue('hubbub_http_requests_in_flight')).toBe(1);
});

test('shows jobs in the queue by state, with the age of the oldest due one', async () => {
  await world.platform.jobs.stop();
  await world.sql(
    `select graphile_worker.add_job('test.waits', payload => '{}'::json, run_at => now() - interval '1 hour')`,
  );
  await world.sql(`select graphile_worker.add_job('test.later', run_at => now() + interval '1 hour')`);
  expect(await seriesValue('hubbub_jobs{job="test.waits",state="due"}')).toBe(1);
  expect(await seriesValue('hubbub_jobs{job="test.later",state="due"}')).toBe(0);
  expect(await seriesValue('hubbub_jobs_oldest_due_seconds{job="test.waits"}')).toBeGreaterThanOrEqual(3600);
  await world.sql(`update graphile_worker._private_jobs set attempts = max_attempts where run_at < now()`);
  expect(await seriesValue('hubbub_jobs{job="test.waits",state="given_up"}')).toBe(1);
  expect(await seriesValue('hubbub_jobs_oldest_due_seconds{job="test.waits"}')).toBe(0);
});

test("shows the pool's connections, and how long work waited for one", async () => {
  await world.platform.db.transaction(async (tx) => await tx.selectFrom('users').select('id').limit(1).execute());
  expect(await seriesValue('hubbub_database_pool_connections{state="open"}')).toBeGreaterThan(0);
  expect(await seriesValue('hubbub_database_pool_connections{state="waiting"}')).toBe(0);
  expect(await seriesValue('hubbub_database_pool_wait_seconds_count{pool="main"}')).toBeGreaterThan(0);
});
