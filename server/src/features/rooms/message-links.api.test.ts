import { message, messageRoom } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld();
const { acquainted, write } = talkIn(() => world);
const get = (person: Person, id: string) => person.get(`/v1/messages/${id}`);

describe('GET /v1/messages/{id}', () => {
  test('answers a message as the room shows it, and names the room', async () => {
    const [ada, bob, conversation] = await acquainted();
    const sent = (await write(ada, conversation, 'Here')).body.message;
    const { status, body } = await get(bob, sent._id);
    expect(status).toBe(200);
    expect(message.strict().parse(body.message)).toEqual((await bob.get(`/v1/chats/${conversation}`)).body.messages[0]);
    const room = { room_id: conversation, kind: 'conversation', name: 'Ada', community_handle: null, channel_id: null };
    expect(messageRoom.strict().parse(body.room)).toEqual(room);
  });

  test('checks at that moment who can read the room, and from which message on', async () => {
    const [owner, bob, eve] = [await world.person('owner'), await world.person('reader'), await world.person('eve')];
    const { communityId, handle, user } = await createClub(world, owner, [bob]);
    const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
    const { _id } = (await bob.post('/v1/channel/chats', { conversation: channel, content: 'Here' })).body.message;
    expect((await get(owner, _id)).body.room).toMatchObject({
      room_id: channel,
      kind: 'channel',
      community_handle: handle,
    });
    expect([(await get(eve, _id)).status, (await get(owner, '1')).status, (await get(owner, 'x')).status]).toEqual([
      404, 404, 404,
    ]);
    await bob.delete(`/v1/community/${handle}`);
    expect((await get(bob, _id)).status).toBe(404);
  });

  test("doesn't find messages deleted for oneself, and shows those deleted for everyone as deleted", async () => {
    const [ada, bob, conversation] = await acquainted();
    const first = (await write(ada, conversation, 'Early')).body.message;
    await bob.delete(`/v1/conversations/${conversation}`);
    expect([(await get(ada, first._id)).status, (await get(bob, first._id)).status]).toEqual([200, 404]);
    await ada.delete(`/v1/messages/${first._id}`);
    expect((await get(ada, first._id)).body.message).toMatchObject({ deleted: true, message: '' });
  });
});
