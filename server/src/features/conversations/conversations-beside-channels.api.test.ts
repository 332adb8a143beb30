import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { newId } from '#platform/ids.ts';
import { createClub } from '../../../test/community.ts';
import { type LiveSocket, type Person, startWorld, type World } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

let world: World;
let ada: Person;
let bob: Person;
let cyd: Person;
let channel: string;
let second: string;
let communityId: string;
let role: string;
let admin: string;
let club: string;
let dan: Person;
let withDan: string;
let withBob: string;
let withCyd: string;

const { open, write } = talkIn(() => world);

beforeAll(async () => {
  world = await startWorld();
  [ada, bob, cyd] = [await world.person('ada'), await world.person('bob'), await world.person('cyd')];
  dan = await world.person('dan');
  const made = await createClub(world, ada, [bob]);
  ({ communityId, user: role, admin } = made);
  club = `/v1/community/${made.handle}`;
  channel = await createChannelOf(world.platform, { communityId, roles: [role] });
  second = await createChannelOf(world.platform, { communityId, roles: [role] });
  [withBob, withCyd] = [await open(bob, ada), await open(cyd, ada)];
  withDan = await open(bob, dan);
});
afterAll(() => world.close());

const join = async (socket: LiveSocket, event: 'joinChannel' | 'joinConversation', id: string) =>
  expect(await socket.send(event, id)).toEqual({ ok: true });

let sent = 0;
/** The senders of the messages that each of these sockets receives when Bob and Cyd each send one, and one is sent in the channel. */
async function received(...sockets: LiveSocket[]): Promise<string[][]> {
  const before = sockets.map((socket) => socket.all('receiveMessage').length);
  sent += 1;
  expect((await write(bob, withBob, `Bob's ${sent}`)).status).toBe(201);
  expect((await write(cyd, withCyd, `Cyd's ${sent}`)).status).toBe(201);
  const answer = await bob.post('/v1/channel/chats', { conversation: channel, content: `channel's ${sent}` });
  expect(answer.status).toBe(201);
  // Everything sent before the answers to these has arrived before them.
  for (const socket of sockets) await socket.send('sendMessage', 'nothing', {});
  return sockets.map((socket, index) =>
    socket
      .all('receiveMessage')
      .slice(before[index])
      .map(({ message }) => message.split("'")[0]),
  );
}

test('A socket that last joined a channel gets receiveMessage only for rooms it has joined; all other sockets get what they did before', async () => {
  const [chat, fresh, community] = [await ada.socket(), await ada.socket(), await ada.socket()];
  await join(chat, 'joinConversation', withBob);
  await join(community, 'joinChannel', channel);
  expect(await received(chat, fresh, community)).toEqual([['Bob', 'Cyd'], ['Bob', 'Cyd'], ['channel']]);

  await join(chat, 'joinChannel', channel);
  await join(community, 'joinConversation', withCyd);
  expect(await received(chat, fresh, community)).toEqual([
    ['Bob', 'channel'],
    ['Bob', 'Cyd'],
    ['Bob', 'Cyd', 'channel'],
  ]);
});

test('A refused join of a channel changes nothing', async () => {
  const socket = await cyd.socket();
  expect(await socket.send('joinChannel', channel)).toHaveProperty('error');
  expect(await received(socket)).toEqual([['Cyd']]);
});

test('A client that sorts messages by room gets each message exactly once wherever it is, and the other events, too', async () => {
  const [web, stock] = [await ada.socket({ direct: true }), await ada.socket()];
  for (const socket of [web, stock]) {
    await join(socket, 'joinConversation', withBob);
    await join(socket, 'joinChannel', channel);
  }
  expect(await received(web, stock)).toEqual([
    ['Bob', 'Cyd', 'channel'],
    ['Bob', 'channel'],
  ]);
  expect((await ada.get(`/v1/chats/${withCyd}`)).status).toBe(200);
  for (const socket of [web, stock]) {
    expect(await socket.first('conversationChanged', ({ conversation }) => conversation === withCyd)).toMatchObject({
      changed: 'read',
    });
  }
});

