import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { createClub } from './community.ts';
import { type LiveSocket, type Person, startWorld, type World } from './harness.ts';
import { talkIn } from './talk.ts';

/*
 * Ada has blocked Bob. Every list, single read and event of either has nothing of the other in it, except in rooms they share with others.
 * Cyd sees both.
 */
let world: World;
let ada: Person;
let bob: Person;
let cyd: Person;
const posts: Record<string, string> = {};
let handle: string;
let user: string;
let channel: string;
let conversation: string;
const { open, write } = talkIn(() => world);

beforeAll(async () => {
  world = await startWorld();
  [ada, bob, cyd] = [await world.person('ada'), await world.person('bob'), await world.person('cyd')];
  for (const { user: author, user_id } of [ada, bob, cyd]) {
    posts[author.username] = await createTextPost(world.platform, {
      authorId: user_id,
      content: `By ${author.username}`,
    });
  }
  for (const person of [ada, bob]) {
    await person.post(`/v1/posts/${posts.cyd}/comments`, { content: `Said ${person.user.username}` });
  }
  const club = await createClub(world, cyd, [ada, bob]);
  ({ handle, user } = club);
  channel = await createChannelOf(world.platform, { communityId: club.communityId, roles: [user] });
  conversation = await open(ada, bob);
  await write(ada, conversation, 'Before the block');
  expect((await ada.put('/v1/users/bob/block')).status).toBe(200);
});
afterAll(async () => await world.close());

/** Whether an answer contains anything of a person. */
const mentions = (answer: unknown, { user: { username } }: Person) =>
  new RegExp(`\\b${username}\\b`).test(JSON.stringify(answer));

const lists: Record<string, (viewer: Person, other: Person) => string> = {
  'the feed': () => '/v1/posts?size=50',
  "comments on a third person's post": () => `/v1/posts/${posts.cyd}/comments`,
  'the search for people': (_, { user: { username } }) => `/v1/users?query=${username}`,
  'the search for a new conversation': (_, { user: { username } }) =>
    `/v1/users?query=${username}&without=conversations`,
  'the search by a misspelled name': (_, { user: { username } }) => `/v1/users?query=${username}x`,
  'the members of a community': () => `/v1/community/${handle}/members`,
  'the search for members': (_, { user: { username } }) => `/v1/community/${handle}/members?query=${username}`,
};

describe.each(Object.entries(lists))('%s', (name, pathFor) => {
  test('has nothing of the other for either of them, and both for somebody else', async () => {
    for (const [viewer, other] of [
      [ada, bob],
      [bob, ada],
    ] as const) {
      const { status, body } = await viewer.get(pathFor(viewer, other));
      expect(status).toBe(200);
      expect(mentions(body, other), name).toBe(false);
      if (!pathFor(viewer, other).endsWith('x'))
        expect(mentions((await cyd.get(pathFor(cyd, other))).body, other)).toBe(true);
    }
  });
});

const singles: Record<string, (viewer: Person, other: string) => Promise<{ status: number }>> = {
  'the profile': (viewer, other) => viewer.get(`/v1/users/${other}`),
  'a post': (viewer, other) => viewer.get(`/v1/posts/${posts[other]}`),
  'its comments': (viewer, other) => viewer.get(`/v1/posts/${posts[other]}/comments`),
  'a vote': (viewer, other) => viewer.post(`/v1/posts/${posts[other]}/votes`, { vote_type: 1 }),
  'a comment': (viewer, other) => viewer.post(`/v1/posts/${posts[other]}/comments`, { content: 'Hello' }),
};

test.each(Object.entries(singles))('%s is 404 for either of them', async (_, call) => {
  expect((await call(ada, 'bob')).status).toBe(404);
  expect((await call(bob, 'ada')).status).toBe(404);
  expect((await call(cyd, 'bob')).status).toBeLessThan(300);
});

test('the page that comes with a profile or a post has nothing of the other', async () => {
  for (const path of ['/profile/bob', `/posts/${posts.bob}`, '/feed']) {
    const page = await (await ada.fetch(path, { headers: { accept: 'text/html' } })).text();
    expect(page, path).not.toContain('By bob');
  }
});

test("a holder of ban:users sees everybody among the community's members", async () => {
  const { role } = (await cyd.post(`/v1/community/${handle}/roles`, { name: 'Guard', permissions: ['ban:users'] }))
    .body;
  await cyd.post(`/v1/community/${handle}/roles/user`, { role_id: role.role_id, username: 'ada' });
  for (const query of ['', '?query=bob']) {
    expect(mentions((await ada.get(`/v1/community/${handle}/members${query}`)).body, bob)).toBe(true);
    expect(mentions((await bob.get(`/v1/community/${handle}/members${query}`)).body.members, ada)).toBe(false);
  }
  await cyd.delete(`/v1/community/${handle}/roles/user`, { role_id: role.role_id, username: 'ada' });
});

