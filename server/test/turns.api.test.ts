import { expect, test } from 'vitest';
import { testWorld } from './harness.ts';

const world = await testWorld();

test("One person's many writes at once are done two at a time or refused with 429, never with 503, and others' go on", async () => {
  const [ana, bob] = [await world.person('ana'), await world.person('bob')];
  await world.sql(
    `insert into users (id, username, email, password_hash, activated_at)
      select gen_random_uuid(), 'followed_' || n, 'followed' || n || '@example.org', '', now() from generate_series(1, 200) n`,
  );
  const flood = Promise.all(Array.from({ length: 200 }, (_, n) => ana.put(`/v1/users/followed_${n + 1}/follow`)));
  const own = await Promise.all(Array.from({ length: 3 }, (_, n) => bob.put(`/v1/users/followed_${n + 1}/follow`)));
  expect(own.map(({ status }) => status)).toEqual([200, 200, 200]);
  const answers = await flood;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
  const done = answers.filter(({ status }) => status === 200).length;
  const [row] = await world.sql<{ follows: number }>(
    'select count(*)::int as follows from follows where follower_id = $1',
    [ana.user_id],
  );
  expect(row?.follows).toBe(done);
  expect((await ana.put('/v1/users/followed_1/follow')).status).toBe(200);
});
