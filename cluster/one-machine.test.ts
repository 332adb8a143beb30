import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareWithStored, DependableClient } from '../server/test/dependable-client.ts';
import type { LiveSocket } from '../server/test/harness.ts';
import { createPerson, type Person, password } from './support/cluster.ts';
import { callOnce, type OneMachine, startOneMachine } from './support/one-machine.ts';
import { createCommunity, openConversation, share } from './support/places.ts';

/** Several processes on one port that reach each other through their parent: no Redis, no load balancer. */
let machine: OneMachine;
beforeAll(async () => {
  machine = await startOneMachine();
});
afterAll(() => machine?.close());

/** Milliseconds within which every process learns that a session or role has ended. */
const second = 1000;

const call = (person: Person, method: string, path: string, body?: unknown) =>
  callOnce(machine.origin, person.cookie, method, path, body);

/** Milliseconds between two messages from a person, who may send 300 per minute. */
const pause = 250;

/** More sockets than children, which accept connections in turn, so each child has some. */
const socketsOf = (person: Person) => Promise.all(Array.from({ length: 6 }, () => person.socket(machine)));

const texts = (socket: LiveSocket) => socket.all('receiveMessage').map(({ message }) => message);

const isAlive = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    // A zombie has exited; only its parent hasn't noticed yet.
    (stat) => !/\) Z /.test(stat),
    () => false,
  );

test('what any of them stores reaches every socket on all of them, once and in order', async () => {
  const [ada, bob] = [await machine.person('ada'), await machine.person('bob')];
  const conversation = await openConversation(machine, ada, bob);
  const sockets = await socketsOf(bob);
  const sent = Array.from({ length: 20 }, (_, n) => `Number ${n}`);
  for (const content of sent) {
    expect((await call(ada, 'POST', '/v1/chats', { conversation, content })).status).toBe(201);
  }
  await Promise.all(sockets.map((socket) => socket.count('receiveMessage', sent.length)));
  // One after another at two children: messages can overtake each other by milliseconds, and pages sort by id.
  for (const socket of sockets) expect(texts(socket).toSorted()).toEqual(sent.toSorted());
});

test('votes and comments at one are visible at all others', async () => {
  const [ada, bob] = [await machine.person('ada'), await machine.person('bob')];
  const post = await share(machine, ada, 'Seen by all');
  expect((await call(bob, 'POST', `/v1/posts/${post}/votes`, { vote_type: 1 })).status).toBe(200);
  expect((await call(bob, 'POST', `/v1/posts/${post}/comments`, { content: 'Good' })).status).toBe(201);
  for (let n = 0; n < 4; n += 1) {
    const { body } = await call(ada, 'GET', `/v1/posts/${post}`);
    expect(body.post.stats).toEqual({ upvote_count: 1, downvote_count: 0, comment_count: 1 });
  }
});

test('a new password ends all other sessions on every process within a second', async () => {
  const ada = await machine.person('ada');
  const login = { username: ada.username, password };
  const answer = await ada.atWith(machine, '').post('/v1/tokens/authentication', login);
  const other = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const kept = await socketsOf(ada);
  const ended = await Promise.all(Array.from({ length: 6 }, () => ada.socketWith(machine, other)));
  const wanted = 'another horse battery';
  const body = { old_password: password, password: wanted, confirm_password: wanted };
  expect((await call(ada, 'PATCH', '/v1/users/password', body)).status).toBe(200);
  const began = performance.now();
  await Promise.all(ended.map(({ closed }) => closed));
  expect(performance.now() - began).toBeLessThan(second);
  for (const socket of kept) expect(await socket.send('sendMessage', 'x', {})).toEqual({ ok: true });
});

test('taking a role away ends live reading on every process within a second', async () => {
  const [ada, bob] = [await machine.person('ada'), await machine.person('bob')];
  const { handle, channel, roles } = await createCommunity(machine, [ada, bob]);
  const sockets = await socketsOf(bob);
  for (const socket of sockets) expect(await socket.send('joinChannel', channel)).toEqual({ ok: true });
  const taken = { role_id: roles.user, username: bob.username };
  expect((await call(ada, 'DELETE', `/v1/community/${handle}/roles/user`, taken)).status).toBe(200);
  const began = performance.now();
  await Promise.all(sockets.map((socket) => socket.first('channelClosed')));
  expect(performance.now() - began).toBeLessThan(second);
  expect((await call(ada, 'POST', '/v1/channel/chats', { conversation: channel, content: 'Among us' })).status).toBe(
    201,
  );
  // It takes the same route as the message would have.
  const conversation = await openConversation(machine, ada, bob);
  await call(ada, 'POST', '/v1/chats', { conversation, content: 'for you' });
  for (const socket of sockets) {
    await socket.first('receiveMessage', ({ message }) => message === 'for you');
    expect(texts(socket)).toEqual(['for you']);
  }
});

