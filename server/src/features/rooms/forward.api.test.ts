import { message as messageShape } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { createClub } from '../../../test/community.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld();
const { acquainted, open, write } = talkIn(() => world);
let people = 0;
const newPerson = async () => {
  people += 1;
  return await world.person(`person_${people}`);
};

const forward = (person: Person, id: string, room: string, path = '/v1/chats') =>
  person.post(path, { conversation: room, forward: id });
const read = async (person: Person, room: string): Promise<Answer['body']> =>
  (await person.get(`/v1/chats/${room}`)).body.messages.at(-1);

/** A channel of a community, and somebody's message in it. */
async function said(owner: Person, by: Person, visibility: 'public' | 'private' = 'public') {
  people += 1;
  const handle = `place_${people}`;
  const { id: communityId } = await createCommunityOf(world.platform, { creatorId: owner.user_id, handle, visibility });
  if (by !== owner) {
    const { invite } = (await owner.post('/v1/invites', { community_handle: handle })).body;
    await by.post(`/v1/community/${handle}`, { invite: invite.code });
  }
  const { roles } = (await owner.get(`/v1/community/${handle}/roles`)).body;
  const user = roles[1].role_id;
  const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
  const { message } = (await by.post('/v1/channel/chats', { conversation: channel, content: 'Said here' })).body;
  return { handle, user, communityId, channel, id: message._id as string };
}

