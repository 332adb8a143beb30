import { expect, test } from 'vitest';
import { lastPossibleId } from '#platform/ids.ts';
import { testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { type Draft, upsertNotifications } from './drafts.queries.ts';
import { markRead } from './notifications.queries.ts';
import { notify } from './notifications.service.ts';

const world = await testWorld();
const { db, newId, clock } = world.platform;

test('many notifications about the same are stored together as they would be one after the other', async () => {
  const random = randomOf(11);
  const [one, other] = [await world.person('together'), await world.person('apart')];
  let people = Array.from({ length: 18 }, newId);
  const draft = (userId: string, { subject, actor }: { subject: string; actor: string }): Draft => ({
    ...{ userId, type: 'reaction', subject, actors: [actor], createdAt: clock.now() },
  });
  const store = (drafts: Draft[]) => db.transaction((tx) => upsertNotifications(tx, drafts, newId));
  const stored = (userId: string) =>
    world.sql('select subject, actors, more, read from notifications where user_id = $1 order by subject', [userId]);

  for (let round = 0; round < 20; round += 1) {
    const given = Array.from({ length: 1 + random(30) }, () => ({
      subject: `message ${random(3)}`,
      actor: people[random(people.length)] as string,
    }));
    await store(given.map((each) => draft(one.user_id, each)));
    for (const each of given) await store([draft(other.user_id, each)]);
    expect(await stored(one.user_id), `round ${round}`).toEqual(await stored(other.user_id));
    if (random(4) > 0) continue;
    await world.sql('update notifications set read = true');
    // For people who had done it before, it's nothing new.
    people = Array.from({ length: 18 }, newId);
  }
});

test('of very many at once the latest twenty are named, and each counts once', async () => {
  const { user_id: userId } = await world.person('many');
  const people = Array.from({ length: 70 }, newId);
  const drafts = people.map((actor) => ({
    ...{ userId, type: 'reaction' as const, subject: 'all', actors: [actor], createdAt: clock.now() },
  }));
  await db.transaction((tx) => upsertNotifications(tx, drafts, newId));
  const [stored] = await world.sql('select actors, more from notifications where user_id = $1', [userId]);
  expect(stored).toEqual({ actors: people.slice(50).reverse(), more: 50 });
});

test('notifications stored together have the same order as if stored one after the other, even if many people did the same', async () => {
  const people = await Promise.all(['at_once', 'in_turn'].map((name) => world.person(name)));
  const [one, other] = people.map(({ user_id }) => user_id) as [string, string];
  const many = Array.from({ length: 21 }, () => ({ subject: 'busy', actor: newId() }));
  const given = [...many, { subject: 'latest', actor: newId() }];
  const draft = (userId: string, { subject, actor }: { subject: string; actor: string }): Draft => ({
    ...{ userId, type: 'reaction', subject, actors: [actor], createdAt: clock.now() },
  });
  const store = (drafts: Draft[]) => db.transaction((tx) => upsertNotifications(tx, drafts, newId));
  await store(given.map((each) => draft(one, each)));
  for (const each of given) await store([draft(other, each)]);
  for (const userId of [one, other]) {
    const rows = await world.sql('select subject from notifications where user_id = $1 order by id desc', [userId]);
    expect(rows.map(({ subject }) => subject)).toEqual(['latest', 'busy']);
  }
});

test('storing the same again changes nothing', async () => {
  const { user_id: userId } = await world.person('again');
  const drafts = ['a', 'b'].map((subject) => ({
    ...{ userId, type: 'reaction' as const, subject, actors: [newId()], createdAt: clock.now() },
  }));
  const store = () => db.transaction((tx) => upsertNotifications(tx, drafts, newId));
  expect(await store()).toHaveLength(2);
  expect(await store()).toEqual([]);
});

test('people notified of the same things at the same time, in any order, cause no deadlock', async () => {
  const random = randomOf(12);
  const { user_id: userId } = await world.person('often');
  const actors = await Promise.all(Array.from({ length: 4 }, (_, n) => world.person(`actor_${n}`)));
  const subjects = Array.from({ length: 200 }, (_, n) => `message ${n}`);
  const shuffled = () => subjects.map((subject) => ({ subject, at: random(1000) })).sort((a, b) => a.at - b.at);
  for (let round = 0; round < 3; round += 1) {
    await world.sql('delete from notifications where user_id = $1', [userId]);
    const told = actors.map(({ user_id: actorId }) =>
      notify(
        world.platform,
        shuffled().map(({ subject }) => ({ userId, type: 'reaction', subject, actorId })),
      ),
    );
    const read = Array.from({ length: 20 }, () => markRead(db.kysely, userId, { upTo: lastPossibleId }));
    await Promise.all([...told, ...read]);
  }
  expect(await world.sql('select count(*)::int as number from notifications where user_id = $1', [userId])).toEqual([
    { number: subjects.length },
  ]);
  await expect
    .poll(() => world.sql('select deadlocks::int from pg_stat_database where datname = current_database()'))
    .toEqual([{ deadlocks: 0 }]);
});
