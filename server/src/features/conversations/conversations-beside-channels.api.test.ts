import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type LiveSocket, type Person, startWorld, type World } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

let world: World;
let ada: Person;
let bob: Person;
let cyd: Person;
let channel: string;
let withBob: string;
let withCyd: string;

const { open, write } = talkIn(() => world);

beforeAll(async () => {
  world = await startWorld();
  [ada, bob, cyd] = [await world.person('ada'), await world.person('bob'), await world.person('cyd')];
  const { communityId, user } = await createClub(world, ada, [bob]);
  channel = await createChannelOf(world.platform, { communityId, roles: [user] });
  [withBob, withCyd] = [await open(bob, ada), await open(cyd, ada)];
});
afterAll(() => world.close());

const join = async (socket: LiveSocket, event: 'joinChannel' | 'joinConversation', id: string) =>
  expect(await socket.send(event, id)).toEqual({ ok: true });

let sent = 0;
/** What each of these sockets receives of one message by Bob, one by Cyd, and one in the channel. */
async function received(...sockets: LiveSocket[]): Promise<string[][]> {
  const before = sockets.map((socket) => socket.all('receiveMessage').length);
  sent += 1;
  expect((await write(bob, withBob, `Bob's ${sent}`)).status).toBe(201);
  expect((await write(cyd, withCyd, `Cyd's ${sent}`)).status).toBe(201);
  const answer = await bob.post('/v1/channel/chats', { conversation: channel, content: `channel's ${sent}` });
  expect(answer.status).toBe(201);
  // Anything sent before the answers to these has arrived before them.
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
