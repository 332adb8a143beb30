import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { mayDelete } from './posts.access.ts';
import { createTextPost } from './posts.factory.ts';
import { mayDeletePost } from './posts.rules.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => await world.close());

test.each([1, 2, 3])('the database and the rule agree on who may delete which post (seed %i)', async (seed) => {
  const random = randomOf(seed);
  const people: Person[] = [];
  for (let n = 0; n < 4; n += 1) people.push(await world.person(`p${seed}_${n}`));
  for (let n = 0; n < 20; n += 1) {
    const { user_id: authorId } = people[random(people.length)] as Person;
    await createTextPost(world.platform, { authorId, content: `Number ${n}` });
  }
  const pairs = await world.platform.db.kysely
    .selectFrom(['posts', 'users'])
    .select(['posts.author_id', 'users.id as userId', sql.raw<boolean>(mayDelete('posts', 'users.id')).as('allowed')])
    .execute();
  expect(new Set(pairs.map(({ allowed }) => allowed)).size).toBe(2);
  for (const { allowed, ...pair } of pairs) expect(allowed).toBe(mayDeletePost(pair, pair));
});
