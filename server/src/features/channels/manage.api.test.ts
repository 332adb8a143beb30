import { channel as channelShape } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { clubWorld, createClub } from '../../../test/community.ts';
import type { LiveSocket, Person } from '../../../test/harness.ts';
import { startStopwatch } from '../../../test/stopwatch.ts';
import { createChannelOf } from './channels.factory.ts';

const { world, ada, bob, eve, newClub } = await clubWorld();

let handle: string;
let communityId: string;
let admin: string;
let user: string;
let channels: string[];
/** A community of Ada's with Bob, without Eve, and three channels that both may use. */
beforeEach(async () => {
  ({ handle, communityId, admin, user } = await newClub());
  channels = [];
  for (const name of ['news', 'plans', 'tools']) {
    channels.push(await createChannelOf(world.platform, { communityId, roles: [user, admin], name }));
  }
});

const change = async (person: Person, body: object, id = channels[0]) =>
  await person.patch(`/v1/community/${handle}/channels/${id}`, body);
const list = async (person = ada) => (await person.get(`/v1/community/${handle}/channels`)).body.channels;
const names = async () => (await list()).map(({ name }: { name: string }) => name);
const open = async (person: Person, id: string): Promise<LiveSocket> => {
  const socket = await person.socket();
  expect(await socket.send('joinCommunity', handle)).toEqual({ ok: true });
  expect(await socket.send('joinChannel', id)).toEqual({ ok: true });
  return socket;
};
const send = async (person: Person, content: string, conversation: string) =>
  (await person.post('/v1/channel/chats', { conversation, content })).status;

describe('PATCH /v1/community/{handle}/channels/{channel_id}', () => {
  test('changes the name, the topic and the roles, each by itself', async () => {
    const answer = await change(ada, { name: ' Announcements ', topic: ' What is new ' });
    expect(answer.status).toBe(200);
    expect(channelShape.strict().parse(answer.body.channel)).toMatchObject({
      channel_id: channels[0],
      name: 'Announcements',
      topic: 'What is new',
      roles: [user, admin],
      usable: true,
    });
    expect((await change(ada, { roles: [admin] })).body.channel).toMatchObject({
      name: 'Announcements',
      roles: [admin],
    });
    expect((await list(bob))[0]).toMatchObject({ topic: 'What is new', usable: false });
    expect((await change(ada, { topic: '' })).body.channel.topic).toBe('');
  });

  test('moves a channel to a place in the list; the others keep their order, and a new channel comes last', async () => {
    await change(ada, { position: 0 }, channels[2]);
    expect(await names()).toEqual(['tools', 'news', 'plans']);
    await change(ada, { position: 99 }, channels[2]);
    expect(await names()).toEqual(['news', 'plans', 'tools']);
    await change(ada, { position: 1 }, channels[0]);
    await createChannelOf(world.platform, { communityId, roles: [user], name: 'last' });
    expect(await names()).toEqual(['plans', 'news', 'tools', 'last']);
  });

  test('puts a channel under a category and takes it out again; a blank name means none', async () => {
    expect((await change(ada, { category: ' Work ' })).body.channel).toMatchObject({ category: 'Work', name: 'news' });
    expect((await list(bob)).map(({ category }: { category: string }) => category)).toEqual(['Work', null, null]);
    await change(ada, { topic: 'Other things keep it' });
    expect((await list(bob))[0].category).toBe('Work');
    for (const none of [null, ' ']) {
      await change(ada, { category: 'Work' });
      expect((await change(ada, { category: none })).body.channel.category).toBeNull();
    }
  });

  test('needs channel:create, and the channel has to be one of this community', async () => {
    expect((await change(bob, { topic: 'Mine' })).body).toEqual({ error: { permission: expect.any(String) } });
    expect((await change(eve, { topic: 'Mine' })).status).toBe(404);
    const other = await createClub(world, ada, []);
    const foreign = await createChannelOf(world.platform, { communityId: other.communityId, roles: [other.user] });
    for (const id of [foreign, 'nonsense']) expect((await change(ada, { topic: 'x' }, id)).status).toBe(404);
  });

  test('refuses invalid changes', async () => {
    const other = await createClub(world, ada, []);
    expect((await change(ada, { name: 'PLANS' })).status).toBe(409);
    for (const body of [
      { roles: [] },
      { roles: [other.user] },
      { name: ' ' },
      { topic: 'x'.repeat(251) },
      { position: -1 },
      { category: 'x'.repeat(51) },
      { category: 'Two\nlines' },
      { category: 'Turned \u202e around' },
      { category: '\u200b' },
      { slow_mode: -1 },
      { slow_mode: 21_601 },
    ]) {
      expect([body, (await change(ada, body)).status]).toEqual([body, 422]);
    }
    expect(await names()).toEqual(['news', 'plans', 'tools']);
  });

  test('ends live reading for people who lose access, within a second, and for nobody else', async () => {
    const [first = ''] = channels;
    const [reader, lost] = [await open(ada, first), await open(bob, first)];
    const elapsed = startStopwatch();
    await change(ada, { roles: [admin] });
    expect(await lost.first('channelClosed')).toEqual({ channel_id: first });
    expect(elapsed()).toBeLessThan(1000);
    await send(ada, 'for admins', first);
    await reader.first('receiveMessage');
    expect(await lost.send('joinChannel', first)).toEqual({ ok: false, error: expect.any(String) });
    expect(lost.all('receiveMessage')).toEqual([]);
    expect(reader.all('channelClosed')).toEqual([]);
  });
});

