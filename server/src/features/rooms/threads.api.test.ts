import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld();
const { acquainted, write } = talkIn(() => world);

const send = (person: Person, room: string, content: string) =>
  person.post('/v1/channel/chats', { conversation: room, content });
const say = async (person: Person, room: string, content: string): Promise<string> =>
  (await send(person, room, content)).body.message._id;
const start = (person: Person, id: string) => person.put(`/v1/messages/${id}/thread`);
const textsIn = async (person: Person, room: string): Promise<string[]> =>
  (await person.get(`/v1/channel/chats/${room}`)).body.messages.map((each: Answer['body']) => each.message);
const summary = async (person: Person, id: string) => (await person.get(`/v1/messages/${id}`)).body.message.thread;
const unread = async (person: Person) => (await person.get('/v1/unread')).body;
const follow = (person: Person, room: string) => person.put(`/v1/rooms/${room}/follow`);

let made = 0;
const newPerson = (name: string): Promise<Person> => world.person(`${name}_of_thread_${made}`);

/** A channel of a club with a message that has a thread. */
async function newThread() {
  made += 1;
  const [ada, bob, eve] = [await newPerson('ada'), await newPerson('bob'), await newPerson('eve')];
  const { communityId, handle, user } = await createClub(world, ada, [bob, eve]);
  const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
  const root = await say(ada, channel, 'What about lunch?');
  const thread: string = (await start(bob, root)).body.room.room_id;
  return { ada, bob, eve, handle, user, channel, root, thread };
}

/** Gives a role these permissions. */
const permit = (owner: Person, handle: string, role: string, permissions: Permission[]) =>
  owner.patch(`/v1/community/${handle}/roles/${role}`, { permissions });

describe('A thread', () => {
  test("can be started once at a channel's message, which then shows it", async () => {
    const { ada, bob, handle, channel } = await newThread();
    const root = await say(ada, channel, 'Dinner?');
    const first = await start(bob, root);
    expect(first).toMatchObject({
      status: 201,
      body: { room: { kind: 'thread', community_handle: handle, channel_id: channel } },
    });
    expect(await start(ada, root)).toEqual(expect.objectContaining({ status: 200, body: first.body }));
    const { room_id } = first.body.room;
    expect(await summary(bob, root)).toEqual({ room_id, reply_count: 0, last_at: null, authors: [] });
  });

  test("can't be started at a reply, at a deleted message, outside channels, or by people who can't read there", async () => {
    const { ada, bob, channel, thread } = await newThread();
    const reply = await say(bob, thread, 'Yes');
    expect((await start(ada, reply)).status).toBe(422);
    const gone = await say(ada, channel, 'Oops');
    await ada.delete(`/v1/messages/${gone}`);
    expect((await start(ada, gone)).status).toBe(422);
    const [one, , room] = await acquainted();
    expect((await start(one, (await write(one, room, 'Hi')).body.message._id)).status).toBe(422);
    const stranger = await newPerson('mal');
    expect((await start(stranger, reply)).status).toBe(404);
    expect((await follow(stranger, thread)).status).toBe(404);
    expect((await send(stranger, thread, 'Let me in')).status).toBe(404);
    expect((await stranger.get(`/v1/channel/chats/${thread}`)).status).toBe(404);
  });

  test("has the replies, which aren't in the channel, and the message shows how many and by whom", async () => {
    const { ada, bob, eve, channel, root, thread } = await newThread();
    const socket = await ada.socket();
    await socket.send('joinChannel', channel);
    await say(bob, thread, 'Noon?');
    const last = await say(eve, thread, 'One o’clock');
    await world.runJobs();
    expect(await textsIn(ada, thread)).toEqual(['Noon?', 'One o’clock']);
    expect(await textsIn(ada, channel)).toEqual(['What about lunch?']);
    const [shown] = (await ada.get(`/v1/channel/chats/${channel}`)).body.messages;
    expect(message.strict().parse(shown).thread).toMatchObject({
      room_id: thread,
      reply_count: 2,
      authors: [{ username: eve.user.username }, { username: bob.user.username }],
    });
    const told = (await socket.all('messageChanged')).filter(({ change }: Answer['body']) => change.kind === 'thread');
    expect(told.at(-1).thread.reply_count).toBe(2);
    expect(await socket.all('receiveMessage')).toEqual([]);
    await eve.delete(`/v1/messages/${last}`);
    await world.runJobs();
    expect(await summary(ada, root)).toMatchObject({ reply_count: 1, authors: [{ username: bob.user.username }] });
  });

  test('shows its message to people who can read it, and whether they follow it', async () => {
    const { ada, bob, eve, channel, root, thread } = await newThread();
    await say(bob, thread, `Noon, @${ada.user.username}?`);
    const open = async (person: Person) => (await person.get(`/v1/threads/${thread}`)).body.thread;
    const about = {
      room: { room_id: thread, channel_id: channel },
      message: { _id: root, thread: { reply_count: 1 } },
    };
    expect(await open(bob)).toMatchObject({ ...about, following: true, unread: 0, mentions: 0 });
    expect(await open(eve)).toMatchObject({ ...about, following: false });
    await follow(eve, thread);
    await say(bob, thread, `One, @${eve.user.username}?`);
    await world.runJobs();
    expect(await open(eve)).toMatchObject({ following: true, unread: 1, mentions: 1 });
    expect((await ada.get(`/v1/threads/${channel}`)).status).toBe(404);
    expect((await (await newPerson('mal')).get(`/v1/threads/${thread}`)).status).toBe(404);
  });

  test('sends live events to people who joined it, until the channel is closed to them', async () => {
    const { ada, bob, handle, user, channel, thread } = await newThread();
    const socket = await bob.socket();
    await socket.send('joinChannel', thread);
    await say(ada, thread, 'Live');
    expect((await socket.first('receiveMessage')).message).toBe('Live');
    const { role_id } = (await ada.post(`/v1/community/${handle}/roles`, { name: 'cooks', permissions: [] })).body.role;
    expect((await ada.patch(`/v1/community/${handle}/channels/${channel}`, { roles: [role_id] })).status).not.toBe(500);
    expect(await socket.first('channelClosed')).toBeDefined();
    expect((await bob.get(`/v1/channel/chats/${thread}`)).status).toBe(404);
    expect((await send(bob, thread, 'Still here?')).status).toBe(422);
    expect((await bob.get('/v1/threads')).body.threads).toEqual([]);
    expect(user).toBeDefined();
  });

  test('stays when its message is deleted, and is deleted with its channel', async () => {
    const { ada, bob, handle, channel, root, thread } = await newThread();
    await say(bob, thread, 'Kept');
    await ada.delete(`/v1/messages/${root}`);
    expect(await textsIn(bob, thread)).toEqual(['Kept']);
    expect(await summary(bob, root)).toMatchObject({ room_id: thread, reply_count: 1 });
    await ada.delete(`/v1/community/${handle}/channels/${channel}`);
    await world.runJobs();
    expect((await bob.get(`/v1/channel/chats/${thread}`)).status).toBe(404);
  });

  test('has the permissions, the search and the slow mode of its channel', async () => {
    const { ada, bob, eve, handle, user, channel, thread } = await newThread();
    const id = await say(bob, thread, 'Pineapple');
    expect((await eve.put(`/v1/messages/${id}/pin`)).status).toBe(422);
    expect((await eve.delete(`/v1/messages/${id}`)).status).toBe(422);
    await permit(ada, handle, user, ['ban:users']);
    expect((await eve.put(`/v1/messages/${id}/pin`)).status).toBe(200);
    await permit(ada, handle, user, []);
    await ada.patch(`/v1/community/${handle}/channels/${channel}`, { slow_mode: 60 });
    expect((await send(bob, channel, 'One')).status).toBe(201);
    expect((await send(bob, thread, 'Two')).status).toBe(429);
    expect((await send(eve, thread, 'Three')).status).toBe(201);
    expect((await send(eve, channel, 'Four')).status).toBe(429);
    expect((await send(ada, thread, 'Five')).status).toBe(201);
  });

  test('hides messages by people somebody has blocked, and ends for those who are banned', async () => {
    const { ada, bob, eve, handle, thread } = await newThread();
    await say(eve, thread, 'Hello');
    await bob.put(`/v1/users/${eve.user.username}/block`);
    expect((await bob.get(`/v1/channel/chats/${thread}`)).body.messages).toMatchObject([{ hidden: true }]);
    await ada.put(`/v1/community/${handle}/bans/${eve.user.username}`, {});
    expect((await eve.get(`/v1/channel/chats/${thread}`)).status).toBe(404);
    expect((await send(eve, thread, 'Hello?')).status).toBe(404);
  });
});

