import { describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld();
const { acquainted, write } = talkIn(() => world);

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
const read = async (person: Person, channel: string, query = ''): Promise<Answer['body']> =>
  (await person.get(`/v1/channel/chats/${channel}${query}`)).body;
const edit = (person: Person, id: string, content: string) => person.patch(`/v1/messages/${id}`, { content });

describe('reply_to', () => {
  test('quotes the beginning of a message of the same room', async () => {
    const channel = await newChannel();
    const original = await say(bob, channel, '😀'.repeat(150));
    const socket = await cyd.socket();
    await socket.send('joinChannel', channel);
    const reply = await say(ada, channel, 'Indeed', { reply_to: original._id });
    expect(reply.reply_to).toEqual({ _id: original._id, sender: original.sender, message: '😀'.repeat(140) });
    expect(await socket.first('receiveMessage')).toEqual(reply);
    expect((await read(bob, channel)).messages.at(-1)).toEqual(reply);
    expect(original.reply_to).toBeNull();
  });

  test('comes with a picture and a form as well, and shows that the other has one', async () => {
    const [one, other, id] = await acquainted();
    const picture = formOf(['conversation', id], ['image', await fixtureFile('still.webp')]);
    const { message: first } = (await one.upload('/v1/chats', picture)).body;
    const form = formOf(['conversation', id], ['content', 'Nice'], ['reply_to', first._id]);
    const { message: second } = (await other.upload('/v1/chats', form)).body;
    expect(second.reply_to).toEqual({ _id: first._id, sender: first.sender, message: '', has_image: true });
    const third = formOf(['conversation', id], ['image', await fixtureFile('still.webp')], ['reply_to', second._id]);
    expect((await one.upload('/v1/chats', third)).body.message.reply_to).toMatchObject({ message: 'Nice' });
  });

  test('is 422 for any other message, and a room nobody may write to stays 404', async () => {
    const [channel, other] = [await newChannel(), await newChannel()];
    const [here, elsewhere, gone] = [
      await say(bob, channel, 'Here'),
      await say(bob, other, 'Elsewhere'),
      await say(bob, channel, 'Gone', { client_id: 'gone' }),
    ];
    const reply = { conversation: channel, content: 'Answer', reply_to: gone._id, client_id: 'answer' };
    const first = await cyd.post('/v1/channel/chats', reply);
    await bob.delete(`/v1/messages/${gone._id}`);
    // A retry returns what was stored.
    expect((await cyd.post('/v1/channel/chats', reply)).body.message).toMatchObject({
      _id: first.body.message._id,
      reply_to: { message: '', deleted: true },
    });
    for (const reply_to of [elsewhere._id, gone._id, '0000000000999999', 'none']) {
      const refused = await cyd.post('/v1/channel/chats', { conversation: channel, content: 'x', reply_to });
      expect([refused.status, refused.body]).toEqual([
        422,
        { error: { reply_to: "The message you're answering isn't here anymore." } },
      ]);
    }
    for (const reply_to of [here._id, elsewhere._id]) {
      const unknown = await eve.post('/v1/channel/chats', { conversation: channel, content: 'x', reply_to });
      expect(unknown.status).toBe(404);
    }
  });

  test('follows edits and deletions of the other message', async () => {
    const channel = await newChannel();
    const original = await say(bob, channel, 'First');
    await say(ada, channel, 'Answer', { reply_to: original._id });
    const quote = async () => (await read(cyd, channel)).messages.at(-1).reply_to;
    await edit(bob, original._id, 'Second');
    expect(await quote()).toMatchObject({ message: 'Second' });
    await bob.delete(`/v1/messages/${original._id}`);
    expect(await quote()).toEqual({ _id: original._id, sender: original.sender, message: '', deleted: true });
  });

  test('hides messages from people who blocked their author, live and when fetched', async () => {
    const channel = await newChannel();
    const original = await say(bob, channel, 'Secret');
    await cyd.put('/v1/users/bob/block');
    const [blocker, other] = [await cyd.socket(), await bob.socket()];
    for (const socket of [blocker, other]) await socket.send('joinChannel', channel);
    const reply = await say(ada, channel, 'Answer', { reply_to: original._id });
    const hidden = { ...reply, reply_to: { _id: original._id, sender: original.sender, message: '', hidden: true } };
    expect(await blocker.first('receiveMessage')).toEqual(hidden);
    expect(await other.first('receiveMessage')).toEqual(reply);
    expect((await read(cyd, channel)).messages.at(-1)).toEqual(hidden);
    await edit(ada, reply._id, 'Changed');
    expect(await blocker.first('messageChanged')).toMatchObject({ message: 'Changed', reply_to: hidden.reply_to });
    // Their own answers to others are hidden as a whole, and so is a quote in them.
    await say(bob, channel, 'Own', { reply_to: original._id });
    const own = { message: 'Own', hidden: true, reply_to: { message: '', hidden: true } };
    expect(await blocker.first('receiveMessage', ({ message }) => message === 'Own')).toMatchObject(own);
    await edit(bob, original._id, 'Other');
    expect(await blocker.first('messageChanged', ({ _id }) => _id === original._id)).toMatchObject({ hidden: true });
    await cyd.delete('/v1/users/bob/block');
  });

  test('hides messages in a group from people who joined later, live and when fetched', async () => {
    const later = await world.person('later');
    const { newConversation: group } = (await ada.post('/v1/conversations', { usernames: ['bob', 'cyd'] })).body;
    const original = await say(ada, group._id, 'Before');
    await ada.put(`/v1/conversations/${group._id}/members/later`);
    const [newcomer, other] = [await later.socket(), await bob.socket()];
    for (const socket of [newcomer, other]) await socket.send('joinConversation', group._id);
    const reply = await say(ada, group._id, 'Answer', { reply_to: original._id });
    expect(reply.reply_to.message).toBe('Before');
    const reply_to = { _id: original._id, sender: original.sender, message: '', hidden: true };
    const isReply = ({ _id }: { _id: string }) => _id === reply._id;
    expect(await newcomer.first('receiveMessage', isReply)).toEqual({ ...reply, reply_to });
    expect(await other.first('receiveMessage', isReply)).toEqual(reply);
    await edit(ada, reply._id, 'Changed');
    expect(await newcomer.first('messageChanged', isReply)).toMatchObject({ message: 'Changed', reply_to });
    expect(await other.first('messageChanged', isReply)).toMatchObject({ reply_to: reply.reply_to });
    expect((await later.get(`/v1/messages/${reply._id}`)).body.message.reply_to).toEqual(reply_to);
    expect((await later.get(`/v1/messages/${reply._id}/around`)).body.messages.at(-1).reply_to).toEqual(reply_to);
    expect((await later.get(`/v1/chats/${group._id}`)).body.messages.at(-1).reply_to).toEqual(reply_to);
    expect((await bob.get(`/v1/chats/${group._id}`)).body.messages.at(-1).reply_to).toEqual(reply.reply_to);
  });
});

describe('GET /v1/messages/{id}/around', () => {
  test('returns a message in the middle of others, and whether there are more', async () => {
    const channel = await newChannel();
    const sent: Answer['body'][] = [];
    for (let n = 0; n < 9; n += 1) sent.push(await say(bob, channel, `Number ${n}`));
    const around = async (n: number, size: number) => {
      const { body } = await cyd.get(`/v1/messages/${sent[n]._id}/around?size=${size}`);
      const { messages, has_earlier, has_later } = body;
      return [messages.map(({ message }: { message: string }) => Number(message.at(-1))), has_earlier, has_later];
    };
    expect(await around(4, 5)).toEqual([[2, 3, 4, 5, 6], true, true]);
    expect(await around(4, 4)).toEqual([[3, 4, 5, 6], true, true]);
    expect(await around(4, 9)).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8], false, false]);
    expect(await around(0, 3)).toEqual([[0, 1], false, true]);
    expect(await around(8, 3)).toEqual([[7, 8], true, false]);
    expect(await around(8, 1)).toEqual([[8], true, false]);
    expect((await cyd.get(`/v1/messages/${sent[1]._id}/around`)).body.messages).toEqual(
      (await read(cyd, channel)).messages,
    );
  });

  test('is only for people who can read the room, and marks nothing as read', async () => {
    const [one, other, id] = await acquainted();
    const { message } = (await write(one, id, 'Hello')).body;
    expect((await eve.get(`/v1/messages/${message._id}/around`)).status).toBe(404);
    expect((await other.get(`/v1/messages/${message._id}/around`)).status).toBe(200);
    expect((await other.get('/v1/conversations')).body.conversations[0].unread).toBe(1);
    await other.delete(`/v1/conversations/${id}`);
    expect((await other.get(`/v1/messages/${message._id}/around`)).status).toBe(404);
  });
});

