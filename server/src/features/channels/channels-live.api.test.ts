import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { clubWorld } from '../../../test/community.ts';
import type { LiveSocket, Person } from '../../../test/harness.ts';
import { startStopwatch } from '../../../test/stopwatch.ts';
import { createChannelOf } from './channels.factory.ts';

const { world, ada, bob, eve, newClub } = await clubWorld();

let made: number;
let handle: string;
let communityId: string;
let admin: string;
let user: string;
let channel: string;
let sockets: LiveSocket[] = [];
/** A new community of Ada's with Bob, without Eve, and a channel open to everyone in it. */
beforeEach(async () => {
  for (const socket of sockets) socket.close();
  sockets = [];
  ({ made, handle, communityId, admin, user } = await newClub());
  channel = await createChannelOf(world.platform, { communityId, roles: [user] });
});

const open = async (person: Person, ...rooms: string[]): Promise<LiveSocket> => {
  const socket = await person.socket({ groups: true });
  sockets.push(socket);
  for (const room of rooms) expect(await socket.send('joinChannel', room)).toEqual({ ok: true });
  return socket;
};
const send = async (person: Person, content: string, conversation = channel) => {
  const answer = await person.post('/v1/channel/chats', { conversation, content });
  expect(answer.status).toBe(201);
  return answer.body.message;
};
const texts = (socket: LiveSocket) => socket.all('receiveMessage').map(({ message }) => message);
const assign = async (method: 'post' | 'delete', roleId: string, username: string) =>
  expect((await ada[method](`/v1/community/${handle}/roles/user`, { role_id: roleId, username })).status).toBe(200);
/** Resolves once everything sent to a socket so far has arrived: both take the same route. */
const settled = async (socket: LiveSocket) => await socket.send('leaveChannel', newId());

describe('A message of a channel', () => {
  test('reaches every socket in the room exactly once, in the same order for all, as it is stored', async () => {
    const readers = await Promise.all([...Array(10).fill(ada), ...Array(10).fill(bob)].map((p) => open(p, channel)));
    const sent = await Promise.all(Array.from({ length: 60 }, (_, n) => send(n % 2 ? ada : bob, `number ${n}`)));
    const { messages } = (await bob.get(`/v1/channel/chats/${channel}`)).body;
    expect(messages).toHaveLength(60);
    for (const reader of readers) {
      expect(await reader.count('receiveMessage', 60)).toEqual(messages);
      await settled(reader);
      expect(reader.all('receiveMessage')).toHaveLength(60);
    }
    expect([...sent].sort((a, b) => (a._id < b._id ? -1 : 1))).toEqual(messages);
  });

  test("reaches no one who hasn't joined the room, or has left it", async () => {
    const [reader, outside, left] = [await open(ada, channel), await open(bob), await open(bob, channel)];
    expect(await left.send('leaveChannel', channel)).toEqual({ ok: true });
    await send(bob, 'hello');
    await reader.count('receiveMessage', 1);
    for (const socket of [outside, left]) {
      await settled(socket);
      expect(texts(socket)).toEqual([]);
    }
  });

  test("isn't relayed by a forged sendMessage", async () => {
    const [reader, forger] = [await open(ada, channel), await open(bob, channel)];
    const forged = { _id: '9999999999999999', message: 'forged', conversation: channel, sender: { username: 'ada' } };
    expect(await forger.send('sendMessage', channel, forged)).toEqual({ ok: true });
    await send(bob, 'real');
    await reader.count('receiveMessage', 1);
    await settled(reader);
    expect(texts(reader)).toEqual(['real']);
  });

  test('sent again with the same client_id is broadcast once', async () => {
    const reader = await open(ada, channel);
    const again = { conversation: channel, content: 'once', client_id: 'attempt' };
    await Promise.all([bob.post('/v1/channel/chats', again), bob.post('/v1/channel/chats', again)]);
    await bob.post('/v1/channel/chats', again);
    await send(bob, 'next');
    await reader.first('receiveMessage', ({ message }) => message === 'next');
    expect(texts(reader)).toEqual(['once', 'next']);
  });
});

