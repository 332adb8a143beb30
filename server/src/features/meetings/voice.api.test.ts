import { expect, test } from 'vitest';
import { createClub } from '../../../test/community.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { stayWith } from '../../../test/meeting-stay.ts';

const world = await testWorld();

type Json = Answer['body'];

const channelsOf = async (person: Person, handle: string, query = '?voice=true'): Promise<Json[]> =>
  (await person.get(`/v1/community/${handle}/channels${query}`)).body.channels;
const start = (person: Person, room: string) => person.post(`/v1/rooms/${room}/call`);

let clubs = 0;
/** A community with a voice channel for its users, two of them, and somebody who isn't a member. */
async function club() {
  clubs += 1;
  const [ada, bob, eve] = await Promise.all(
    ['ada', 'bob', 'eve'].map((name) => world.person(`${name}_voice_${clubs}`)),
  );
  if (!ada || !bob || !eve) throw new Error('nobody');
  const { handle, user } = await createClub(world, ada, [bob]);
  const made = await ada.post(`/v1/community/${handle}/channels`, { name: 'lounge', roles: [user], kind: 'voice' });
  expect(made).toMatchObject({ status: 201, body: { channel: { kind: 'voice', people: [], name: 'lounge' } } });
  return { ada, bob, eve, handle, user, voice: made.body.channel.channel_id as string };
}

test('voice channels are listed only for clients that ask for them, with the people inside', async () => {
  const { ada, bob, handle, user, voice } = await club();
  const text = await ada.post(`/v1/community/${handle}/channels`, { name: 'hall', roles: [user] });
  expect(text.body.channel).not.toHaveProperty('kind');
  const plain = await channelsOf(bob, handle, '');
  expect(plain.map(({ channel_id }) => channel_id)).not.toContain(voice);
  expect(plain[0]).not.toHaveProperty('kind');
  const all = await channelsOf(bob, handle);
  expect(all.find(({ channel_id }) => channel_id === voice)).toMatchObject({ kind: 'voice', people: [] });
  expect(all.find(({ name }) => name === 'hall')).toMatchObject({ kind: 'text' });
  const { call } = (await start(bob, voice)).body;
  expect(call.ringing).toEqual([]);
  const bobs = stayWith(await bob.socket());
  expect(await bobs.enter(call)).toEqual({ ok: true });
  const inside = (await channelsOf(ada, handle)).find(({ channel_id }) => channel_id === voice);
  expect(inside.people.map(({ username }: Json) => username)).toEqual([bob.user.username]);
  bobs.stop();
});

test('people can join and leave a voice channel; it rings for nobody, and leaves nothing behind', async () => {
  const { ada, bob, handle, voice } = await club();
  const looking = await ada.socket();
  await looking.send('joinCommunity', handle);
  const { call } = (await start(bob, voice)).body;
  const bobs = stayWith(await bob.socket());
  await bobs.enter(call);
  await looking.first('communityChanged', ({ changed }) => changed === 'channels');
  expect(looking.all('callChanged')).toEqual([]);
  await world.sql(`update calls set started_at = started_at - interval '100 seconds' where id = $1`, [call.call_id]);
  await world.platform.jobs.add(world.platform.db.kysely, 'meetings.settle-calls', {});
  await world.runJobs();
  const again = await start(ada, voice);
  expect(again).toMatchObject({ status: 200, body: { call: { call_id: call.call_id } } });
  await bobs.leave();
  bobs.stop();
  expect((await ada.get(`/v1/rooms/${voice}/call`)).body.call).toBeNull();
  expect((await ada.get(`/v1/channel/chats/${voice}`)).body.messages).toEqual([]);
  expect((await ada.get('/v1/unread')).body).toMatchObject({ channels: [], total: 0 });
});

test('nobody can write in a voice channel, and its roles decide who can talk there', async () => {
  const { ada, bob, eve, handle, voice } = await club();
  const refused = await ada.post('/v1/channel/chats', { conversation: voice, content: 'Hello' });
  expect(refused).toMatchObject({ status: 422, body: { error: expect.stringContaining('voice channel') } });
  expect((await start(eve, voice)).status).toBe(404);
  const { roles } = (await ada.get(`/v1/community/${handle}/roles`)).body;
  const admins = roles.find(({ name }: Json) => name === 'admin').role_id;
  const { call } = (await start(bob, voice)).body;
  const bobs = await bob.socket();
  const stay = stayWith(bobs);
  await stay.enter(call);
  const change = await ada.patch(`/v1/community/${handle}/channels/${voice}`, { roles: [admins], name: 'office' });
  expect(change).toMatchObject({ status: 200, body: { channel: { kind: 'voice', name: 'office' } } });
  await bobs.first('meetingClosed', () => true);
  expect(await stay.enter(call)).toMatchObject({ ok: false });
  expect((await start(bob, voice)).status).toBe(404);
  expect((await channelsOf(bob, handle)).find(({ channel_id }) => channel_id === voice)?.people).toEqual([]);
  stay.stop();
  expect((await ada.delete(`/v1/community/${handle}/channels/${voice}`)).status).toBe(200);
});

test('people on either side of a block with the reader are not listed in a voice channel', async () => {
  const { ada, bob, handle, voice } = await club();
  const cat = await world.person(`cat_voice_${clubs}`);
  await cat.post(`/v1/community/${handle}`);
  expect((await ada.put(`/v1/users/${bob.user.username}/block`)).status).toBe(200);
  const watching = await ada.socket();
  const { call } = (await start(ada, voice)).body;
  const stays = [stayWith(watching), stayWith(await bob.socket()), stayWith(await cat.socket())];
  for (const stay of stays) expect(await stay.enter(call)).toEqual({ ok: true });
  await watching.first('callChanged', ({ username }) => username === cat.user.username);
  expect(JSON.stringify(watching.all('callChanged'))).not.toContain(bob.user.username);
  const names = async (person: Person) => {
    const inList = (await channelsOf(person, handle)).find(({ channel_id }) => channel_id === voice).people;
    const inCall = (await person.get(`/v1/rooms/${voice}/call`)).body.call.people;
    const usernames = [inList, inCall].map((people: Json[]) => people.map(({ username }) => username).sort());
    expect(usernames[0]).toEqual(usernames[1]);
    return usernames[0];
  };
  const [adas, bobs, cats] = [ada, bob, cat].map(({ user }) => user.username);
  expect(await names(cat)).toEqual([adas, bobs, cats]);
  expect(await names(ada)).toEqual([adas, cats]);
  expect(await names(bob)).toEqual([bobs, cats]);
  expect((await start(bob, voice)).body.call.people.map(({ username }: Json) => username)).toEqual([bobs, cats]);
  for (const stay of stays) stay.stop();
});
