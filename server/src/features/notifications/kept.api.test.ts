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

test('what happens in a community has only that asked again which it may change', async () => {
  const [cyd, dan, eve] = [await world.person('cyd'), await world.person('dan'), await world.person('eve')];
  await answered(cyd, dan);
  const [own, elsewhere] = [await createClub(world, cyd, [dan]), await createClub(world, eve, [])];
  const asked: string[] = [];
  const hot: Hot = {
    query(statement, values) {
      asked.push(statement.name);
      return world.platform.db.hot.query(statement, values);
    },
  };
  const [reply, heard] = ['notifications-unread-reply', 'unread-heard'];
  const count = async () => {
    asked.length = 0;
    expect(await readUnreadOf(hot, [dan.user_id])).toMatchObject([{ notifications: 1 }]);
    return asked.filter((name) => name === reply || name === heard).sort();
  };
  expect([await count(), await count()]).toEqual([[reply, heard], []]);
  const changes: [change: string, ofMembers: string[]][] = [
    [
      `insert into channels (id, community_id, name, roles, created_at)
        select gen_random_uuid(), $1, 'new', array[id], now() from community_roles where community_id = $1 limit 1`,
      [heard],
    ],
    ['update channels set roles = roles || gen_random_uuid() where community_id = $1', [heard]],
    [`update communities set handle = handle || '_too' where id = $1`, [heard]],
    ['delete from channels where community_id = $1', [heard]],
    // The reply is to a post outside of it.
    [`update communities set visibility = 'private' where id = $1`, []],
    [`update community_roles set permissions = '{}' where community_id = $1`, []],
    ['delete from communities where id = $1', [reply, heard]],
  ];
  for (const [change, ofMembers] of changes) {
    await world.sql(change, [elsewhere.communityId]);
    expect(await count(), change).toEqual([]);
    await world.sql(change, [own.communityId]);
    expect(await count(), change).toEqual(ofMembers);
  }
});

test('nothing is kept of a database that another one has taken the place of', async () => {
  const [fay, gil] = [await world.person('fay'), await world.person('gil')];
  const postId = await answered(fay, gil);
  const count = async () => (await readUnreadOf(world.platform.db.hot, [gil.user_id]))[0]?.notifications;
  expect(await count()).toBe(1);
  // As from a backup, which has no changes.
  await world.sql(`update posts set removal = '{"reason":"other"}' where id = $1`, [postId]);
  await world.sql('create table restored (like heard_changes including all)');
  await world.sql('drop table heard_changes');
  await world.sql('alter table restored rename to heard_changes');
  await world.sql('delete from unread_changes');
  expect(await count()).toBe(0);
});
