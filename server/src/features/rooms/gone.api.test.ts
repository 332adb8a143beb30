import { expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';

const world = await testWorld();
const [ada, bob, cyd] = [await world.person('ada'), await world.person('bob'), await world.person('cyd')];
const thumb = encodeURIComponent('👍');

/** A channel in which everyone may pin, with two messages of Bob's: one that he deleted, and one that Ada removed. */
async function channelWithGone() {
  const { communityId, handle, user } = await createClub(world, ada, [bob, cyd]);
  await ada.patch(`/v1/community/${handle}/roles/${user}`, { permissions: ['channel:create'] });
  const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
  const say = async (): Promise<string> => {
    const { _id: id } = (await bob.post('/v1/channel/chats', { conversation: channel, content: 'Said' })).body.message;
    await ada.put(`/v1/messages/${id}/reactions/${thumb}`);
    return id;
  };
  const [deleted, removed] = [await say(), await say()];
  for (const gone of [await bob.delete(`/v1/messages/${deleted}`), await ada.delete(`/v1/messages/${removed}`)])
    expect(gone.status).toBe(200);
  return { channel, deleted, removed };
}

/** What can be asked about a message of a channel, by name. */
const asked = (person: Person, id: string, channel: string): [string, () => Promise<Answer>][] => [
  ['thread', () => person.put(`/v1/messages/${id}/thread`)],
  ['bookmark', () => person.put(`/v1/messages/${id}/bookmark`)],
  ['removed bookmark', () => person.delete(`/v1/messages/${id}/bookmark`)],
  ['pin', () => person.put(`/v1/messages/${id}/pin`)],
  ['removed pin', () => person.delete(`/v1/messages/${id}/pin`)],
  ['reaction', () => person.put(`/v1/messages/${id}/reactions/${thumb}`)],
  ['reactions', () => person.get(`/v1/messages/${id}/reactions`)],
  ['edit', () => person.patch(`/v1/messages/${id}`, { content: 'Changed' })],
  ['report', () => person.post('/v1/reports', { kind: 'message', id, reason: 'spam' })],
  ['reply', () => person.post('/v1/channel/chats', { conversation: channel, content: 'Indeed', reply_to: id })],
  ['forward', () => person.post('/v1/channel/chats', { conversation: channel, forward: id })],
];

const answersTo = async (person: Person, id: string, channel: string) => {
  const answers: [string, number, unknown][] = [];
  for (const [name, ask] of asked(person, id, channel)) {
    const { status, body } = await ask();
    answers.push([name, status, body]);
  }
  return answers;
};

test('Readers get the same answers about a removed message as about a deleted one', async () => {
  const { channel, deleted, removed } = await channelWithGone();
  const answers = await answersTo(cyd, removed, channel);
  expect(answers).toEqual(await answersTo(cyd, deleted, channel));
  const statuses = Object.fromEntries(answers.map(([name, status]) => [name, status]));
  expect(statuses).toMatchObject({ thread: 422, bookmark: 422, pin: 422, reaction: 422, reply: 422, forward: 404 });
});

test('People who still see a removed message are told that it was removed', async () => {
  const { channel, removed } = await channelWithGone();
  for (const person of [ada, bob]) {
    const answers = await answersTo(person, removed, channel);
    const told = answers.filter(([, , body]) => JSON.stringify(body).includes('Moderators removed this message.'));
    expect(told.map(([name, status]) => [name, status])).toEqual(
      expect.arrayContaining(['thread', 'bookmark', 'pin', 'reaction'].map((name) => [name, 422])),
    );
  }
});
