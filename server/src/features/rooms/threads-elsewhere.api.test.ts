import { expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { startPushService } from '../../../test/push-service.ts';
import { setSiteRole } from '../../../test/site.ts';
import { namesOfRooms } from './public.ts';

const service = await startPushService();
const world = await testWorld({ settings: { LINK_PREVIEWS_INSIDE: service.host } });

const send = (person: Person, conversation: string, content: string) =>
  person.post('/v1/channel/chats', { conversation, content });
const say = async (person: Person, room: string, content: string): Promise<string> =>
  (await send(person, room, content)).body.message._id;
const textsIn = async (person: Person, room: string): Promise<string[]> =>
  (await person.get(`/v1/channel/chats/${room}`)).body.messages.map((each: Answer['body']) => each.message);

let made = 0;
/** A thread in the channel #green of Ada's club, which Bob is in, and Mal, who isn't. */
async function newThread(visibility: 'public' | 'private' = 'public') {
  made += 1;
  const named = (name: string) => world.person(`${name}_${made}`);
  const [ada, bob, mal] = [await named('ada'), await named('bob'), await named('mal')];
  const { communityId, handle, user } = await createClub(world, ada, [bob]);
  await ada.patch(`/v1/community/${handle}`, { visibility });
  const channel = await createChannelOf(world.platform, { communityId, roles: [user], name: 'green' });
  const root = await say(ada, channel, 'What about lunch?');
  const thread: string = (await ada.put(`/v1/messages/${root}/thread`)).body.room.room_id;
  return { ada, bob, mal, handle, communityId, channel, root, thread };
}

test.each(['thread', 'channel'] as const)(
  "People who wrote in a %s of a private community and were banned can't learn anymore that it exists",
  async (where) => {
    const scene = await newThread('private');
    const { ada, bob, mal, handle } = scene;
    const room = scene[where];
    await say(bob, room, 'Hello');
    await bob.put(`/v1/rooms/${room}/notify`, { notify: 'all' });
    await ada.put(`/v1/community/${handle}/bans/${bob.user.username}`, {});
    const [banned, stranger] = [await send(bob, room, 'Hello?'), await send(mal, room, 'Hello?')];
    expect(banned.status).toBe(404);
    expect(banned.body).toEqual(stranger.body);
  },
);

test('Replies are found by people who can read the channel, and by its name', async () => {
  const { bob, mal, handle, thread } = await newThread();
  const id = await say(bob, thread, 'Pineapple pancakes');
  await world.runJobs();
  const found = async (person: Person, query: string): Promise<string[]> =>
    (await person.get(`/v1/search?query=${encodeURIComponent(query)}`)).body.messages?.map(
      (each: Answer['body']) => each._id,
    ) ?? [];
  expect(await found(bob, 'pineapple')).toEqual([id]);
  expect(await found(bob, `pineapple in:${handle}/green`)).toEqual([id]);
  expect(await found(mal, 'pineapple')).toEqual([]);
  const { room } = (await bob.get(`/v1/messages/${id}`)).body;
  expect(room).toMatchObject({ kind: 'thread', name: 'green', community_handle: handle });
});

test('Replies can be edited by their authors, and removed and restored by moderators, which updates the count', async () => {
  const { ada, bob, root, thread } = await newThread();
  const id = await say(bob, thread, 'Helo');
  expect((await ada.patch(`/v1/messages/${id}`, { content: 'Mine' })).status).toBe(422);
  expect((await bob.patch(`/v1/messages/${id}`, { content: 'Hello' })).status).toBe(200);
  expect(await textsIn(ada, thread)).toEqual(['Hello']);
  const count = async () => {
    await world.runJobs();
    return (await ada.get(`/v1/messages/${root}`)).body.message.thread.reply_count;
  };
  expect(await count()).toBe(1);
  expect((await ada.delete(`/v1/messages/${id}`)).status).toBe(200);
  expect(await count()).toBe(0);
  const [{ decision_id }] = (await bob.get('/v1/decisions')).body.decisions;
  const { appeal } = (await bob.post(`/v1/decisions/${decision_id}/appeal`, { text: 'It was kind.' })).body;
  const chief = await world.person(`chief_${made}`);
  await setSiteRole(world, chief.user_id, 'owner');
  const overturned = { decision: 'overturn', text: 'So it was.' };
  expect((await chief.post(`/v1/appeals/${appeal.appeal_id}/decision`, overturned)).status).toBe(200);
  expect(await count()).toBe(1);
});

test('A mention in a thread notifies once, with the name of its channel, and a reply notifies people who chose all messages', async () => {
  const { ada, bob, thread } = await newThread();
  const device = service.device();
  expect((await bob.post('/v1/push/subscriptions', device.subscription)).status).toBe(201);
  await say(ada, thread, `Look, @${bob.user.username}`);
  await device.count(1);
  const title = `${ada.user.username} mentioned you in #green`;
  expect(device.shown[0]).toMatchObject({ title });
  const { notifications } = (await bob.get('/v1/notifications')).body;
  expect(notifications.filter(({ type }: Answer['body']) => type === 'mention')).toMatchObject([{ text: title }]);
  await bob.put(`/v1/rooms/${thread}/notify`, { notify: 'all' });
  await say(ada, thread, 'Anything else?');
  await device.count(2);
  expect(device.shown[1]).toMatchObject({ title: expect.stringMatching(/^#green in /) });
});

test("The explanation covers why somebody can or can't see a reply", async () => {
  const { ada, bob, mal, thread } = await newThread();
  const id = await say(bob, thread, 'Hello');
  const explain = async ({ user }: Person, action: string) =>
    (await ada.get(`/v1/explain?${new URLSearchParams({ username: user.username, kind: 'message', id, action })}`))
      .body;
  expect(await explain(bob, 'edit')).toMatchObject({ allowed: true });
  expect(await explain(ada, 'edit')).toMatchObject({ allowed: false });
  expect(await explain(mal, 'view')).toMatchObject({ allowed: false });
});

test('An archive names the channel of each reply', async () => {
  const { bob, handle, thread } = await newThread();
  await say(bob, thread, 'For my archive');
  const names = await namesOfRooms(world.platform.db.kysely, { userId: bob.user_id, roomIds: [thread] });
  expect([...names.values()]).toEqual([`a thread in #green in ${handle}`]);
});

test("A thread isn't a channel that can be listed, changed or deleted", async () => {
  const { ada, handle, channel, thread } = await newThread();
  const { channels } = (await ada.get(`/v1/community/${handle}/channels`)).body;
  expect(channels.map(({ channel_id }: Answer['body']) => channel_id)).toEqual([channel]);
  const path = `/v1/community/${handle}/channels/${thread}`;
  expect((await ada.patch(path, { name: 'red' })).status).toBe(404);
  expect((await ada.delete(path)).status).toBe(404);
});
