import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';

let world: World;
let made = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => await world.close());

async function people(...names: string[]): Promise<Person[]> {
  made += 1;
  return await Promise.all(names.map((name) => world.person(`${name}_${made}`)));
}
const nameOf = (person: Person) => person.user.username;
const path = (person: Person) => `/v1/users/${nameOf(person)}/follow`;
const profile = async (viewer: Person, other: Person) => (await viewer.get(`/v1/users/${nameOf(other)}`)).body.user;
type Listed = { username: string; following: boolean; followed_by: boolean };
const list = async (viewer: Person, other: Person, side: 'followers' | 'following', query = '') =>
  (await viewer.get(`/v1/users/${nameOf(other)}/${side}${query}`)).body as { users: Listed[]; next: string | null };
const namesIn = async (...given: Parameters<typeof list>) => (await list(...given)).users.map((user) => user.username);

/** People whose stored counts differ from the rows. */
const drifted = () =>
  world.sql(`select counts.user_id from follow_counts counts
    where follower_count <> (select count(*) from follows where followee_id = counts.user_id)
      or following_count <> (select count(*) from follows where follower_id = counts.user_id)
    union select follower_id from follows where not exists (select from users where users.id = follower_id)
    union select followee_id from follows where not exists (select from users where users.id = followee_id)
    union select user_id from follow_counts where not exists (select from users where users.id = user_id)`);

describe('following', () => {
  test('counts once for both people, again without effect, until it is taken back', async () => {
    const [ada, bob] = (await people('ada', 'bob')) as [Person, Person];
    for (let n = 0; n < 2; n += 1) {
      expect(await ada.put(path(bob))).toMatchObject({ status: 200, body: { following: true, follower_count: 1 } });
    }
    expect(await profile(ada, bob)).toMatchObject({
      following: true,
      followed_by: false,
      follower_count: 1,
      following_count: 0,
    });
    expect(await profile(bob, ada)).toMatchObject({
      following: false,
      followed_by: true,
      follower_count: 0,
      following_count: 1,
    });
    for (let n = 0; n < 2; n += 1) {
      expect(await ada.delete(path(bob))).toMatchObject({ status: 200, body: { following: false, follower_count: 0 } });
    }
    expect(await profile(bob, ada)).toMatchObject({ followed_by: false, following_count: 0 });
    expect(await drifted()).toEqual([]);
  });

  test('oneself is 422, and nobody 404', async () => {
    const [ada] = (await people('ada')) as [Person];
    expect(await ada.put(path(ada))).toMatchObject({ status: 422, body: { error: { username: expect.any(String) } } });
    expect((await ada.put('/v1/users/nobody_at_all/follow')).status).toBe(404);
    expect((await ada.delete('/v1/users/nobody_at_all/follow')).status).toBe(404);
    expect((await ada.get('/v1/users/nobody_at_all/followers')).status).toBe(404);
  });

  test('finds the person in any case of the username', async () => {
    const [ada, bob] = (await people('ada', 'bob')) as [Person, Person];
    await ada.put(`/v1/users/${nameOf(bob).toUpperCase()}/follow`);
    expect(await namesIn(ada, bob, 'followers')).toEqual([nameOf(ada)]);
  });

  test('more than 5,000 people is 422', async () => {
    const [ada, bob] = (await people('ada', 'bob')) as [Person, Person];
    await world.sql(
      `with made as (
         insert into users (id, username, email, password_hash, activated_at)
         select gen_random_uuid(), 'star_' || n, 'star_' || n || '@example.org', '', now() from generate_series(1, 5000) n
         returning id
       ) insert into follows (follower_id, followee_id) select $1, made.id from made`,
      [ada.user_id],
    );
    const answer = await ada.put(path(bob));
    expect(answer).toMatchObject({ status: 422, body: { error: { username: expect.stringContaining('5,000') } } });
    expect((await ada.put('/v1/users/star_17/follow')).status).toBe(200);
    await ada.delete('/v1/users/star_17/follow');
    expect((await ada.put(path(bob))).status).toBe(200);
    expect(await drifted()).toEqual([]);
  });
});

describe('the lists', () => {
  test('are newest first, page by page, and show how each person and the viewer are related', async () => {
    const [ada, ...others] = (await people('ada', 'bob', 'cyd', 'dan', 'eve', 'fay')) as [Person, ...Person[]];
    for (const other of others) await other.put(path(ada));
    await ada.put(path(others[1] as Person));
    const seen: Listed[] = [];
    for (let next: string | null | undefined; next !== null; ) {
      const body = await list(ada, ada, 'followers', `?size=2${next ? `&before=${next}` : ''}`);
      expect(body.users.length).toBeLessThanOrEqual(2);
      seen.push(...body.users);
      next = body.next;
    }
    expect(seen.map((user) => user.username)).toEqual(others.map(nameOf).reverse());
    for (const user of seen) {
      expect(user).toMatchObject({ followed_by: true, following: user.username === nameOf(others[1] as Person) });
    }
    expect(await namesIn(others[0] as Person, ada, 'following')).toEqual([nameOf(others[1] as Person)]);
    expect((await ada.get(`/v1/users/${nameOf(ada)}/followers?before=x`)).status).toBe(400);
  });

  test('leave out people whom the viewer blocked or was blocked by, and are 404 between the two', async () => {
    const [ada, bob, cyd] = (await people('ada', 'bob', 'cyd')) as [Person, Person, Person];
    await bob.put(path(ada));
    await cyd.put(path(ada));
    await bob.put(`/v1/users/${nameOf(cyd)}/block`);
    expect(await namesIn(ada, ada, 'followers')).toEqual([nameOf(cyd), nameOf(bob)]);
    expect(await namesIn(bob, ada, 'followers')).toEqual([nameOf(bob)]);
    expect(await namesIn(cyd, ada, 'followers')).toEqual([nameOf(cyd)]);
    for (const side of ['followers', 'following']) {
      expect((await cyd.get(`/v1/users/${nameOf(bob)}/${side}`)).status).toBe(404);
      expect((await bob.get(`/v1/users/${nameOf(cyd)}/${side}`)).status).toBe(404);
    }
  });
});

