import { expect, test } from 'vitest';
import type { Hot } from '#platform/database/database.ts';
import { createClub } from '../../../test/community.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { readUnreadOf } from './unread.queries.ts';

const world = await testWorld();

/** A post of one person's with a comment by the other, which is answered, so that the other is told. */
async function answered(one: Person, other: Person): Promise<string> {
  const form = new FormData();
  form.set('content', 'A post');
  const { post } = (await one.upload('/v1/posts', form)).body;
  const { comment } = (await other.post(`/v1/posts/${post.post_id}/comments`, { content: 'First' })).body;
  await one.post(`/v1/posts/${post.post_id}/comments`, { content: 'Second', parent_id: comment.comment_id });
  await world.runJobs();
  return post.post_id;
}

test('what somebody was shown while they were on the team for a moment is asked again', async () => {
  const [ada, bob] = [await world.person('ada'), await world.person('bob')];
  const postId = await answered(ada, bob);
  await world.sql(`update posts set removal = '{"reason":"other"}' where id = $1`, [postId]);
  const setRole = (role: string | null) =>
    world.sql('update users set site_role = $2 where id = $1', [bob.user_id, role]);
  // The role is given right after the statement that would say so.
  let meanwhile: (() => Promise<unknown>) | undefined = () => setRole('moderator');
  const hot: Hot = {
    async query<Row extends object>(...given: Parameters<Hot['query']>) {
      const rows = await world.platform.db.hot.query<Row>(...given);
      const work = meanwhile;
      meanwhile = undefined;
      await work?.();
      return rows;
    },
  };
  const count = async () => (await readUnreadOf(hot, [bob.user_id]))[0]?.notifications;
  expect(await count()).toBe(1);
  await setRole(null);
  expect(await count()).toBe(0);
});

test('what happens in a community has nothing asked again that was told of elsewhere', async () => {
  const [cyd, dan, eve] = [await world.person('cyd'), await world.person('dan'), await world.person('eve')];
  await answered(cyd, dan);
  const { communityId, user } = await createClub(world, eve, []);
  const asked: string[] = [];
  const hot: Hot = {
    query(statement, values) {
      asked.push(statement.name);
      return world.platform.db.hot.query(statement, values);
    },
  };
  const count = async () => {
    asked.length = 0;
    expect(await readUnreadOf(hot, [dan.user_id])).toMatchObject([{ notifications: 1 }]);
    return asked.includes('notifications-unread-reply');
  };
  expect([await count(), await count()]).toEqual([true, false]);
  const changes = [
    `update communities set visibility = 'private' where id = $1`,
    `update community_roles set permissions = '{}' where community_id = $1 and id = '${user}'`,
    'delete from communities where id = $1',
  ];
  for (const change of changes) {
    await world.sql(change, [communityId]);
    expect(await count(), change).toBe(false);
  }
});