test('rate limits count across all processes', async () => {
  const ada = await machine.person('ada');
  const guess = { username: ada.username, password: 'not the password' };
  const statuses: number[] = [];
  for (let n = 0; n < 14; n += 1) {
    statuses.push((await callOnce(machine.origin, '', 'POST', '/v1/tokens/authentication', guess)).status);
  }
  expect(statuses).toEqual([...new Array(10).fill(401), ...new Array(4).fill(429)]);
});

test('a killed process is replaced; its people reconnect, and nothing is lost or duplicated', async () => {
  const [ada, bob] = [await machine.person('ada'), await machine.person('bob')];
  const others = [await machine.person('cyd'), await machine.person('dan')];
  const { channel } = await createCommunity(machine, [ada, bob, ...others]);
  const room = { id: channel, path: '/v1/channel/chats' } as const;
  const clients = [ada, bob, ...others].map(({ cookie }) => new DependableClient(cookie, machine, false));
  for (const client of clients) client.rooms.push(room);
  const connected = clients.map((client) => client.stayConnected());
  let isOver = false;
  let sent = 0;
  const writing = clients.map(async (client, index) => {
    for (let n = 0; !isOver; n += 1) {
      await client.send(room, `${index} ${n}`);
      sent += 1;
      // As many as one person may write.
      await sleep(pause);
    }
  });
  const more = async (number: number) => {
    const wanted = sent + number;
    await expect.poll(() => sent, { timeout: 30_000 }).toBeGreaterThanOrEqual(wanted);
  };
  for (const role of ['api', 'api', 'worker'] as const) {
    await more(30);
    const before = await machine.children(role);
    process.kill(before[0] as number, 'SIGKILL');
    await more(30);
    const replaced = async () => (await machine.children(role)).filter((pid) => pid !== before[0]);
    await expect.poll(replaced, { timeout: 30_000 }).toHaveLength(before.length);
  }
  await more(60);
  isOver = true;
  await Promise.all(writing);
  const acknowledged = new Map(clients.flatMap((client) => [...client.acknowledged]));
  const isComplete = () => clients.every(({ shown }) => (shown.get(room.id)?.size ?? 0) >= acknowledged.size);
  await expect.poll(isComplete, { timeout: 30_000 }).toBe(true);
  for (const client of clients) client.end();
  await Promise.all(connected);
  const faults = [...clients.flatMap((client) => client.faults), ...(await compareWithStored(clients, acknowledged))];
  expect(faults).toEqual([]);
  expect(Math.max(...clients.map(({ connections }) => connections))).toBeGreaterThan(1);
});

test("a parent that's asked to end ends all children in order", async () => {
  const pids = [...(await machine.children('api')), ...(await machine.children('worker'))];
  expect(pids).toHaveLength(3);
  const ada = await machine.person('ada');
  const sockets = await socketsOf(ada);
  expect(await machine.parent.end('SIGTERM')).toBe(0);
  for (const { closed } of sockets) expect(await closed).toMatch(/transport/);
  expect(await Promise.all(pids.map(isAlive))).toEqual([false, false, false]);
});

test('children whose parent is killed finish their work and end in order', async () => {
  const other = await startOneMachine();
  try {
    const pids = [...(await other.children('api')), ...(await other.children('worker'))];
    expect(pids).toHaveLength(3);
    const ada = await createPerson(other.sql, 'ada');
    const post = await share(other, ada, 'Vote for it');
    const calls = Array.from({ length: 40 }, (_, n) =>
      callOnce(other.origin, ada.cookie, 'POST', `/v1/posts/${post}/votes`, { vote_type: n % 2 }).then(
        ({ status }) => status,
        () => 'refused',
      ),
    );
    await other.parent.end('SIGKILL');
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer !== 200 && answer !== 'refused')).toEqual([]);
    await expect
      .poll(async () => await Promise.all(pids.map(isAlive)), { timeout: 30_000 })
      .toEqual([false, false, false]);
    expect(other.parent.output()).not.toContain("can't go on");
  } finally {
    await other.close();
  }
});