/** Which of these channels this socket still gets messages from. */
async function channelsReaching(socket: LiveSocket): Promise<string[]> {
  const before = socket.all('receiveMessage').length;
  for (const id of [channel, second]) {
    const answer = await bob.post('/v1/channel/chats', { conversation: id, content: id });
    expect(answer.status).toBe(201);
  }
  await socket.send('sendMessage', 'nothing', {});
  return socket
    .all('receiveMessage')
    .slice(before)
    .map(({ message }) => message);
}

test('An older client is in one channel at a time', async () => {
  const socket = await ada.socket();
  await join(socket, 'joinChannel', channel);
  expect(await channelsReaching(socket)).toEqual([channel]);
  await join(socket, 'joinChannel', second);
  expect(await channelsReaching(socket)).toEqual([second]);
  await join(socket, 'joinConversation', withBob);
  await join(socket, 'joinChannel', second);
  expect(await channelsReaching(socket)).toEqual([second]);
  expect(await socket.send('joinChannel', newId())).toHaveProperty('error');
  expect(await channelsReaching(socket), 'a refused join leaves nothing').toEqual([second]);
});

test('An older client that picks channels faster than they open ends up in the last one', async () => {
  const socket = await ada.socket();
  const picks = Array.from({ length: 11 }, (_, n) => (n % 2 === 0 ? second : channel));
  await Promise.all(picks.map((id) => socket.send('joinChannel', id)));
  expect(await channelsReaching(socket)).toEqual([second]);
});

test.each([
  ['says that it knows groups', { groups: true }, undefined],
  ['sends other events', undefined, 'typing'],
])('A client that %s stays in each channel it joined', async (_, auth, event) => {
  const socket = await ada.socket(auth);
  if (event) await socket.send(event, withBob);
  await join(socket, 'joinChannel', channel);
  await join(socket, 'joinChannel', second);
  expect(await channelsReaching(socket)).toEqual([channel, second]);
});

describe('A socket gets direct messages again', () => {
  test('once it has left the last channel it was in', async () => {
    const socket = await ada.socket({ groups: true });
    await join(socket, 'joinChannel', channel);
    await join(socket, 'joinChannel', second);
    expect(await socket.send('leaveChannel', second)).toEqual({ ok: true });
    expect(await received(socket)).toEqual([['channel']]);
    expect(await socket.send('leaveChannel', channel)).toEqual({ ok: true });
    expect(await received(socket)).toEqual([['Bob', 'Cyd']]);
    await join(socket, 'joinChannel', channel);
    expect(await received(socket)).toEqual([['channel']]);
  });

  test.each([
    ['its role was taken', async () => await ada.delete(`${club}/roles/user`, { role_id: role, username: 'dan' })],
    ['its person was removed', async () => await ada.delete(`${club}/members/dan`)],
    ['the channel was deleted', async (id: string) => await ada.delete(`${club}/channels/${id}`)],
    [
      'the channel is for other roles',
      async (id: string) => await ada.patch(`${club}/channels/${id}`, { roles: [admin] }),
    ],
  ])('after %s', async (_, lose) => {
    await dan.post(club);
    await ada.post(`${club}/roles/user`, { role_id: role, username: 'dan' });
    const id = await createChannelOf(world.platform, { communityId, roles: [role] });
    const socket = await dan.socket();
    await join(socket, 'joinChannel', id);
    expect((await lose(id)).status).toBe(200);
    await socket.first('channelClosed', ({ channel_id }) => channel_id === id);
    expect((await write(bob, withDan, 'Are you here?')).status).toBe(201);
    expect(await socket.first('receiveMessage')).toMatchObject({ message: 'Are you here?' });
  });
});
