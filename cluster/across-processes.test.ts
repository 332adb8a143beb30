import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readFixture } from '../server/test/fixtures/fixtures.ts';
import { connectSocket } from '../server/test/harness.ts';
import { conversationRoom, Device } from '../server/test/message-device.ts';
import { type Cluster, password, startCluster } from './support/cluster.ts';
import { createCommunity, openConversation, share } from './support/places.ts';

/** Two people on two processes, each bypassing the load balancer. */
let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.close());

const texts = (messages: { message: string }[]) => messages.map(({ message }) => message);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `Number ${index}`);

/** Milliseconds within which every process learns that a session or role has ended. */
const second = 1000;

test('direct messages sent at one process arrive live at another, each once and in order', async () => {
  const [one, two] = cluster.api;
  const [ada, bob] = [await cluster.person('ada'), await cluster.person('bob')];
  const conversation = await openConversation(one, ada, bob);
  const [adas, bobs] = [await ada.socket(one), await bob.socket(two)];
  const sent = numbers(50);
  for (const content of sent) {
    expect((await ada.at(one).post('/v1/chats', { conversation, content })).status).toBe(201);
  }
  // The last message sent at the other process arrives after everything sent before it.
  await bob.at(two).post('/v1/chats', { conversation, content: 'over' });
  await Promise.all([adas, bobs].map((socket) => socket.first('receiveMessage', ({ message }) => message === 'over')));
  for (const socket of [adas, bobs]) expect(texts(socket.all('receiveMessage'))).toEqual([...sent, 'over']);
});

test('channel chat flows both ways between processes, each message once, and in order per process', async () => {
  const [one, two] = cluster.api;
  const [ada, bob] = [await cluster.person('ada'), await cluster.person('bob')];
  const { channel } = await createCommunity(one, [ada, bob]);
  const [adas, bobs] = [await ada.socket(one), await bob.socket(two)];
  expect(await adas.send('joinChannel', channel)).toEqual({ ok: true });
  expect(await bobs.send('joinChannel', channel)).toEqual({ ok: true });
  const write = (person: typeof ada, at: typeof one) =>
    Promise.all(
      numbers(25).map((content) => person.at(at).post('/v1/channel/chats', { conversation: channel, content })),
    );
  const answers = (await Promise.all([write(ada, one), write(bob, two)])).flat();
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  await Promise.all([adas.count('receiveMessage', 50), bobs.count('receiveMessage', 50)]);
  const stored = (await ada.at(two).get(`/v1/channel/chats/${channel}`)).body.messages;
  const ids = (messages: { _id: string }[]) => messages.map(({ _id }) => _id);
  for (const socket of [adas, bobs]) {
    const heard = socket.all('receiveMessage');
    expect(ids(heard).toSorted()).toEqual(ids(stored));
    for (const { username } of [ada, bob]) {
      const of = heard.filter(({ sender }) => sender.username === username);
      expect(ids(of)).toEqual(ids(of).toSorted());
    }
  }
});

test('votes, comments and posts made at one process are visible at the other', async () => {
  const [one, two] = cluster.api;
  const [ada, bob] = [await cluster.person('ada'), await cluster.person('bob')];
  const post = await share(one, ada, 'Seen from both sides');
  expect((await bob.at(two).post(`/v1/posts/${post}/votes`, { vote_type: 1 })).status).toBe(200);
  expect((await bob.at(two).post(`/v1/posts/${post}/comments`, { content: 'Good' })).status).toBe(201);
  for (const member of cluster.api) {
    const { body } = await ada.at(member).get(`/v1/posts/${post}`);
    expect(body.post.stats).toEqual({ upvote_count: 1, downvote_count: 0, comment_count: 1 });
    expect((await ada.at(member).get(`/v1/posts/${post}/comments`)).body.comments[0].content).toBe('Good');
  }
});

test('a new password ends the sessions at every process within a second, except the one that changed it', async () => {
  const [one, two] = cluster.api;
  const ada = await cluster.person('ada');
  const login = await ada.atWith(two, '').post('/v1/tokens/authentication', { username: ada.username, password });
  expect(login.status).toBe(201);
  const other = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  const [kept, ended] = [await ada.socket(two), await ada.socketWith(two, other)];
  const body = { old_password: password, password: 'another horse battery', confirm_password: 'another horse battery' };
  const { status } = await ada.at(one).patch('/v1/users/password', body);
  const began = performance.now();
  expect(status).toBe(200);
  await ended.closed;
  expect(performance.now() - began).toBeLessThan(second);
  expect((await ada.atWith(two, other).get('/v1/user/check')).status).toBe(401);
  expect(await kept.send('sendMessage', 'x', {})).toEqual({ ok: true });
});

test('an account deleted at one process is disconnected from the other within a second', async () => {
  const [one, two] = cluster.api;
  const ada = await cluster.person('ada');
  const socket = await ada.socket(two);
  const { status } = await ada.at(one).delete('/v1/users');
  const began = performance.now();
  expect(status).toBe(200);
  await socket.closed;
  expect(performance.now() - began).toBeLessThan(second);
});

test("logging out at one process closes the session's sockets at the other within a second", async () => {
  const [one, two] = cluster.api;
  const ada = await cluster.person('ada');
  const socket = await ada.socket(two);
  await ada.at(one).post('/v1/users/logout');
  const began = performance.now();
  await socket.closed;
  expect(performance.now() - began).toBeLessThan(second);
});

