import { expect, test } from 'vitest';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { createClub } from '../../../test/community.ts';
import { testWorld } from '../../../test/harness.ts';

const world = await testWorld();

test("One person's mentions notify another at most twenty times an hour; a channel counts all of them", async () => {
  const [ana, bob, cyd] = [await world.person('ana'), await world.person('bob'), await world.person('cyd')];
  const { handle, user } = await createClub(world, ana, [bob, cyd]);
  const made = await ana.post(`/v1/community/${handle}/channels`, { name: 'plans', roles: [user] });
  const channel = made.body.channel.channel_id;
  const postId = await createTextPost(world.platform, { authorId: ana.user_id });
  for (let n = 0; n < 12; n += 1) await ana.post(`/v1/posts/${postId}/comments`, { content: `@bob ${n}` });
  for (let n = 0; n < 13; n += 1) await ana.post('/v1/channel/chats', { conversation: channel, content: `@bob ${n}` });
  await cyd.post('/v1/channel/chats', { conversation: channel, content: '@bob hello' });
  await world.runJobs();
  const told = async () => (await bob.get('/v1/notifications?size=100')).body.notifications;
  const by = (name: string, all: { actor: { username: string } }[]) =>
    all.filter(({ actor }) => actor.username === name).length;
  expect([by('ana', await told()), by('cyd', await told())]).toEqual([20, 1]);
  const { channels } = (await bob.get('/v1/unread')).body;
  expect(channels).toMatchObject([{ channel_id: channel, unread: 14, mentions: 14 }]);

  await world.sql(`update notifications set created_at = created_at - interval '1 hour'`);
  await ana.post(`/v1/posts/${postId}/comments`, { content: '@bob later' });
  await world.runJobs();
  expect(by('ana', await told())).toBe(21);
});
