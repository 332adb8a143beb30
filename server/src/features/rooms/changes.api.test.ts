import { message as messageShape } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld();
const { acquainted, write, list } = talkIn(() => world);

const ada = await world.person('ada', { name: 'Ada' });
const bob = await world.person('bob');
const cyd = await world.person('cyd');
const eve = await world.person('eve');

/** A channel that Ada runs and Bob and Cyd use. */
async function newChannel(): Promise<string> {
  const { communityId, user } = await createClub(world, ada, [bob, cyd]);
  return await createChannelOf(world.platform, { communityId, roles: [user] });
}

const say = async (person: Person, conversation: string, content: string, more = {}): Promise<Answer['body']> =>
  (await person.post('/v1/channel/chats', { conversation, content, ...more })).body.message;
const read = async (person: Person, channel: string): Promise<Answer['body'][]> =>
  (await person.get(`/v1/channel/chats/${channel}`)).body.messages;
const edit = (person: Person, id: string, content: string) => person.patch(`/v1/messages/${id}`, { content });
const at = (id: string, emoji: string) => `/v1/messages/${id}/reactions/${encodeURIComponent(emoji)}`;
const react = (person: Person, id: string, emoji: string) => person.put(at(id, emoji));
const refused = (text: string) => ({ status: 422, body: { error: { message: text } } });

/** Somebody reading a channel live. */
async function listen(person: Person, channel: string) {
  const socket = await person.socket();
  expect(await socket.send('joinChannel', channel)).toEqual({ ok: true });
  return socket;
}

describe('PATCH /v1/messages/{id}', () => {
  test('changes the text for everyone, says when, and tells everyone who gets the messages', async () => {
    const channel = await newChannel();
    const sent = await say(bob, channel, 'Helo');
    const live = await listen(ada, channel);
    const { status, body } = await edit(bob, sent._id, 'Hello @ada');
    expect(status).toBe(200);
    expect(messageShape.strict().parse(body.message)).toEqual({
      ...sent,
      message: 'Hello @ada',
      edited_at: expect.stringMatching(/Z$/),
      revision: expect.stringMatching(/^\d{16}$/),
      mentions: [{ start: 6, end: 10, username: 'ada', name: 'Ada' }],
    });
    expect(await read(ada, channel)).toEqual([body.message]);
    const { reactions, ...changed } = await live.first('messageChanged');
    expect(changed).toEqual({ ...body.message, reactions: undefined, change: { kind: 'edited', username: 'bob' } });
    expect(reactions).toEqual([]);
  });

  test('is what a retry of sending it returns then, just like the history', async () => {
    const channel = await newChannel();
    const sent = await say(bob, channel, 'Helo', { client_id: 'once' });
    expect(await read(bob, channel)).toEqual([sent]);
    await edit(bob, sent._id, 'Hello @ada');
    await react(cyd, sent._id, '👍');
    const retried = await Promise.all([
      say(bob, channel, 'Helo', { client_id: 'once' }),
      say(bob, channel, 'And more'),
    ]);
    const [first, second] = await read(cyd, channel);
    const { reactions, ...rest } = first;
    expect(retried).toEqual([{ ...rest, reactions: [{ emoji: '👍', count: 1 }] }, second]);
  });

  test('is only for its author, who must be able to read the room', async () => {
    const channel = await newChannel();
    const { _id: id } = await say(bob, channel, 'Mine');
    for (const other of [ada, cyd]) {
      expect(await edit(other, id, 'Yours')).toMatchObject(refused('Only its author can change this message.'));
    }
    for (const unknown of [id, '0000000000999999', 'none']) expect((await edit(eve, unknown, 'x')).status).toBe(404);
    expect(await read(ada, channel)).toMatchObject([{ message: 'Mine', edited_at: null }]);
  });

  test('the same text again changes nothing', async () => {
    const [one, other, id] = await acquainted();
    const { message } = (await write(one, id, 'Hello')).body;
    const socket = await other.socket();
    expect((await edit(one, message._id, 'Hello')).body.message).toEqual(message);
    const first = (await edit(one, message._id, 'Bye')).body;
    expect((await edit(one, message._id, 'Bye')).body).toEqual(first);
    await world.runJobs();
    expect(socket.all('messageChanged').map((each) => each.message)).toEqual(['Bye']);
  });

  test('follows the rules of new messages', async () => {
    const [one, , id] = await acquainted();
    const { message } = (await write(one, id, 'Hello')).body;
    for (const content of ['', ' \n', 'x'.repeat(4001)]) {
      expect((await edit(one, message._id, content)).status).toBe(422);
    }
    expect((await edit(one, message._id, 'a\0b')).status).toBe(400);
    const form = formOf(['conversation', id], ['content', 'Look'], ['image', await fixtureFile('still.webp')]);
    const picture = (await one.upload('/v1/chats', form)).body.message;
    expect((await edit(one, picture._id, '')).body.message).toMatchObject({ message: '', imageUrl: picture.imageUrl });
  });

  test('is refused where new messages are: to a blocked or deleted person', async () => {
    const [one, other, id] = await acquainted();
    const { message } = (await write(one, id, 'Hello')).body;
    await other.put(`/v1/users/${one.user.username}/block`);
    expect(await edit(one, message._id, 'More')).toMatchObject(refused("You can't message each other anymore."));
    expect((await one.delete(`/v1/messages/${message._id}`)).status).toBe(200);
  });

  test('changes the preview of the newest message, and counts nothing as unread', async () => {
    const [one, other, id] = await acquainted();
    const { message } = (await write(one, id, 'Hello')).body;
    await other.get(`/v1/chats/${id}`);
    await edit(one, message._id, 'Bye');
    expect(await list(other)).toMatchObject([{ last_message: 'Bye', unread: 0 }]);
  });
});

