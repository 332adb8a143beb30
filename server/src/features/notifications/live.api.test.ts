import { beforeEach, describe, expect, test } from 'vitest';
import { createClub } from '../../../test/community.ts';
import { type Person, testWorld } from '../../../test/harness.ts';

const world = await testWorld();
let number = 0;
let ada: Person;
let bob: Person;
let cyd: Person;
let channel: string;
let talk: string;

beforeEach(async () => {
  number += 1;
  [ada, bob, cyd] = await Promise.all([
    world.person(`ada_${number}`),
    world.person(`bob_${number}`),
    world.person(`cyd_${number}`),
  ]);
  const club = await createClub(world, ada, [bob]);
  const { body } = await ada.post(`/v1/community/${club.handle}/channels`, { name: 'green', roles: [club.user] });
  channel = body.channel.channel_id;
  talk = (await ada.post('/v1/conversations', { username: bob.user.username })).body.newConversation._id;
});

const live = async (person: Person, question: Record<string, string> = {}) =>
  await person.get(`/v1/live?${new URLSearchParams(question)}`);
const history = (room: string) => (room === channel ? `/v1/channel/chats/${room}` : `/v1/chats/${room}`);
const say = async (person: Person, room: string, content: string): Promise<string> => {
  const path = room === channel ? '/v1/channel/chats' : '/v1/chats';
  return (await person.post(path, { conversation: room, content })).body.message._id;
};

describe("what's new, without a socket", () => {
  test('without a room and a post it has the unread counts and the newest notifications', async () => {
    await ada.put(`/v1/users/${bob.user.username}/follow`);
    await say(ada, talk, 'Hello');
    await world.runJobs();
    const { status, body } = await live(bob);
    expect(status).toBe(200);
    expect(body).toEqual({
      messages: [],
      changed: [],
      revision: null,
      unread: (await bob.get('/v1/unread')).body,
      notifications: (await bob.get('/v1/notifications?size=30')).body.notifications,
      newer: 0,
    });
    expect(body.unread.conversations).toBe(1);
    expect(body.notifications).toHaveLength(1);
  });

  test.each(['a channel', 'a conversation'])(
    'for %s it has what the history call answers, and marks nothing as read',
    async (kind) => {
      const room = kind === 'a channel' ? channel : talk;
      const first = await say(ada, room, 'First');
      const { revision } = (await bob.get(`${history(room)}?mark=false`)).body;
      const nothing = await live(bob, { room, after: first, changed_since: revision });
      expect(nothing.body).toMatchObject({ messages: [], changed: [], revision });
      const unread = (await bob.get('/v1/unread')).body;
      const second = await say(ada, room, 'Second');
      await ada.patch(`/v1/messages/${first}`, { content: 'Edited' });

      const { body } = await live(bob, { room, after: first, changed_since: revision });
      const after = (await bob.get(`${history(room)}?after=${first}`)).body;
      const changed = (await bob.get(`${history(room)}?changed_since=${revision}`)).body;
      expect([body.messages, body.changed, body.revision]).toEqual([
        after.messages,
        changed.messages,
        changed.revision,
      ]);
      expect(body.messages.map(({ _id }: { _id: string }) => _id)).toEqual([second]);
      expect(body.changed.map(({ message }: { message: string }) => message)).toContain('Edited');
      expect(body.unread).toEqual((await bob.get('/v1/unread')).body);
      expect([body.unread.conversations, body.unread.channels.length]).toEqual([
        unread.conversations,
        unread.channels.length,
      ]);
      const known = { room, after: second, changed_since: body.revision };
      expect((await live(bob, known)).body).toMatchObject({ messages: [], changed: [], revision: body.revision });
    },
  );

  test('for a room without messages, it has the first ones, because there is none to start after', async () => {
    expect((await live(bob, { room: talk })).body.messages).toEqual([]);
    const first = await say(ada, talk, 'First');
    expect((await live(bob, { room: talk })).body.messages).toMatchObject([{ _id: first, message: 'First' }]);
    expect((await bob.get('/v1/unread')).body.conversations).toBe(1);
  });

  test('for a group it has what the history call answers', async () => {
    const names = [bob, cyd].map(({ user }) => user.username);
    const group = (await ada.post('/v1/conversations', { usernames: names })).body.newConversation._id;
    await say(ada, group, 'All of you');
    const { body } = await live(bob, { room: group });
    expect(body.messages).toEqual((await bob.get(`${history(group)}?mark=false`)).body.messages);
    expect(body.messages.at(-1)).toMatchObject({ message: 'All of you' });
  });

  test('newer counts the posts by others above one, in the feed', async () => {
    const form = new FormData();
    form.set('content', 'One');
    const post = (await ada.upload('/v1/posts', form)).body.post.post_id;
    expect((await live(bob, { newest: post })).body.newer).toBe(0);
    await cyd.upload('/v1/posts', form);
    expect((await live(bob, { newest: post })).body.newer).toBe(1);
    expect((await live(bob, { newest: post, feed: 'following' })).body.newer).toBe(0);
  });

  test("a room that the caller can't read, or that doesn't exist (anymore), is 404", async () => {
    for (const room of [channel, talk, 'nothing', crypto.randomUUID()]) {
      const { status, body } = await live(cyd, { room });
      expect([status, typeof body.error]).toEqual([404, 'string']);
    }
  });

  test("what can't be an id or a feed is 400, and a session is needed", async () => {
    for (const question of [
      { room: channel, after: 'x' },
      { room: channel, changed_since: 'x' },
      { newest: 'x' },
      { feed: 'x' },
    ]) {
      expect((await live(bob, question as Record<string, string>)).status).toBe(400);
    }
    expect((await world.stranger().get('/v1/live')).status).toBe(401);
  });
});

describe('an answer that the client already has', () => {
  test('is 304 without a body, until anything is new', async () => {
    const question = `/v1/live?room=${talk}`;
    const { headers } = await bob.get(question);
    const etag = headers.get('etag') ?? '';
    const again = () => bob.fetch(question, { headers: { 'if-none-match': etag } });
    const same = await again();
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await bob.fetch(question, { headers: { 'if-none-match': `W/${etag}` } })).status).toBe(304);
    await say(ada, talk, 'Hello');
    const news = await again();
    expect(news.status).toBe(200);
    expect(news.headers.get('etag')).not.toBe(etag);
    expect(await news.json()).toMatchObject({ unread: { conversations: 1 } });
  });
});

describe('how often', () => {
  test("a session can ask: once a second, 429 beyond that, and other sessions aren't affected", async () => {
    const limited = await testWorld({ settings: { RATE_LIMITS: 'on' } });
    const eve = await limited.person('eve');
    const log = { username: 'eve', password: eve.user.password };
    const { headers } = await limited.stranger().post('/v1/tokens/authentication', log);
    const second = limited.withCookie(headers.getSetCookie()[0]?.split(';')[0] ?? '');
    const answers = await Promise.all([1, 2, 3].map(() => eve.get('/v1/live')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
    expect((await second.get('/v1/live')).status).toBe(200);
  });
});
