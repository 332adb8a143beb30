import { expect, inject, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';

const world = await testWorld();

const ours = "from pg_stat_activity where application_name = 'hubbub hot' and datname = current_database()";

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
