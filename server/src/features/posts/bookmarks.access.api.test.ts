import { expect, test } from 'vitest';
import { row } from '#platform/database/expressions.ts';
import { insertUsers } from '../../../test/accounts.ts';
import { testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { isBookmarkedBy } from './bookmarks.access.ts';
import { createTextPost } from './posts.factory.ts';

const world = await testWorld();

test.each([1])('a post is saved for exactly those who saved it (seed %i)', async (seed) => {
  const random = randomOf(seed);
  const ids = await insertUsers(world, 12);
  const saved = new Set<string>();
  for (let n = 0; n < 20; n += 1) {
    const postId = await createTextPost(world.platform, { authorId: ids[random(ids.length)] as string });
    // Some people save nothing.
    for (const id of ids.slice(2)) {
      if (random(3) > 0) continue;
      await world.sql('insert into bookmarks (post_id, user_id, id) values ($1, $2, $3)', [
        postId,
        id,
        world.platform.newId(),
      ]);
      saved.add(`${id} ${postId}`);
    }
  }
  const rows = await world.platform.db.kysely
    .selectFrom(['users', 'posts'])
    .select(['users.id as userId', 'posts.id as postId'])
    .select(isBookmarkedBy(row('posts'), row('users').id).as('isSaved'))
    .execute();
  expect(rows).toHaveLength(240);
  for (const { userId, postId, isSaved } of rows) expect(isSaved).toBe(saved.has(`${userId} ${postId}`));
});
