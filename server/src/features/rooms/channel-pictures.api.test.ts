import { expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { type Person, testWorld } from '../../../test/harness.ts';

const world = await testWorld();
const ada = await world.person('ada');
const bob = await world.person('bob');
const eve = await world.person('eve');

async function newChannel(): Promise<string> {
  const { communityId, user } = await createClub(world, ada, [bob]);
  return await createChannelOf(world.platform, { communityId, roles: [user] });
}

async function sendPicture(person: Person, channel: string, pictures = 1) {
  const fields = Array.from({ length: pictures }, () => ['image', picture] as const);
  return await person.upload('/v1/channel/chats', formOf(...fields, ['conversation', channel]));
}
const picture = await fixtureFile('still.webp');

test('a picture is sent to a channel like to a conversation, and only those who read the channel see it', async () => {
  const channel = await newChannel();
  const socket = await bob.socket();
  await socket.send('joinChannel', channel);
  const { status, body } = await sendPicture(ada, channel);
  expect(status).toBe(201);
  const { message } = body;
  expect(message).toMatchObject({ message: '', imageUrl: expect.stringMatching(/-private\.webp$/) });
  expect(await socket.first('receiveMessage')).toEqual(message);
  const path = `/media${message.imageUrl}`;
  expect([
    (await bob.get(path)).status,
    (await eve.get(path)).status,
    (await world.stranger().get(path)).status,
  ]).toEqual([200, 404, 401]);
  expect((await ada.delete(`/v1/messages/${message._id}`)).status).toBe(200);
  await world.runJobs();
  expect((await bob.get(path)).status).toBe(404);
});

test('a message to a channel needs a text, a picture or a file, and has a single picture', async () => {
  const channel = await newChannel();
  const blank = await ada.post('/v1/channel/chats', { conversation: channel, content: '  ' });
  expect(blank).toMatchObject({ status: 422, body: { error: { content: 'Write a message first' } } });
  expect(await sendPicture(ada, channel, 2)).toMatchObject({
    status: 422,
    body: { error: 'Choose a single picture.' },
  });
  expect(await world.sql('select id from media_files where attached_at is null')).toEqual([]);
});