test('a role taken away at one process ends live reading at the other within a second', async () => {
  const [one, two] = cluster.api;
  const [ada, bob] = [await cluster.person('ada'), await cluster.person('bob')];
  const { handle, channel, roles } = await createCommunity(one, [ada, bob]);
  const [adas, bobs] = [await ada.socket(one), await bob.socket(two)];
  for (const socket of [adas, bobs]) expect(await socket.send('joinChannel', channel)).toEqual({ ok: true });
  const { status } = await ada
    .at(one)
    .delete(`/v1/community/${handle}/roles/user`, { role_id: roles.user, username: bob.username });
  const began = performance.now();
  expect(status).toBe(200);
  expect(await bobs.first('channelClosed')).toEqual({ channel_id: channel });
  expect(performance.now() - began).toBeLessThan(second);
  expect((await ada.at(one).post('/v1/channel/chats', { conversation: channel, content: 'Among us' })).status).toBe(
    201,
  );
  // It takes the same route as the message would have.
  const conversation = await openConversation(one, ada, bob);
  await ada.at(one).post('/v1/chats', { conversation, content: 'for you' });
  await bobs.first('receiveMessage', ({ message }) => message === 'for you');
  expect(texts(bobs.all('receiveMessage'))).toEqual(['for you']);
  expect(await bobs.send('joinChannel', channel)).toHaveProperty('error');
});

test('an upload to one process is processed by the worker and then shown by both', async () => {
  const [one, two] = cluster.api;
  const ada = await cluster.person('ada');
  const file = new File([await readFixture('still.webp')], 'still.webp');
  const post = await share(one, ada, 'A picture', file);
  const states = async () => {
    const bodies = await Promise.all([one, two].map(async (at) => (await ada.at(at).get(`/v1/posts/${post}`)).body));
    return bodies.map(({ post: { files } }) => files[0].state);
  };
  await expect.poll(states, { timeout: 60_000 }).toEqual(['ready', 'ready']);
  for (const member of [one, two]) {
    const [{ path }] = (await ada.at(member).get(`/v1/posts/${post}`)).body.post.files;
    expect((await ada.at(member).get(`/media${path}`)).status).toBe(200);
  }
});

test("a web process runs no background work: without the worker an upload waits, with it, it's processed", async () => {
  const [one] = cluster.api;
  const ada = await cluster.person('ada');
  expect(await cluster.worker.stop()).toBe(0);
  const post = await share(one, ada, 'A picture', new File([await readFixture('phone.jpg')], 'phone.jpg'));
  const state = async () => (await ada.at(one).get(`/v1/posts/${post}`)).body.post.files[0].state;
  const waiting = await cluster.sql('select from graphile_worker.jobs where locked_at is null');
  expect(waiting.length).toBeGreaterThan(0);
  expect(await state()).toBe('processing');
  await cluster.worker.start();
  await expect.poll(state, { timeout: 60_000 }).toBe('ready');
});

test("a group on several processes: members receive what's written while they're in it, and see the same after reconnecting", async () => {
  const [one, two] = cluster.api;
  const [ada, bob, cyd, dan] = await Promise.all(['ada', 'bob', 'cyd', 'dan'].map((name) => cluster.person(name)));
  if (!ada || !bob || !cyd || !dan) throw new Error('Somebody is missing');
  const usernames = [bob.username, cyd.username];
  const made = await ada.at(one).post('/v1/conversations', { usernames, name: 'Trip' });
  const id: string = made.body.newConversation._id;
  const member = `/v1/conversations/${id}/members/${dan.username}`;
  const deviceOf = (person: typeof ada, at: typeof one) =>
    new Device(
      {
        user: { username: person.username },
        get: (path) => person.at(at).get(path),
        socket: () => person.socket(at),
      },
      conversationRoom(id),
    );
  const [adas, bobs, cyds, dans] = [deviceOf(ada, one), deviceOf(bob, two), deviceOf(cyd, two), deviceOf(dan, two)];
  for (const device of [adas, bobs, cyds]) await device.connect();
  const outside = await connectSocket(two.origin, dan.cookie, { groups: true });
  const write = (person: typeof ada, at: typeof one, content: string) =>
    person.at(at).post('/v1/chats', { conversation: id, content });

  expect((await write(ada, one, 'before')).status).toBe(201);
  expect((await write(dan, two, 'not yet')).status).toBe(404);
  expect((await bob.at(two).put(member)).status).toBe(200);
  await dans.connect();
  // Somebody added at one process receives the messages at the other.
  expect((await write(ada, one, 'welcome')).status).toBe(201);
  expect((await write(dan, two, 'thanks')).status).toBe(201);
  cyds.leave();
  expect((await ada.at(one).delete(member)).status).toBe(200);
  expect((await write(ada, one, 'among us')).status).toBe(201);
  expect((await write(dan, two, 'still there?')).status).toBe(404);

  // It takes the same route as the messages would have.
  const eve = await cluster.person('eve');
  const conversation = await openConversation(one, eve, dan);
  await eve.at(one).post('/v1/chats', { conversation, content: 'for you' });
  await outside.first('receiveMessage', ({ message }) => message === 'for you');
  const heard = outside.all('receiveMessage').filter((message) => message.conversation === id);
  expect(texts(heard).filter((text) => text !== '')).toEqual(['welcome', 'thanks']);
  expect((await dan.at(two).get(`/v1/chats/${id}`)).status).toBe(404);

  for (const device of [adas, bobs, cyds]) {
    await vi.waitFor(
      async () => {
        await device.settle();
        expect(device.messages).toEqual(await device.fetchAll());
      },
      { timeout: 30_000 },
    );
  }
  const written = (device: Device) => texts(device.messages).filter((text) => text !== '');
  expect(written(cyds)).toEqual(['before', 'welcome', 'thanks', 'among us']);
  expect(cyds.messages).toEqual(bobs.messages);
  expect(adas.messages.map(({ _id }) => _id)).toEqual(bobs.messages.map(({ _id }) => _id));
  for (const device of [adas, bobs, cyds, dans]) device.leave();
});
