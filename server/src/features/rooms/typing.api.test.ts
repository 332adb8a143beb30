import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClub } from '../../../test/community.ts';
import { type LiveSocket, type Person, startWorld, type World } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

let world: World;
const talk = talkIn(() => world);
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => await world.close());

const hidePresence = (person: Person) =>
  world.sql('insert into privacy (user_id, presence) values ($1, false)', [person.user_id]);

/** A conversation that both people show. */
async function shown() {
  const [ada, bob, id] = await talk.acquainted();
  await talk.write(ada, id, 'Hello');
  const [adas, bobs] = [await ada.socket(), await bob.socket()];
  await adas.send('joinConversation', id);
  await bobs.send('joinConversation', id);
  return { ada, bob, id, adas, bobs };
}

/** Waits for a message, after which everything sent before it has arrived. */
async function settled(writer: Person, id: string, socket: LiveSocket) {
  const { message } = (await talk.write(writer, id, 'Done')).body;
  await socket.first('receiveMessage', ({ _id }) => _id === message._id);
}

test('The other person sees who is writing in a conversation', async () => {
  const { ada, id, adas, bobs } = await shown();
  expect(await adas.send('typing', id)).toEqual({ ok: true });
  expect(await bobs.first('typing')).toEqual({ conversation: id, username: ada.user.username });
  expect(adas.all('typing')).toEqual([]);
});

test('Somebody is announced as writing at most once in three seconds in each room', async () => {
  const { ada, id, adas, bobs } = await shown();
  for (let n = 0; n < 5; n += 1) expect(await adas.send('typing', id)).toEqual({ ok: true });
  await settled(ada, id, bobs);
  expect(bobs.all('typing')).toHaveLength(1);
});

test('Somebody is announced as writing at most once in three seconds in each room, also on several devices at once', async () => {
  const { ada, id, adas, bobs } = await shown();
  const tablet = await ada.socket();
  await tablet.send('joinConversation', id);
  await Promise.all([adas, adas, tablet, tablet].map((socket) => socket.send('typing', id)));
  await settled(ada, id, bobs);
  expect(bobs.all('typing')).toHaveLength(1);
});

test.each(['writer', 'reader'] as const)(
  "Nobody sees who is writing if the %s doesn't show when they're online",
  async (who) => {
    const { ada, bob, id, adas, bobs } = await shown();
    await hidePresence(who === 'writer' ? ada : bob);
    expect(await adas.send('typing', id)).toEqual({ ok: true });
    await settled(ada, id, bobs);
    expect(bobs.all('typing')).toEqual([]);
  },
);

test('Nobody sees who is writing after one blocked the other', async () => {
  const { ada, bob, id, adas, bobs } = await shown();
  await bob.put(`/v1/users/${ada.user.username}/block`);
  expect(await adas.send('typing', id)).toEqual({ ok: true });
  await bob.delete(`/v1/users/${ada.user.username}/block`);
  await settled(ada, id, bobs);
  expect(bobs.all('typing')).toEqual([]);
});

test("Writing in a channel that the client hasn't joined, or in other people's conversation, notifies nobody", async () => {
  const [ada, bob, id] = await talk.acquainted();
  const eve = await world.person('eve_typing');
  const [eves, bobs] = [await eve.socket(), await bob.socket()];
  expect(await eves.send('typing', id)).toEqual({ ok: false, error: 'Open the conversation or channel first.' });
  expect(await eves.send('typing', 'nonsense')).toEqual({
    ok: false,
    error: 'Open the conversation or channel first.',
  });
  await settled(ada, id, bobs);
  expect(bobs.all('typing')).toEqual([]);
});

test("In a channel, everyone who reads it sees who is writing, except those who blocked them or don't show it themselves", async () => {
  const [ada, bob, cyd, dan] = await Promise.all(
    ['ada_c', 'bob_c', 'cyd_c', 'dan_c'].map((name) => world.person(name)),
  );
  if (!ada || !bob || !cyd || !dan) throw new Error('Nobody is there');
  const club = await createClub(world, ada, [bob, cyd, dan]);
  const created = await ada.post(`/v1/community/${club.handle}/channels`, { name: 'Talk', roles: [club.user] });
  const { channel_id: channel } = created.body.channel;
  await cyd.put(`/v1/users/${ada.user.username}/block`);
  await hidePresence(dan);
  const sockets = await Promise.all([ada, bob, cyd, dan].map((person) => person.socket()));
  for (const socket of sockets) expect(await socket.send('joinChannel', channel)).toEqual({ ok: true });
  const [adas, bobs, cyds, dans] = sockets as [LiveSocket, LiveSocket, LiveSocket, LiveSocket];
  expect(await adas.send('typing', channel)).toEqual({ ok: true });
  expect(await bobs.first('typing')).toEqual({ conversation: channel, username: 'ada_c' });
  const { message } = (await ada.post('/v1/channel/chats', { conversation: channel, content: 'Done' })).body;
  for (const socket of [adas, cyds, dans]) {
    await socket.first('receiveMessage', ({ _id }) => _id === message._id);
    expect(socket.all('typing')).toEqual([]);
  }
});