describe('DELETE /v1/community/{handle}/channels/{channel_id}', () => {
  test('deletes the channel with its messages, closes it for everyone, and needs channel:create', async () => {
    const [first = ''] = channels;
    await send(bob, 'hello', first);
    const reader = await open(bob, first);
    expect((await bob.delete(`/v1/community/${handle}/channels/${first}`)).status).toBe(422);
    expect((await ada.delete(`/v1/community/${handle}/channels/${first}`)).status).toBe(200);
    await reader.first('channelClosed', ({ channel_id }) => channel_id === first);
    await reader.first('communityChanged', ({ changed }) => changed === 'channels');
    expect(await names()).toEqual(['plans', 'tools']);
    expect((await bob.get(`/v1/channel/chats/${first}`)).status).toBe(404);
    expect(await send(bob, 'still here', first)).toBe(404);
    await world.runJobs();
    expect(await world.sql('select from messages where room_id = $1', [first])).toEqual([]);
    expect((await ada.delete(`/v1/community/${handle}/channels/${first}`)).status).toBe(404);
  });
});

test("People who only manage channels can't give themselves access to one, rename it or delete it", async () => {
  const { body } = await ada.post(`/v1/community/${handle}/roles`, {
    name: 'Builder',
    permissions: ['channel:create'],
  });
  await ada.post(`/v1/community/${handle}/roles/user`, { role_id: body.role.role_id, username: 'bob' });
  const closed = await createChannelOf(world.platform, { communityId, roles: [admin], name: 'board' });
  for (const body of [
    { roles: [user] },
    { roles: [user, admin] },
    { name: 'mine' },
    { topic: 'Mine' },
    { slow_mode: 5 },
  ]) {
    expect((await change(bob, body, closed)).body).toEqual({ error: { permission: expect.any(String) } });
  }
  expect((await bob.delete(`/v1/community/${handle}/channels/${closed}`)).status).toBe(422);
  expect((await list(bob)).at(-1)).toMatchObject({ channel_id: closed, name: 'board', usable: false });
  expect((await change(bob, { position: 0, category: 'Board' }, closed)).status).toBe(200);
  expect((await change(bob, { name: 'latest' })).status).toBe(200);
  const editor = (await ada.post(`/v1/community/${handle}/roles`, { name: 'Editor', permissions: ['community:edit'] }))
    .body;
  await ada.post(`/v1/community/${handle}/roles/user`, { role_id: editor.role.role_id, username: 'bob' });
  expect((await change(bob, { roles: [user] }, closed)).status).toBe(200);
});
