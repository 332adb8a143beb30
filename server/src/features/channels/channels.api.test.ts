import { channel as channelShape } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { message as messageShape } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { newId } from '#platform/ids.ts';
import { clubWorld } from '../../../test/community.ts';
import type { Person } from '../../../test/harness.ts';
import { createChannelOf } from './channels.factory.ts';

const { world, ada, bob, eve, newClub } = await clubWorld({ name: 'Ada' });

let made: number;
let handle: string;
let communityId: string;
let admin: string;
let user: string;
/** A new community of Ada's with Bob, without Eve. */
beforeEach(async () => {
  ({ made, handle, communityId, admin, user } = await newClub());
});

const create = async (person: Person, name: unknown, roles: unknown) =>
  await person.post(`/v1/community/${handle}/channels`, { name, roles });
const list = async (person: Person) => (await person.get(`/v1/community/${handle}/channels`)).body.channels;
const send = async (person: Person, conversation: string, content: string, more = {}) =>
  await person.post('/v1/channel/chats', { conversation, content, ...more });
const read = async (person: Person, channelId: string, query = '') =>
  await person.get(`/v1/channel/chats/${channelId}${query}`);
const contents = (body: { messages: { message: string }[] }) => body.messages.map(({ message }) => message);

describe('POST /v1/community/{handle}/channels', () => {
  test('creates a channel for members with certain roles', async () => {
    const answer = await create(ada, ' general ', [user, admin, user]);
    expect(answer.status).toBe(201);
    expect(channelShape.strict().parse(answer.body.channel)).toEqual({
      channel_id: expect.any(String),
      community_id: communityId,
      name: 'general',
      roles: [user, admin],
      topic: '',
      category: null,
      slow_mode: 0,
      slow_until: null,
      usable: true,
      read_id: null,
      unread_id: null,
      notify: 'mentions',
    });
    expect(await list(ada)).toEqual([{ ...answer.body.channel, read_id: expect.stringMatching(/^\d{16}$/) }]);
  });

  test('says whether the caller may use it', async () => {
    await create(ada, 'staff', [admin]);
    await create(ada, 'all', [user]);
    expect((await list(bob)).map(({ name, usable }: { name: string; usable: boolean }) => [name, usable])).toEqual([
      ['staff', false],
      ['all', true],
    ]);
  });

  test('needs channel:create', async () => {
    expect((await create(bob, 'mine', [user])).body).toEqual({ error: { permission: expect.any(String) } });
    const { role } = (
      await ada.post(`/v1/community/${handle}/roles`, { name: 'Host', permissions: ['channel:create'] })
    ).body;
    await ada.post(`/v1/community/${handle}/roles/user`, { role_id: role.role_id, username: 'bob' });
    const answer = await create(bob, 'mine', [admin]);
    expect([answer.status, answer.body.channel.usable]).toEqual([201, false]);
  });

  test("its roles must belong to the channel's community", async () => {
    const other = await createCommunityOf(world.platform, { creatorId: ada.user_id, handle: `${handle}_b` });
    const foreign = (await ada.get(`/v1/community/${other.handle}/roles`)).body.roles[0].role_id;
    for (const roles of [[foreign], [user, foreign], [newId()], ['nonsense']]) {
      const answer = await create(ada, 'mixed', roles);
      expect([answer.status, answer.body]).toEqual([422, { error: { roles: expect.any(String) } }]);
    }
    expect(await list(ada)).toEqual([]);
  });

  test('requires a name and a role, and the errors say so', async () => {
    const nameless = { error: { name: 'Please enter a channel name' } };
    for (const name of ['', ' \t ', undefined]) expect((await create(ada, name, [user])).body).toEqual(nameless);
    const roleless = { error: { roles: 'Please select at least one role' } };
    for (const roles of [[], undefined]) expect((await create(ada, 'general', roles)).body).toEqual(roleless);
    expect((await create(ada, 'x'.repeat(51), [user])).status).toBe(422);
    expect((await create(ada, 'general', 'user')).status).toBe(400);
  });

  test('a name that another channel in the community has, in any case, is 409', async () => {
    await create(ada, 'General', [user]);
    const answer = await create(ada, 'gENERAL', [user]);
    expect([answer.status, answer.body]).toEqual([409, { error: { name: expect.any(String) } }]);
  });

  test('limits the channels in a community', async () => {
    await world.sql(
      `insert into rooms (id, kind, community_id, name, roles, created_at, active_at)
       select gen_random_uuid(), 'channel', $1, 'channel ' || n, array[$2::uuid], now(), now() from generate_series(1, $3::int) n`,
      [communityId, user, limits.channel.perCommunity - 1],
    );
    expect((await create(ada, 'the last', [user])).status).toBe(201);
    expect((await create(ada, 'too many', [user])).body).toEqual({ error: { name: expect.any(String) } });
  });

  test('non-members get 404, and see none', async () => {
    expect((await create(eve, 'mine', [user])).status).toBe(404);
    expect((await eve.get(`/v1/community/${handle}/channels`)).status).toBe(404);
    expect((await eve.get('/v1/community/none_such/channels')).status).toBe(404);
    expect((await eve.post('/v1/community/none_such/channels', { name: 'x', roles: [user] })).status).toBe(404);
  });
});