describe('changed_since', () => {
  test('returns messages that changed after a revision, in the order of their changes, in pages', async () => {
    const channel = await newChannel();
    const [one, two, three] = [
      await say(bob, channel, '1'),
      await say(bob, channel, '2'),
      await say(bob, channel, '3'),
    ];
    const { revision: start } = await read(cyd, channel);
    expect(await read(cyd, channel, `?changed_since=${start}`)).toEqual({ messages: [], revision: start });
    await edit(bob, three._id, 'three');
    await edit(bob, one._id, 'one');
    await cyd.put(`/v1/messages/${two._id}/reactions/${encodeURIComponent('👍')}`);
    await bob.delete(`/v1/messages/${three._id}`);
    const seen: string[] = [];
    let revision = start;
    for (let page = await read(cyd, channel, `?changed_since=${revision}&size=2`); page.messages.length > 0; ) {
      seen.push(...page.messages.map(({ _id }: { _id: string }) => _id));
      revision = page.revision;
      page = await read(cyd, channel, `?changed_since=${revision}&size=2`);
    }
    expect(seen).toEqual([one._id, two._id, three._id]);
    expect(revision).toBe((await read(cyd, channel)).revision);
    expect((await cyd.get(`/v1/channel/chats/${channel}?changed_since=x`)).status).toBe(400);
    expect((await cyd.get(`/v1/channel/chats/${channel}?changed_since=${start}&after=${one._id}`)).status).toBe(400);
    expect((await eve.get(`/v1/channel/chats/${channel}?changed_since=${start}`)).status).toBe(404);
  });

  test("doesn't mark a conversation as read", async () => {
    const [one, other, id] = await acquainted();
    await write(one, id, 'Hello');
    await other.get(`/v1/chats/${id}?changed_since=${'0'.repeat(16)}`);
    expect((await other.get('/v1/conversations')).body.conversations[0].unread).toBe(1);
  });
});