describe('a block', () => {
  test('ends both follows, and neither can follow the other until it is over', async () => {
    const [ada, bob] = (await people('ada', 'bob')) as [Person, Person];
    await ada.put(path(bob));
    await bob.put(path(ada));
    await ada.put(`/v1/users/${nameOf(bob)}/block`);
    for (const [one, other] of [
      [ada, bob],
      [bob, ada],
    ] as const) {
      expect(await profile(one, one)).toMatchObject({ follower_count: 0, following_count: 0 });
      expect((await one.put(path(other))).status).toBe(404);
      expect((await one.delete(path(other))).status).toBe(404);
    }
    await ada.delete(`/v1/users/${nameOf(bob)}/block`);
    expect(await profile(bob, ada)).toMatchObject({ following: false, followed_by: false });
    expect((await bob.put(path(ada))).status).toBe(200);
    expect(await drifted()).toEqual([]);
  });

  test('at the same time as a follow always ends the follow', async () => {
    for (let round = 0; round < 12; round += 1) {
      const [ada, bob] = (await people('ada', 'bob')) as [Person, Person];
      await Promise.all([bob.put(path(ada)), ada.put(`/v1/users/${nameOf(bob)}/block`), ada.put(path(bob))]);
      expect(await profile(ada, ada)).toMatchObject({ follower_count: 0, following_count: 0 });
      expect(await profile(bob, bob)).toMatchObject({ follower_count: 0, following_count: 0 });
    }
  });
});

test('A mute leaves the follow as it is, and the muted person sees no difference', async () => {
  const [ada, bob] = (await people('ada', 'bob')) as [Person, Person];
  await ada.put(path(bob));
  await ada.put(`/v1/users/${nameOf(bob)}/mute`);
  expect(await profile(bob, ada)).toMatchObject({ followed_by: true, following_count: 1 });
});

test('A suspended account keeps its followers and the people it follows', async () => {
  const root = await world.person('root_of_follows');
  await world.sql(`update users set site_role = 'owner' where id = $1`, [root.user_id]);
  const [ada, bob] = (await people('ada', 'bob')) as [Person, Person];
  await ada.put(path(bob));
  await bob.put(path(ada));
  expect((await root.put(`/v1/users/${nameOf(bob)}/suspension`, { text: 'Enough.' })).status).toBe(200);
  expect(await profile(ada, bob)).toMatchObject({ following: true, followed_by: true, follower_count: 1 });
  expect(await namesIn(ada, ada, 'followers')).toEqual([nameOf(bob)]);
});

test("Deleting an account deletes thousands of follows in batches, and updates the others' counts", async () => {
  const [ada, bob] = (await people('ada', 'bob')) as [Person, Person];
  await world.sql(
    `with made as (
       insert into users (id, username, email, password_hash, activated_at)
       select gen_random_uuid(), 'fan_' || n, 'fan_' || n || '@example.org', '', now() from generate_series(1, 2500) n
       returning id
     ) insert into follows (follower_id, followee_id)
       select made.id, $1::uuid from made union all select $1::uuid, made.id from made`,
    [ada.user_id],
  );
  await bob.put(path(ada));
  expect((await profile(bob, ada)).follower_count).toBe(2501);
  expect((await ada.delete('/v1/users')).status).toBe(200);
  expect(await namesIn(bob, bob, 'following')).toEqual([]);
  await world.runJobs();
  expect(await profile(bob, bob)).toMatchObject({ following_count: 0 });
  expect(await world.sql('select from follows where $1 in (follower_id, followee_id)', [ada.user_id])).toEqual([]);
  expect(await drifted()).toEqual([]);
});

test.each([1, 2, 3])(
  'Counts equal a recount after people follow, unfollow, block and leave at the same time (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const crowd = await people(...Array.from({ length: 8 }, (_, n) => `p${seed}_${n}`));
    for (let round = 0; round < 12; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => {
          const [one, other] = [crowd[random(8)] as Person, crowd[random(8)] as Person];
          const choice = random(20);
          if (choice === 0 && round > 6) return one.delete('/v1/users');
          if (choice < 3) return one[choice === 1 ? 'put' : 'delete'](`/v1/users/${nameOf(other)}/block`);
          return one[choice < 14 ? 'put' : 'delete'](path(other));
        }),
      );
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    }
    await world.runJobs();
    expect(await drifted()).toEqual([]);
    const [row] = await world.sql('select deadlocks::int from pg_stat_database where datname = current_database()');
    expect(row).toEqual({ deadlocks: 0 });
  },
);

test('Someone new is announced to other features once', async () => {
  const [ada, bob] = (await people('ada', 'bob')) as [Person, Person];
  const told: unknown[] = [];
  world.platform.events.on('relations.followed', async (_, event) => void told.push(event));
  await ada.put(path(bob));
  await ada.put(path(bob));
  expect(told).toEqual([{ followerId: ada.user_id, followeeId: bob.user_id }]);
});