describe('Messages of a channel', () => {
  test('are stored as typed and read oldest first', async () => {
    const id = await createChannelOf(world.platform, { communityId, roles: [user] });
    const answer = await send(ada, id, '  Hello "you" 😀\n', { client_id: 'one' });
    expect(answer.status).toBe(201);
    expect(messageShape.strict().parse(answer.body.message)).toMatchObject({
      conversation: id,
      message: '  Hello "you" 😀\n',
      imageUrl: null,
      client_id: 'one',
      sender: { _id: ada.user_id, username: 'ada', name: 'Ada' },
    });
    await send(bob, id, 'second');
    const { body } = await read(bob, id);
    expect(contents(body)).toEqual(['  Hello "you" 😀\n', 'second']);
    expect(body.messages[0]).toEqual(answer.body.message);
  });

  test('come as a form, too, and a retry with the same client_id stores nothing twice', async () => {
    const id = await createChannelOf(world.platform, { communityId, roles: [user] });
    const form = () => {
      const data = new FormData();
      for (const [name, value] of Object.entries({ conversation: id, content: 'Once', client_id: 'same' })) {
        data.set(name, value);
      }
      return data;
    };
    const answers = await Promise.all(Array.from({ length: 4 }, () => bob.upload('/v1/channel/chats', form())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.message._id)).size).toBe(1);
    expect(contents((await read(ada, id)).body)).toEqual(['Once']);
  });

  test('blank ones and those longer than 4000 code points are 422', async () => {
    const id = await createChannelOf(world.platform, { communityId, roles: [user] });
    for (const content of ['', ' \n ', 'x'.repeat(4001)]) expect((await send(bob, id, content)).status).toBe(422);
    expect((await send(bob, id, '😀'.repeat(4000))).status).toBe(201);
  });

  test('are read in pages: the newest, those before one, those after one', async () => {
    const id = await createChannelOf(world.platform, { communityId, roles: [user] });
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push((await send(bob, id, `${n}`)).body.message._id);
    expect([...ids].sort()).toEqual(ids);
    expect(contents((await read(bob, id, '?size=2')).body)).toEqual(['4', '5']);
    expect(contents((await read(bob, id, `?size=2&before=${ids[4]}`)).body)).toEqual(['2', '3']);
    expect(contents((await read(bob, id, `?after=${ids[3]}`)).body)).toEqual(['4', '5']);
    expect((await read(bob, id, '?before=x')).status).toBe(400);
  });

  test('are read and written only by holders of one of its roles; others get Channel not found', async () => {
    const staff = await createChannelOf(world.platform, { communityId, roles: [admin] });
    await send(ada, staff, 'secret');
    for (const person of [bob, eve]) {
      expect((await read(person, staff)).status).toBe(404);
      expect((await send(person, staff, 'hello')).status).toBe(person === bob ? 422 : 404);
    }
    for (const id of [newId(), 'nonsense']) {
      expect((await read(ada, id)).status).toBe(404);
      expect((await send(ada, id, 'hello')).status).toBe(404);
    }
    expect(contents((await read(ada, staff)).body)).toEqual(['secret']);
  });

  test('are open with the role and closed without it', async () => {
    const staff = await createChannelOf(world.platform, { communityId, roles: [admin] });
    const path = `/v1/community/${handle}/roles/user`;
    const assignment = { role_id: admin, username: 'bob' };
    await ada.post(path, assignment);
    expect((await send(bob, staff, 'I am in')).status).toBe(201);
    await ada.delete(path, assignment);
    const refused = await send(bob, staff, 'Still?');
    expect(refused).toMatchObject({ status: 422, body: { error: { permission: expect.stringMatching(/ask/i) } } });
    expect((await read(bob, staff)).status).toBe(404);
    const open = await createChannelOf(world.platform, { communityId, roles: [user] });
    await bob.delete(`/v1/community/${handle}`);
    expect((await send(bob, open, 'Still?')).status).toBe(404);
  });

  test("stay when their sender's account is deleted", async () => {
    const guest = await world.person(`guest_${made}`);
    await guest.post(`/v1/community/${handle}`);
    const id = await createChannelOf(world.platform, { communityId, roles: [user] });
    await send(guest, id, 'I was here');
    await guest.delete('/v1/users');
    const { messages } = (await read(bob, id)).body;
    expect(messages[0]).toMatchObject({
      message: 'I was here',
      sender: { _id: null, username: 'deleted_user', name: 'Deleted User' },
    });
  });

  test('are deleted with the community, when its last member deletes their account', async () => {
    const founder = await world.person(`founder_${made}`);
    const club = await createCommunityOf(world.platform, { creatorId: founder.user_id, handle: `gone_${made}` });
    const [role] = (await founder.get(`/v1/community/${club.handle}/roles`)).body.roles;
    const id = await createChannelOf(world.platform, { communityId: club.id, roles: [role.role_id] });
    await send(founder, id, 'echo');
    await founder.delete('/v1/users');
    await world.runJobs();
    const [left] = await world.sql(
      `select (select count(*) from rooms where id = $1)::int as channels,
        (select count(*) from messages where room_id = $1)::int as messages`,
      [id],
    );
    expect(left).toEqual({ channels: 0, messages: 0 });
  });
});
