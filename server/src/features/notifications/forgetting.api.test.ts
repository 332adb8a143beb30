import { expect, test } from 'vitest';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { newId } from '#platform/ids.ts';
import { testWorld } from '../../../test/harness.ts';
import { forgetActor, listCrowded, sweepBeyond, sweepOld } from './notifications.queries.ts';

const world = await testWorld();
const { db, clock } = world.platform;

/** Stores notifications about nothing in particular, the newest today, one a minute. */
const store = (userId: string, number: number, daysAgo = 0) =>
  world.sql(
    `insert into notifications (user_id, id, type, subject, created_at)
     select $1, gen_random_uuid(), 'follow', $4 || number, now() - number * interval '1 minute' - $3 * interval '1 day'
     from generate_series(1, $2::int) number`,
    [userId, number, daysAgo, newId()],
  );
const countOf = async (userId: string) =>
  (await world.sql<{ n: number }>('select count(*)::int as n from notifications where user_id = $1', [userId]))[0]?.n;

test('notifications are kept for 90 days, and the newest 1,000 of each person', async () => {
  const [ada, bob] = [await world.person('ada'), await world.person('bob')];
  await store(ada.user_id, 1300);
  await store(bob.user_id, 20);
  await store(bob.user_id, 5, 91);
  expect(await sweepOld(db.kysely, clock.now())).toBe(false);
  const crowded = await listCrowded(db.kysely, '00000000-0000-0000-0000-000000000000', 10);
  expect(crowded).toEqual([ada.user_id]);
  expect(await sweepBeyond(db.kysely, ada.user_id)).toBe(false);
  expect([await countOf(ada.user_id), await countOf(bob.user_id)]).toEqual([1000, 20]);
});

test("people who deleted their account are in nobody else's notifications", async () => {
  const [cyd, dan, eve] = [await world.person('cyd'), await world.person('dan'), await world.person('eve')];
  const id = await createTextPost(world.platform, { authorId: cyd.user_id });
  for (const person of [dan, eve]) {
    await person.post(`/v1/posts/${id}/votes`, { vote_type: 1 });
    await world.runJobs();
  }
  await dan.put('/v1/users/cyd/follow');
  await world.runJobs();
  await dan.delete('/v1/users');
  await world.runJobs();
  expect(await world.sql('select type, actors from notifications where user_id = $1', [cyd.user_id])).toEqual([
    { type: 'vote', actors: [eve.user_id] },
  ]);
  expect(await db.transaction((tx) => forgetActor(tx, dan.user_id))).toBe(false);
});