describe('Following a thread', () => {
  test("happens by writing in it or by hand, and then others' replies count as unread", async () => {
    const { ada, bob, eve, channel, root, thread } = await newThread();
    await say(bob, thread, 'First');
    expect((await unread(ada)).threads).toEqual([]);
    expect(await follow(ada, thread)).toMatchObject({ status: 200, body: { following: true } });
    expect((await unread(ada)).threads).toEqual([]);
    await say(eve, thread, 'Second');
    const expected = { room_id: thread, channel_id: channel, unread: 1, mentions: 0 };
    for (const person of [ada, bob]) expect((await unread(person)).threads).toEqual([expected]);
    expect((await unread(eve)).threads).toEqual([]);
    const { threads, next } = (await ada.get('/v1/threads')).body;
    expect(threads).toMatchObject([{ room: { room_id: thread }, message: { _id: root }, unread: 1, mentions: 0 }]);
    expect(next).toBeNull();
    await ada.put(`/v1/rooms/${thread}/read`, { up_to: (await textsOf(ada, thread)).at(-1) });
    expect((await unread(ada)).threads).toEqual([]);
    expect((await bob.delete(`/v1/rooms/${thread}/follow`)).body).toEqual({ following: false });
    expect((await unread(bob)).threads).toEqual([]);
    expect((await bob.get('/v1/threads')).body.threads).toEqual([]);
  });

  test('is for threads only', async () => {
    const { ada, channel } = await newThread();
    expect((await follow(ada, channel)).status).toBe(422);
  });

  test('makes mentions count once, as they do for people who don’t follow it', async () => {
    const { ada, bob, thread } = await newThread();
    await ada.put('/v1/notifications/read', {});
    const before = (await unread(ada)).total;
    await say(bob, thread, `Well, @${ada.user.username}?`);
    await world.runJobs();
    expect((await unread(ada)).total).toBe(before + 1);
    await follow(ada, thread);
    await say(bob, thread, `And, @${ada.user.username}?`);
    await world.runJobs();
    expect((await unread(ada)).threads).toMatchObject([{ room_id: thread, mentions: 1 }]);
  });

  test('counts nothing while its channel is muted', async () => {
    const { ada, bob, channel, thread } = await newThread();
    await follow(ada, thread);
    await ada.put(`/v1/rooms/${channel}/notify`, { notify: 'none' });
    await say(bob, thread, `Hey @${ada.user.username}`);
    await world.runJobs();
    expect(await unread(ada)).toMatchObject({ threads: [], notifications: 0 });
  });
});

const textsOf = async (person: Person, room: string): Promise<string[]> =>
  (await person.get(`/v1/channel/chats/${room}`)).body.messages.map((each: Answer['body']) => each._id);