describe('DELETE /v1/messages/{id}', () => {
  test('leaves an empty message, and removes its picture from the storage', async () => {
    const [one, other, id] = await acquainted();
    const form = formOf(['conversation', id], ['content', 'Look'], ['image', await fixtureFile('still.webp')]);
    const { message } = (await one.upload('/v1/chats', form)).body;
    await react(other, message._id, '👍');
    await world.runJobs();
    const socket = await other.socket();
    expect(await one.delete(`/v1/messages/${message._id}`)).toMatchObject({ status: 200, body: {} });
    expect((await one.delete(`/v1/messages/${message._id}`)).status).toBe(200);
    const [left] = (await other.get(`/v1/chats/${id}`)).body.messages;
    expect(left).toEqual({
      ...message,
      message: '',
      imageUrl: null,
      image: null,
      deleted: true,
      revision: expect.any(String),
    });
    expect(await socket.first('messageChanged')).toEqual({
      ...left,
      change: { kind: 'deleted', username: one.user.username },
    });
    await world.runJobs();
    expect(socket.all('messageChanged')).toHaveLength(1);
    expect((await other.get(`/media${message.imageUrl}`)).status).toBe(404);
    expect(await world.sql('select from media_files where owner_id = $1', [one.user_id])).toEqual([]);
    expect(await list(other)).toMatchObject([{ last_message: '', last_message_has_image: false }]);
  });

  test("a deleted message can't be changed in any way", async () => {
    const channel = await newChannel();
    const { _id: id } = await say(bob, channel, 'Gone');
    await bob.delete(`/v1/messages/${id}`);
    expect(await edit(bob, id, 'Back')).toMatchObject(refused('This message was deleted.'));
    expect(await react(cyd, id, '👍')).toMatchObject(refused('This message was deleted.'));
    expect((await cyd.post('/v1/reports', { kind: 'message', id, reason: 'spam' })).status).toBe(404);
    expect((await ada.delete(`/v1/messages/${id}`)).status).toBe(200);
    expect((await bob.get('/v1/decisions')).body.decisions).toEqual([]);
  });

  test("a retry of sending it finds it deleted, and doesn't bring it back", async () => {
    const channel = await newChannel();
    const { _id: id } = await say(bob, channel, 'Once', { client_id: 'a' });
    await bob.delete(`/v1/messages/${id}`);
    expect(await say(bob, channel, 'Once', { client_id: 'a' })).toMatchObject({ _id: id, message: '', deleted: true });
  });

  test('others are refused; in a channel a holder of ban:users removes it, which can be appealed', async () => {
    const channel = await newChannel();
    const { _id: id } = await say(bob, channel, 'Rude');
    const live = await listen(cyd, channel);
    expect(await cyd.delete(`/v1/messages/${id}`)).toMatchObject({
      status: 422,
      body: {
        error: {
          permission: 'Only its author, and members with the "Ban Members" permission, can delete this message.',
        },
      },
    });
    expect((await eve.delete(`/v1/messages/${id}`)).status).toBe(404);
    expect((await ada.delete(`/v1/messages/${id}`)).status).toBe(200);
    expect((await ada.delete(`/v1/messages/${id}`)).status).toBe(200);
    expect(await read(cyd, channel)).toMatchObject([{ _id: id, message: '', deleted: true }]);
    const changed = await live.first('messageChanged');
    expect(changed).toMatchObject({ _id: id, message: '', deleted: true, change: { kind: 'removed' } });
    const { decisions } = (await bob.get('/v1/decisions')).body;
    expect(decisions).toMatchObject([{ action: 'remove', subject: { kind: 'message', id } }]);
    expect(await read(bob, channel)).toMatchObject([{ message: 'Rude', deleted: false, removed: expect.anything() }]);
    expect(await edit(bob, id, 'Kind')).toMatchObject(refused('Moderators removed this message.'));
    await bob.post(`/v1/decisions/${decisions[0].decision_id}/appeal`, { text: 'It was a joke.' });
    await world.sql(`update users set site_role = 'owner' where username = 'eve'`);
    const [{ appeal_id }] = (await eve.get('/v1/appeals')).body.appeals;
    const overturned = await eve.post(`/v1/appeals/${appeal_id}/decision`, {
      decision: 'overturn',
      text: 'So it was.',
    });
    await world.sql(`update users set site_role = null where username = 'eve'`);
    expect(overturned.status).toBe(200);
    const restored = await live.first('messageChanged', ({ change }) => change.kind === 'restored');
    expect(restored).toMatchObject({ _id: id, message: 'Rude', deleted: false });
    expect(restored.revision > changed.revision).toBe(true);
  });

  test('in a conversation only its author can delete it', async () => {
    const [one, other, id] = await acquainted();
    const { message } = (await write(one, id, 'Mine')).body;
    expect((await other.delete(`/v1/messages/${message._id}`)).status).toBe(422);
    // The person who deleted the conversation no longer has its messages.
    await one.delete(`/v1/conversations/${id}`);
    expect((await one.delete(`/v1/messages/${message._id}`)).status).toBe(404);
  });
});

