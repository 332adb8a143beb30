import type { UnreadCounts } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { beforeEach, expect, inject, test } from 'vitest';
import { createClub } from '../../../test/community.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { readUnreadOf } from './unread.service.ts';

const world = await testWorld();
let number = 0;
let ada: Person;
let bob: Person;
let channel: string;
let handle: string;

beforeEach(async () => {
  number += 1;
  [ada, bob] = await Promise.all([world.person(`ada_${number}`), world.person(`bob_${number}`)]);
  const club = await createClub(world, ada, [bob]);
  handle = club.handle;
  const { body } = await ada.post(`/v1/community/${handle}/channels`, { name: 'green', roles: [club.user] });
  channel = body.channel.channel_id;
});

const unread = async (person: Person): Promise<UnreadCounts> => (await person.get('/v1/unread')).body;
const say = async (person: Person, content: string): Promise<string> =>
  (await person.post('/v1/channel/chats', { conversation: channel, content })).body.message._id;
const talk = async (): Promise<string> =>
  (await ada.post('/v1/conversations', { username: bob.user.username })).body.newConversation._id;
const write = (id: string, content = 'Hello') => ada.post('/v1/chats', { conversation: id, content });
const choose = (person: Person, room: string, body: object) => person.put(`/v1/rooms/${room}/notify`, body);

test('one call counts notifications, conversations and channels, and how many mention the caller', async () => {
  expect(await unread(bob)).toEqual({ notifications: 0, conversations: 0, channels: [], threads: [], total: 0 });
  for (const content of ['One', `Two for @${bob.user.username}`, 'Three for @everyone']) await say(ada, content);
  await say(bob, `Own for @${bob.user.username}`);
  const id = await talk();
  await write(id);
  await write(id);
  await ada.put(`/v1/users/${bob.user.username}/follow`);
  await world.runJobs();
  expect(await unread(bob)).toMatchObject({
    // Two mentions, which count with their channel, and a new follower.
    notifications: 3,
    conversations: 1,
    channels: [{ channel_id: channel, community_handle: handle, unread: 3, mentions: 2 }],
    total: 3,
  });
});

test('everyone is only mentioned by those who may, and nobody by people they have muted', async () => {
  await say(bob, '@everyone and nobody');
  expect((await unread(ada)).channels).toMatchObject([{ unread: 1, mentions: 0 }]);
  await bob.put(`/v1/users/${ada.user.username}/mute`);
  await say(ada, `@${bob.user.username}`);
  expect((await unread(bob)).channels).toMatchObject([{ unread: 1, mentions: 0 }]);
});

test("a room's count stops at 100, also if most messages are the reader's own", async () => {
  for (let count = 0; count < 3; count += 1) await say(ada, 'News');
  const [row] = await world.sql<{ id: number }>('select max(id)::int as id from messages where room_id = $1', [
    channel,
  ]);
  const add = (from: number, sender: string) =>
    world.sql(
      `insert into messages (room_id, id, sender_id, created_at, content)
        select $1, $2::bigint + number, $3, now(), '' from generate_series(1, 300) number`,
      [channel, from, sender],
    );
  await add((row?.id ?? 0) + 1_000_000, bob.user_id);
  expect((await unread(bob)).channels).toMatchObject([{ unread: 3 }]);
  await add((row?.id ?? 0) + 2_000_000, ada.user_id);
  expect((await unread(bob)).channels).toMatchObject([{ unread: 100 }]);
});

test('muted rooms count nothing until the time is over, and conversations only mentions if so chosen', async () => {
  const id = await talk();
  await write(id);
  await say(ada, `@${bob.user.username}`);
  for (const room of [id, channel]) {
    expect((await choose(bob, room, { notify: 'none' })).body).toEqual({ notify: 'none' });
  }
  expect(await unread(bob)).toMatchObject({ conversations: 0, channels: [], total: 0 });
  const past = '2020-01-01T00:00:00.000Z';
  expect((await choose(bob, id, { notify: 'none', until: past })).body).toEqual({ notify: 'all' });
  expect((await choose(bob, channel, { notify: 'none', until: past })).body).toEqual({ notify: 'mentions' });
  expect(await unread(bob)).toMatchObject({ conversations: 1, channels: [{ unread: 1 }], total: 2 });
  await choose(bob, id, { notify: 'mentions', until: '2100-01-01T00:00:00Z' });
  expect((await unread(bob)).conversations).toBe(0);
  await write(id, `@${bob.user.username}`);
  expect((await unread(bob)).conversations).toBe(1);
  const [listed] = (await bob.get('/v1/conversations')).body.conversations;
  expect(listed).toMatchObject({ _id: id, unread: 2, notify: 'mentions' });
});

test("a room can be marked as unread from a message on, and others don't see that", async () => {
  const id = await talk();
  const ids: string[] = [];
  for (const content of ['One', 'Two', 'Three']) ids.push((await write(id, content)).body.message._id);
  const last = await say(ada, 'News');
  const [bobs, adas] = [await bob.socket(), await ada.socket()];
  await bob.get(`/v1/chats/${id}`);
  await bob.post(`/v1/channel/chats/${channel}/read`, { message_id: last });
  const back = (room: string, up_to: string | null) => bob.put(`/v1/rooms/${room}/read`, { up_to });
  expect((await back(id, ids[0] as string)).body).toEqual({ unread: 2 });
  expect((await back(channel, null)).body).toEqual({ unread: 1 });
  expect(await unread(bob)).toMatchObject({ conversations: 1, channels: [{ channel_id: channel, unread: 1 }] });
  await bobs.first('channelRead', ({ read_id }) => read_id < last);
  const [seen] = (await ada.get('/v1/conversations')).body.conversations[0].members;
  expect(seen.read_id).toBe(ids[2]);
  expect(adas.all('readChanged')).toHaveLength(1);
  expect((await back(id, ids[2] as string)).body).toEqual({ unread: 0 });
  expect((await back('made-up', null)).status).toBe(404);
  expect(await back(id, 'x')).toMatchObject({ status: 400, body: { error: { up_to: expect.any(String) } } });
});

