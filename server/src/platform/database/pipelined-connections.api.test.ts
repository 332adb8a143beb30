import { expect, inject, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { mostPrepared } from './named-query.ts';

const world = await testWorld();

const ours = "from pg_stat_activity where application_name = 'hubbub pipeline' and datname = current_database()";

/** A pooler has sessions of its own, as many as it likes. */
const isPooled = inject('poolerUrl') !== '';
const why = isPooled ? ' (not through a pooler: its sessions are not ours to count)' : '';

test.skipIf(isPooled)(`reopens connections that the database ended, and leaves none behind${why}`, async () => {
  const ada = await world.person('ada');
  const check = async () => (await ada.get('/v1/user/check')).status;
  const checkEach = async () => {
    for (let slot = 0; slot < 4; slot += 1) expect(await check()).toBe(200);
  };
  const open = async () => (await world.sql<{ count: number }>(`select count(*)::int ${ours}`))[0]?.count;

  await checkEach();
  const before = await open();
  await world.sql(`select pg_terminate_backend(pid) ${ours}`);
  const answers = await Promise.all(Array.from({ length: 20 }, check));
  for (const status of answers) expect([200, 503]).toContain(status);
  await checkEach();
  expect(await open()).toBe(before);
});

test.skipIf(isPooled)(
  `writes that begin in the same turn wait for none of each other, and a lone one takes a warm connection${why}`,
  async () => {
    const { writes } = world.platform.db;
    const statement = { name: 'test-pid', text: 'select pg_backend_pid() as pid' };
    const at = async (count: number) => {
      const rows = await Promise.all(Array.from({ length: count }, () => writes.query<{ pid: number }>(statement, [])));
      return new Set(rows.map(([row]) => row?.pid));
    };
    await at(4);
    for (const count of [2, 4]) expect((await at(count)).size).toBe(count);
    const [first] = await at(1);
    for (let n = 0; n < 5; n += 1) expect(await at(1)).toEqual(new Set([first]));
  },
);

test('a statement that is prepared answers like the first time: rows, none, several at once, and after an error', async () => {
  const { writes } = world.platform.db;
  const statement = {
    name: 'test-columns',
    text: `select n, 12 / (n - 3) as share, null::text as nothing, array['a', 'b'] as letters, now() as at
      from generate_series(1, $1::int) n`,
  };
  const read = (count: number) => writes.query<{ n: number; at: Date }>(statement, [count]);
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      n: index + 1,
      share: Math.trunc(12 / (index - 2)),
      nothing: null,
      letters: ['a', 'b'],
      at: expect.any(Date),
    }));
  const answers = () => Promise.all([2, 0, 1, 2, 0, 1, 2, 2].map(read));
  const expected = [2, 0, 1, 2, 0, 1, 2, 2].map(rows);
  expect(await answers()).toEqual(expected);
  expect(await answers()).toEqual(expected);
  for (let slot = 0; slot < 4; slot += 1) await expect(read(3)).rejects.toThrow('division by zero');
  expect(await answers()).toEqual(expected);
});

test('a statement without a result is prepared once, too', async () => {
  const { writes } = world.platform.db;
  await world.sql('create table if not exists test_noted (n int)');
  const statement = { name: 'test-note', text: 'insert into test_noted values ($1)' };
  for (let n = 0; n < 12; n += 1) expect(await writes.query(statement, [n])).toEqual([]);
  expect(await world.sql('select count(*)::int as count from test_noted')).toEqual([{ count: 12 }]);
  await world.sql('drop table test_noted');
});

test.skipIf(isPooled)(`a slow statement holds up only what's already behind it${why}`, async () => {
  const { reads } = world.platform.db;
  const key = 7_001;
  const wait = { name: 'test-wait', text: `select pg_advisory_xact_lock(${key})` };
  const quick = { name: 'test-quick', text: 'select 1 as one' };
  const holder = await world.platform.db.pool.connect();
  try {
    await Promise.all(Array.from({ length: 4 }, () => reads.query(quick, [])));
    await holder.query(`select pg_advisory_lock(${key})`);
    const slow = reads.query(wait, []);
    for (let n = 0; n < 12; n += 1) expect(await reads.query(quick, [])).toEqual([{ one: 1 }]);
    await holder.query(`select pg_advisory_unlock(${key})`);
    await slow;
  } finally {
    holder.release();
  }
});

test.skipIf(isPooled)(
  `no statement is compiled, whatever the server is set to: that takes longer than a page${why}`,
  async () => {
    const { reads, writes } = world.platform.db;
    for (const connections of [reads, writes]) {
      const text = `select setting, source from pg_settings where name = 'jit'`;
      expect(await connections.query({ name: 'test-jit', text }, [])).toEqual([{ setting: 'off', source: 'session' }]);
    }
  },
);

test.skipIf(isPooled)(
  `connections don't keep more statements prepared than they need, and first those that are used${why}`,
  async () => {
    const { reads } = world.platform.db;
    const read = async (n: number) =>
      await reads.query({ name: `test-one-of-many-${n}`, text: `select ${n} as n` }, []);
    const often = { name: 'test-often', text: 'select 0 as often' };
    const numbers = Array.from({ length: 4 * mostPrepared }, (_, n) => n);
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < numbers.length; n += 40) {
        const some = numbers.slice(n, n + 40);
        expect(await Promise.all(some.map(read))).toEqual(some.map((number) => [{ n: number }]));
        for (let slot = 0; slot < 4; slot += 1) expect(await reads.query(often, [])).toEqual([{ often: 0 }]);
      }
    }
    const prepared = {
      name: 'test-prepared',
      text: `select count(*)::int, bool_or(name = 'test-often') as often
      from pg_prepared_statements`,
    };
    for (let slot = 0; slot < 4; slot += 1) {
      const [row] = await reads.query<{ count: number; often: boolean }>(prepared, []);
      expect(row?.often).toBe(true);
      // Those of one turn are prepared without knowing of each other.
      expect(row?.count).toBeLessThanOrEqual(mostPrepared + 10);
      expect(row?.count).toBeGreaterThan(mostPrepared / 2);
    }
  },
);
