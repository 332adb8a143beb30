import { expect, test } from 'vitest';
import { createClub } from '../../../test/community.ts';
import { type Person, testWorld } from '../../../test/harness.ts';

const world = await testWorld();
const ada = await world.person('ada');
const bob = await world.person('bob');

const unread = async (person: Person): Promise<string[]> => {
  const answer = await person.get('/v1/unread');
  expect(answer.status).toBe(200);
  return answer.body.channels.map(({ channel_id }: { channel_id: string }) => channel_id);
};

test("messages hidden from a person don't make a channel unread, and others' before and after them do", async () => {
  const [eve, dan, cyd] = [await world.person('eve'), await world.person('dan'), await world.person('cyd')];
  const { handle, user } = await createClub(world, eve, [dan, cyd]);
  const { channel } = (await eve.post(`/v1/community/${handle}/channels`, { name: 'green', roles: [user] })).body;
  const say = async (person: Person): Promise<string> =>
    (await person.post('/v1/channel/chats', { conversation: channel.channel_id, content: 'news' })).body.message._id;
  const unreadId = async () =>
    (await dan.get(`/v1/community/${handle}/channels`)).body.channels.find(
      ({ channel_id }: { channel_id: string }) => channel_id === channel.channel_id,
    ).unread_id;
  await dan.put('/v1/users/cyd/block');
  for (const person of [cyd, dan, cyd]) await say(person);
  expect([await unread(dan), await unreadId()]).toEqual([[], null]);
  const shown = await say(eve);
  for (const person of [cyd, dan, cyd]) await say(person);
  expect([await unread(dan), await unreadId()]).toEqual([[channel.channel_id], shown]);
  await dan.post(`/v1/channel/chats/${channel.channel_id}/read`, { message_id: shown });
  expect([await unread(dan), await unreadId()]).toEqual([[], null]);
  await dan.delete('/v1/users/cyd/block');
  expect(await unread(dan)).toEqual([channel.channel_id]);
});

test('unread state covers the channels of all communities, and only those the person can use', async () => {
  const [tea, cake] = [await createClub(world, ada, [bob]), await createClub(world, ada, [bob])];
  const channelIn = async ({ handle, user }: typeof tea, name: string): Promise<string> =>
    (await ada.post(`/v1/community/${handle}/channels`, { name, roles: [user] })).body.channel.channel_id;
  const [green, black, crumbs] = [
    await channelIn(tea, 'green'),
    await channelIn(tea, 'black'),
    await channelIn(cake, 'crumbs'),
  ];
  const say = async (person: Person, conversation: string): Promise<string> =>
    (await person.post('/v1/channel/chats', { conversation, content: 'news' })).body.message._id;
  expect(await unread(bob)).toEqual([]);

  const last = await say(ada, green);
  await say(ada, crumbs);
  await say(bob, black);
  expect((await unread(bob)).sort()).toEqual([green, crumbs].sort());
  expect(await unread(ada)).toEqual([black]);
  const [entry] = (await ada.get('/v1/unread')).body.channels;
  expect(entry).toMatchObject({ community_handle: tea.handle });

  await bob.post(`/v1/channel/chats/${green}/read`, { message_id: last });
  expect(await unread(bob)).toEqual([crumbs]);
  await ada.delete(`/v1/community/${cake.handle}/roles/user`, { role_id: cake.user, username: 'bob' });
  expect(await unread(bob)).toEqual([]);
});
