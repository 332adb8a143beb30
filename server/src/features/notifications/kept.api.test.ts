import { expect, test } from 'vitest';
import type { Hot } from '#platform/database/database.ts';
import { testWorld } from '../../../test/harness.ts';
import { readUnreadOf } from './unread.queries.ts';

const world = await testWorld();

test('what somebody was shown while they were on the team for a moment is asked again', async () => {
  const [ada, bob] = [await world.person('ada'), await world.person('bob')];
  const form = new FormData();
  form.set('content', 'A post');
  const { post } = (await ada.upload('/v1/posts', form)).body;
  const { comment } = (await bob.post(`/v1/posts/${post.post_id}/comments`, { content: 'First' })).body;
  await ada.post(`/v1/posts/${post.post_id}/comments`, { content: 'Second', parent_id: comment.comment_id });
  await world.runJobs();
  await world.sql(`update posts set removal = '{"reason":"other"}' where id = $1`, [post.post_id]);
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