describe('reactions to messages', () => {
  test('are counted by emoji in the order in which each was first used, once a person', async () => {
    const channel = await newChannel();
    const { _id: id } = await say(bob, channel, 'Hello');
    const live = await listen(ada, channel);
    await react(ada, id, '👍');
    await react(cyd, id, '❤️');
    const mine = [
      { emoji: '👍', count: 2, mine: true },
      { emoji: '❤️', count: 1, mine: false },
    ];
    for (let n = 0; n < 2; n += 1)
      expect(await react(bob, id, '👍')).toMatchObject({ status: 200, body: { reactions: mine } });
    expect((await read(bob, channel))[0].reactions).toEqual(mine);
    expect((await read(cyd, channel))[0].reactions.map((each: { mine: boolean }) => each.mine)).toEqual([false, true]);
    const events = await live.count('messageChanged', 3);
    expect(events.at(-1)).toMatchObject({
      reactions: [
        { emoji: '👍', count: 2 },
        { emoji: '❤️', count: 1 },
      ],
      change: { kind: 'reaction', username: 'bob', emoji: '👍', added: true },
    });
    expect(JSON.stringify(events)).not.toContain('mine');
    for (let n = 0; n < 2; n += 1) expect((await bob.delete(at(id, '👍'))).body.reactions[0].count).toBe(1);
    await ada.delete(at(id, '👍'));
    expect((await cyd.delete(at(id, '❤️'))).body).toEqual({ reactions: [], revision: expect.any(String) });
    expect((await read(bob, channel))[0]).toMatchObject({ reactions: [], edited_at: null });
  });

  test('are a single emoji, of 20 kinds at most', async () => {
    const [one, other, talk] = await acquainted();
    const { _id: id } = (await write(one, talk, 'Hello')).body.message;
    for (const emoji of ['a', '❤', '👍👍', ':)']) expect((await react(other, id, emoji)).status, emoji).toBe(422);
    const kinds = [...'😀😁😂😃😄😅😆😇😈😉😊😋😌😍😎😏😐😑😒😓'];
    expect(kinds).toHaveLength(limits.reaction.kinds);
    const answers = await Promise.all(kinds.map((emoji) => react(other, id, emoji)));
    expect(answers.map(({ status }) => status)).toEqual(kinds.map(() => 200));
    expect((await react(one, id, '👍')).body).toEqual({
      error: { emoji: 'A message takes at most 20 kinds of emoji.' },
    });
    expect((await react(one, id, '😓')).status).toBe(200);
    expect((await one.get(`/v1/chats/${talk}`)).body.messages[0].reactions).toHaveLength(20);
  });

  test('reach people who can read the room, except where one blocked the other', async () => {
    const channel = await newChannel();
    const [dan, { _id: id }] = [await world.person('dan'), await say(bob, channel, 'Hello')];
    expect((await react(dan, id, '👍')).status).toBe(404);
    await cyd.put('/v1/users/bob/block');
    const apart = "You can't react to this message: one of you has blocked the other.";
    expect(await react(cyd, id, '👍')).toMatchObject(refused(apart));
    await cyd.delete('/v1/users/bob/block');
    expect((await react(cyd, id, '👍')).status).toBe(200);
  });

  test('are deleted with the account that gave them', async () => {
    const [one, other, talk] = await acquainted();
    const { _id: id } = (await write(one, talk, 'Hello')).body.message;
    await react(other, id, '👍');
    await react(one, id, '🎉');
    expect((await other.delete('/v1/users', { password: other.user.password })).status).toBe(200);
    await world.runJobs();
    expect((await one.get(`/v1/chats/${talk}`)).body.messages[0].reactions).toEqual([
      { emoji: '🎉', count: 1, mine: true },
    ]);
    expect(await world.sql('select from message_reactions where user_id = $1', [other.user_id])).toEqual([]);
  });
});