describe('A forwarded message', () => {
  test('has the text and the author of the original, even when it is forwarded again', async () => {
    const [ada, bob, first] = await acquainted();
    const cyd = await newPerson();
    const second = await open(bob, cyd);
    const sent = (await write(ada, first, 'Hello @ada')).body.message;
    const socket = await cyd.socket();
    const { status, body } = await forward(bob, sent._id, second);
    expect(status).toBe(201);
    expect(messageShape.strict().parse(body.message)).toMatchObject({
      message: 'Hello @ada',
      mentions: [],
      sender: { username: bob.user.username },
      forwarded: { username: ada.user.username },
    });
    expect((await socket.first('receiveMessage')).forwarded).toEqual({ username: null });
    expect((await read(cyd, second)).forwarded).toEqual({ username: ada.user.username });
    const third = await open(cyd, await newPerson());
    expect((await forward(cyd, body.message._id, third)).body.message.forwarded).toEqual({
      username: ada.user.username,
    });
    await ada.delete('/v1/users');
    expect((await read(cyd, second)).forwarded).toEqual({ username: null });
    await cyd.put(`/v1/users/${bob.user.username}/block`);
    await bob.delete(`/v1/messages/${body.message._id}`);
    expect((await read(bob, second)).forwarded).toBeNull();
  });

  test("shows its author's current name, even after they changed it", async () => {
    const [ada, bob, first] = await acquainted();
    const cyd = await newPerson();
    const second = await open(bob, cyd);
    const sent = (await write(ada, first, 'Hello')).body.message;
    const forwarded = (await forward(bob, sent._id, second)).body.message;
    const username = `${ada.user.username}_now`;
    expect((await ada.patch('/v1/users', { username })).status).toBe(200);
    expect((await read(cyd, second)).forwarded).toEqual({ username });
    expect((await cyd.get(`/v1/messages/${forwarded._id}`)).body.message.forwarded).toEqual({ username });
    const third = await open(cyd, await newPerson());
    expect((await forward(cyd, forwarded._id, third)).body.message.forwarded).toEqual({ username });
  });

  test("doesn't name people the reader can't see", async () => {
    const [ada, bob, first] = await acquainted();
    const cyd = await newPerson();
    const second = await open(bob, cyd);
    await forward(bob, (await write(ada, first, 'Hello')).body.message._id, second);
    await ada.put(`/v1/users/${cyd.user.username}/block`);
    expect((await read(cyd, second)).forwarded).toEqual({ username: null });
    expect((await read(bob, second)).forwarded).toEqual({ username: ada.user.username });
  });

  test('has copies of the files, which stay when the originals are deleted', async () => {
    const [ada, bob, first] = await acquainted();
    const cyd = await newPerson();
    const second = await open(bob, cyd);
    const form = formOf(['conversation', first], ['files', await fixtureFile('alpha.png')]);
    const sent = (await ada.upload('/v1/chats', form)).body.message;
    const { status, body } = await forward(bob, sent._id, second);
    expect(status).toBe(201);
    const [original, copy] = [sent.attachments[0], body.message.attachments[0]];
    expect(copy).toMatchObject({ name: original.name, type: original.type });
    expect([copy.file_id === original.file_id, copy.path === original.path]).toEqual([false, false]);
    expect((await cyd.get(`/media${original.path}`)).status).toBe(404);
    await ada.delete(`/v1/messages/${sent._id}`);
    await world.runJobs();
    expect((await cyd.get(`/media${(await read(cyd, second)).attachments[0].path}`)).status).toBe(200);
  });

  test("is its sender's own once they have changed its text", async () => {
    const [ada, bob, first] = await acquainted();
    const cyd = await newPerson();
    const second = await open(bob, cyd);
    const { message } = (await forward(bob, (await write(ada, first, 'Hello')).body.message._id, second)).body;
    const edited = await bob.patch(`/v1/messages/${message._id}`, { content: 'What Ada never said' });
    expect([edited.status, edited.body.message.forwarded]).toEqual([200, null]);
    expect(await read(cyd, second)).toMatchObject({ message: 'What Ada never said', forwarded: null });
    const third = await open(cyd, await newPerson());
    const { username } = bob.user;
    expect((await forward(cyd, message._id, third)).body.message.forwarded).toEqual({ username });
  });

  test("can't have a text or files of its own", async () => {
    const [ada, bob, room] = await acquainted();
    const { _id: id } = (await write(ada, room, 'Hello')).body.message;
    const refused = await bob.post('/v1/chats', { conversation: room, content: 'And more', forward: id });
    expect([refused.status, Object.keys(refused.body.error)]).toEqual([422, ['content']]);
    expect((await bob.post('/v1/chats', { conversation: room, content: ' ', forward: id })).status).toBe(201);
  });

  test('is returned again to a retry, even if the original and its files have been deleted since', async () => {
    const [ada, bob, first] = await acquainted();
    const second = await open(bob, await newPerson());
    const form = formOf(['conversation', first], ['files', await fixtureFile('alpha.png')]);
    const sent = [(await ada.upload('/v1/chats', form)).body.message, (await write(ada, first, 'Hello')).body.message];
    for (const [index, { _id: id }] of sent.entries()) {
      const again = { conversation: second, forward: id, client_id: `forward-${index}` };
      const { body } = await bob.post('/v1/chats', again);
      await ada.delete(`/v1/messages/${id}`);
      const { status, body: answer } = await bob.post('/v1/chats', again);
      expect([status, answer.message._id, answer.message.forwarded]).toEqual([
        201,
        body.message._id,
        { username: ada.user.username },
      ]);
      expect((await bob.post('/v1/chats', { ...again, client_id: 'new' })).status).toBe(404);
    }
    expect((await bob.get(`/v1/chats/${second}`)).body.messages).toHaveLength(2);
  });

  test("can't be of one that was deleted, removed or hidden, or that somebody doesn't read", async () => {
    const [owner, bob] = [await newPerson(), await newPerson()];
    const { channel, handle, id } = await said(owner, bob);
    const room = await open(owner, await newPerson());
    const status = async (who: Person, one = id) => (await forward(who, one, room)).status;
    expect(await status(owner)).toBe(201);
    for (const one of ['1', 'x', '0000000000999999']) expect([400, 404]).toContain(await status(owner, one));
    await owner.put(`/v1/users/${bob.user.username}/block`);
    expect(await status(owner)).toBe(404);
    await owner.delete(`/v1/users/${bob.user.username}/block`);
    const another = (await bob.post('/v1/channel/chats', { conversation: channel, content: 'x' })).body.message._id;
    await bob.delete(`/v1/messages/${another}`);
    expect(await status(owner, another)).toBe(404);
    const bobs = await open(bob, await newPerson());
    await bob.delete(`/v1/community/${handle}`);
    expect((await forward(bob, id, bobs)).status).toBe(404);
    await world.sql(`update messages set removal = '{}' where id = $1`, [Number(id)]);
    expect(await status(owner)).toBe(404);
  });

  test('can be taken out of a private community only by holders of community:edit there', async () => {
    const [owner, bob] = [await newPerson(), await newPerson()];
    const { id, communityId, user, handle } = await said(owner, bob, 'private');
    const [owners, bobs] = [await open(owner, await newPerson()), await open(bob, await newPerson())];
    expect((await forward(owner, id, owners)).status).toBe(201);
    expect(await forward(bob, id, bobs)).toMatchObject({
      status: 422,
      body: { error: { permission: expect.any(String) } },
    });
    const inside = await createChannelOf(world.platform, { communityId, roles: [user], name: 'inside' });
    expect((await forward(bob, id, inside, '/v1/channel/chats')).status).toBe(201);
    const other = await createClub(world, owner, [bob]);
    const outside = await createChannelOf(world.platform, { communityId: other.communityId, roles: [other.user] });
    expect((await forward(bob, id, outside, '/v1/channel/chats')).status).toBe(422);
    await owner.patch(`/v1/community/${handle}/roles/${user}`, { permissions: ['community:edit'] });
    expect((await forward(bob, id, bobs)).status).toBe(201);
  });
});