describe('A room is joined live', () => {
  test('only by holders of one of its roles; everyone else gets Channel not found', async () => {
    const staff = await createChannelOf(world.platform, { communityId, roles: [admin] });
    const [ofBob, ofEve, ofAda] = [await open(bob), await open(eve), await open(ada, staff)];
    for (const [socket, room] of [
      [ofBob, staff],
      [ofEve, channel],
      [ofAda, newId()],
      [ofAda, 'nonsense'],
    ] as const) {
      expect(await socket.send('joinChannel', room)).toEqual({
        ok: false,
        error: expect.stringContaining('Channel not found'),
      });
    }
    expect(await ofBob.send('joinChannel', { channel })).toEqual({ ok: false, error: expect.any(String) });
    await send(ada, 'secret', staff);
    await ofAda.count('receiveMessage', 1);
    await settled(ofBob);
    expect(texts(ofBob)).toEqual([]);
  });
});

describe("Live reading ends within a second, on all of the person's sockets and no one else's", () => {
  /** Bob's sockets receive nothing sent after `end`; Ada's receive everything. */
  const endsBy = async (end: () => Promise<unknown>) => {
    const reader = await open(ada, channel);
    const ofBob = [await open(bob, channel), await open(bob, channel)];
    await send(ada, 'before');
    for (const socket of ofBob) await socket.count('receiveMessage', 1);
    const elapsed = startStopwatch();
    await end();
    for (const socket of ofBob) {
      expect(await socket.first('channelClosed')).toEqual({ channel_id: channel });
      await socket.first('communityChanged', ({ changed }) => changed === 'access');
    }
    expect(elapsed()).toBeLessThan(1000);
    await send(ada, 'after');
    await reader.count('receiveMessage', 2);
    for (const socket of ofBob) {
      await settled(socket);
      expect(texts(socket)).toEqual(['before']);
      expect(await socket.send('joinChannel', channel)).toEqual({ ok: false, error: expect.any(String) });
    }
    expect(reader.all('channelClosed')).toEqual([]);
  };

  test('when the role is taken away', async () => await endsBy(() => assign('delete', user, 'bob')));

  test('when the person leaves', async () => await endsBy(() => bob.delete(`/v1/community/${handle}`)));

  test('when the account is deleted', async () => {
    const guest = await world.person(`guest_${made}`);
    await guest.post(`/v1/community/${handle}`);
    const [reader, ...ofGuest] = [await open(ada, channel), await open(guest, channel), await open(guest, channel)];
    const elapsed = startStopwatch();
    await guest.delete('/v1/users');
    await Promise.all(ofGuest.map(({ closed }) => closed));
    expect(elapsed()).toBeLessThan(1000);
    await send(ada, 'after');
    await reader?.count('receiveMessage', 1);
    for (const socket of ofGuest) expect(texts(socket)).toEqual([]);
  });

  test('but not while another role keeps the channel open', async () => {
    const both = await createChannelOf(world.platform, { communityId, roles: [user, admin] });
    await assign('post', admin, 'bob');
    const reader = await open(bob, both, channel);
    await assign('delete', user, 'bob');
    await reader.first('channelClosed', ({ channel_id }) => channel_id === channel);
    await send(ada, 'still here', both);
    await reader.count('receiveMessage', 1);
    expect(reader.all('channelClosed')).toEqual([{ channel_id: channel }]);
  });

  test('even for a socket that joins while the role is being taken away', async () => {
    for (let round = 0; round < 10; round += 1) {
      await assign('post', user, 'bob');
      const socket = await open(bob);
      await Promise.all([socket.send('joinChannel', channel), assign('delete', user, 'bob')]);
      await send(ada, `round ${round}`);
      await settled(socket);
      expect(texts(socket)).toEqual([]);
      socket.close();
    }
  });
});