test("choosing is refused for rooms one can't read, and for unknown values", async () => {
  const eve = await world.person(`eve_${number}`);
  for (const room of [await talk(), channel, 'made-up']) {
    expect((await choose(eve, room, { notify: 'none' })).status).toBe(404);
  }
  expect((await choose(bob, channel, { notify: 'loud' })).status).toBe(422);
  expect((await choose(bob, channel, { notify: 'all', until: 'soon' })).status).toBe(422);
});

test('a requested conversation counts nothing until it is accepted', async () => {
  const eve = await world.person(`eve_${number}`);
  await world.sql("insert into privacy (user_id, messages_from) values ($1, 'known')", [bob.user_id]);
  const id = (await eve.post('/v1/conversations', { username: bob.user.username })).body.newConversation._id;
  await eve.post('/v1/chats', { conversation: id, content: 'Hello' });
  expect((await unread(bob)).conversations).toBe(0);
  await bob.post(`/v1/conversations/${id}/accept`);
  expect((await unread(bob)).conversations).toBe(1);
});

test('what was counted before is counted again once a community closes, or a room is muted', async () => {
  const form = new FormData();
  form.set('content', 'In the club');
  form.set('community', handle);
  const { post } = (await ada.upload('/v1/posts', form)).body;
  const { comment } = (await bob.post(`/v1/posts/${post.post_id}/comments`, { content: 'First' })).body;
  await ada.post(`/v1/posts/${post.post_id}/comments`, { content: 'Second', parent_id: comment.comment_id });
  await world.runJobs();
  await say(ada, 'News');
  // The notification about the post, which only members get, and the one about the reply.
  expect(await unread(bob)).toMatchObject({ notifications: 2, channels: [{ unread: 1 }] });
  await choose(bob, channel, { notify: 'none' });
  expect((await unread(bob)).channels).toEqual([]);
  await choose(bob, channel, { notify: 'all' });
  expect((await unread(bob)).channels).toMatchObject([{ unread: 1 }]);
  await bob.delete(`/v1/community/${handle}`);
  await world.runJobs();
  expect(await unread(bob)).toMatchObject({ notifications: 1, channels: [] });
  for (const visibility of ['private', 'public']) {
    const change = new FormData();
    change.set('visibility', visibility);
    await ada.upload(`/v1/communities/${handle}`, change, 'PATCH');
    await world.runJobs();
    expect((await unread(bob)).notifications).toBe(visibility === 'public' ? 1 : 0);
  }
});

test('devices learn what has changed, wherever a person reads it', async () => {
  const bobs = await bob.socket();
  await say(ada, 'News');
  const entry = { channel_id: channel, community_handle: handle };
  await bobs.first('unreadChanged', ({ channels }) => channels?.[0]?.unread === 1);
  const id = await talk();
  await write(id);
  expect(await bobs.first('unreadChanged', ({ conversations }) => conversations === 1)).toEqual({
    conversations: 1,
    total: 1,
  });
  const last = await say(ada, `@${bob.user.username}`);
  expect(await bobs.first('unreadChanged', ({ channels }) => channels?.[0]?.mentions === 1)).toMatchObject({
    channels: [{ ...entry, unread: 2, mentions: 1 }],
    total: 2,
  });
  await bob.post(`/v1/channel/chats/${channel}/read`, { message_id: last });
  expect(
    await bobs.first('unreadChanged', ({ total, channels }) => total === 1 && channels !== undefined),
  ).toMatchObject({
    channels: [{ ...entry, unread: 0, mentions: 0 }],
  });
  await bob.get(`/v1/chats/${id}`);
  await bobs.first('unreadChanged', (change) => change.conversations === 0 && change.notifications === undefined);
});

test('a device that has just connected also learns that a channel was read', async () => {
  const last = await say(ada, 'News');
  const bobs = await bob.socket();
  await bob.post(`/v1/channel/chats/${channel}/read`, { message_id: last });
  expect(await bobs.first('unreadChanged')).toMatchObject({ channels: [{ channel_id: channel, unread: 0 }], total: 0 });
});

/** A connection pooler has sessions of its own. */
const isPooled = inject('poolerUrl') !== '';

test.skipIf(isPooled)(
  'PostgreSQL plans the statement that counts unread items a few times per connection, not for each count: planning takes longer',
  async () => {
    const cyd = await world.person(`cyd_${number}`);
    const { reads } = world.platform.db;
    for (let count = 0; count < 60; count += 1) await readUnreadOf(reads, cyd.user.user_id);
    const planned = {
      name: 'test-planned',
      text: `select name, custom_plans::int as anew from pg_prepared_statements
        where name in ('rooms-unread-person', 'notifications-count')`,
    };
    const most = new Map<string, number>();
    // Which connection a statement runs on depends on what else they're doing.
    for (let slot = 0; slot < 4; slot += 1) {
      for (const { name, anew } of await reads.query<{ name: string; anew: number }>(planned, []))
        most.set(name, Math.max(anew, most.get(name) ?? 0));
    }
    expect(Object.fromEntries(most)).toEqual({ 'rooms-unread-person': 5, 'notifications-count': 5 });
  },
);