describe('their conversation', () => {
  test('stays readable for both, and shows the block only to the person who made it', async () => {
    for (const [person, blocked] of [
      [ada, 'by_me'],
      [bob, 'by_other'],
    ] as const) {
      expect((await person.get('/v1/conversations')).body.conversations).toMatchObject([
        { _id: conversation, blocked },
      ]);
      expect((await person.get(`/v1/conversations/${conversation}`)).body.conversation.blocked).toBe(blocked);
      expect((await person.get(`/v1/chats/${conversation}`)).body.messages).toHaveLength(1);
    }
  });

  test("can't be written to or opened by either: 422", async () => {
    const socket = await cyd.socket();
    const theirs = [await ada.socket(), await bob.socket()];
    for (const [person, username] of [
      [ada, 'bob'],
      [bob, 'ada'],
    ] as const) {
      expect(await write(person, conversation, 'Hello?')).toMatchObject({
        status: 422,
        body: { error: expect.any(String) },
      });
      const opened = await person.post('/v1/conversations', { username });
      expect(opened).toMatchObject({
        status: 422,
        body: { error: { username: expect.stringContaining('message each other') } },
      });
    }
    for (const one of [socket, ...theirs]) {
      await one.send('sendMessage', 'nothing', {});
      expect(one.all('receiveMessage')).toEqual([]);
      one.close();
    }
  });

  test('can be written to again once the block is taken back', async () => {
    const dan = await world.person('dan');
    const id = await open(dan, cyd);
    expect((await write(dan, id, 'One')).status).toBe(201);
    await cyd.put('/v1/users/dan/block');
    expect((await write(dan, id, 'Two')).status).toBe(422);
    await cyd.delete('/v1/users/dan/block');
    expect((await write(dan, id, 'Three')).status).toBe(201);
    expect((await dan.get(`/v1/conversations/${id}`)).body.conversation).not.toHaveProperty('blocked');
  });
});

describe('in a channel', () => {
  let sockets: LiveSocket[] = [];
  const join = async (person: Person): Promise<LiveSocket> => {
    const socket = await person.socket();
    sockets.push(socket);
    expect(await socket.send('joinChannel', channel)).toEqual({ ok: true });
    return socket;
  };
  let texts = 0;
  const say = async (person: Person) => {
    texts += 1;
    const content = `Number ${texts}`;
    const answer = await person.post('/v1/channel/chats', { conversation: channel, content });
    expect(answer.status).toBe(201);
    expect(answer.body.message).not.toHaveProperty('hidden');
    return content;
  };
  const live = async (socket: LiveSocket, content: string) =>
    (await socket.first('receiveMessage', ({ message }) => message === content)).hidden;
  const read = async (person: Person, content: string) =>
    (await person.get(`/v1/channel/chats/${channel}`)).body.messages.find(
      ({ message }: { message: string }) => message === content,
    )?.hidden;
  beforeEach(() => {
    for (const socket of sockets) socket.close();
    sockets = [];
  });

  test("the blocker gets the other's messages hidden, live and in the history; nobody else does, each exactly once", async () => {
    const [ofAda, other, ofBob, ofCyd] = [await join(ada), await join(ada), await join(bob), await join(cyd)];
    const [his, hers] = [await say(bob), await say(ada)];
    for (const socket of [ofAda, other]) {
      expect(await live(socket, his)).toBe(true);
      expect(await live(socket, hers)).toBeUndefined();
    }
    for (const socket of [ofBob, ofCyd]) {
      for (const text of [his, hers]) expect(await live(socket, text)).toBeUndefined();
    }
    for (const socket of sockets) {
      await socket.send('sendMessage', 'nothing', {});
      expect(socket.all('receiveMessage').map(({ message }) => message)).toEqual([his, hers]);
    }
    expect([await read(ada, his), await read(bob, his), await read(cyd, his)]).toEqual([true, undefined, undefined]);
    expect([await read(ada, hers), await read(bob, hers)]).toEqual([undefined, undefined]);
  });

  test('a block and its end count from the next message on, on sockets that have long joined', async () => {
    const socket = await join(cyd);
    expect(await live(socket, await say(bob))).toBeUndefined();
    await cyd.put('/v1/users/bob/block');
    const hidden = await say(bob);
    expect(await live(socket, hidden)).toBe(true);
    await cyd.delete('/v1/users/bob/block');
    expect(await live(socket, await say(bob))).toBeUndefined();
    expect(await read(cyd, hidden)).toBeUndefined();
  });

  test("a muted person's messages don't change", async () => {
    await cyd.put('/v1/users/bob/mute');
    const socket = await join(cyd);
    const content = await say(bob);
    expect(await live(socket, content)).toBeUndefined();
    expect(await read(cyd, content)).toBeUndefined();
    await cyd.delete('/v1/users/bob/mute');
  });
});
