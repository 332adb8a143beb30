import { message as messageShape } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { describe, expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld();

const { acquainted, write, texts, unread } = talkIn(() => world);

describe('POST /v1/chats', () => {
  test('stores a message as typed, from JSON and from a form', async () => {
    const [ada, bob, id] = await acquainted();
    const text = '  "Hello" <b>\n😀 \\ ';
    const sent = await write(ada, id, text, { client_id: 'one' });
    expect(sent.status).toBe(201);
    expect(messageShape.strict().parse(sent.body.message)).toEqual({
      _id: expect.stringMatching(/^\d{16}$/),
      conversation: id,
      sender: { _id: ada.user_id, username: ada.user.username, name: 'Ada', profile_path: '/profiles/default.png' },
      message: text,
      imageUrl: null,
      image: null,
      attachments: [],
      createdAt: expect.stringMatching(/Z$/),
      client_id: 'one',
      mentions: [],
      link: null,
      edited_at: null,
      deleted: false,
      reply_to: null,
      reactions: [],
      pinned: null,
      forwarded: null,
      thread: null,
    });
    const form = new FormData();
    form.set('content', 'By form');
    form.set('conversation', id);
    const other = await bob.upload('/v1/chats', form);
    expect(other.status).toBe(201);
    expect(other.body.message._id > sent.body.message._id).toBe(true);
    expect((await ada.get(`/v1/chats/${id}`)).body).toEqual({
      messages: [sent.body.message, other.body.message],
      revision: '0'.repeat(16),
    });
  });

  test('neither text nor picture is 422, and so is text longer than 4000 code points', async () => {
    const [ada, , id] = await acquainted();
    for (const content of ['', ' \n ']) {
      const refused = await write(ada, id, content);
      expect(refused.status).toBe(422);
      expect(refused.body).toEqual({ error: { content: 'Please enter message or select an image' } });
    }
    expect((await ada.post('/v1/chats', { conversation: id })).status).toBe(422);
    expect((await write(ada, id, 'x'.repeat(4001))).status).toBe(422);
    expect((await write(ada, id, 'a\u0000b')).status).toBe(400);
    expect((await ada.post('/v1/chats', { conversation: id, content: 5 })).status).toBe(400);
    expect(await texts(ada, id)).toEqual([]);
    expect((await write(ada, id, '😀'.repeat(4000))).status).toBe(201);
  });

  test('a retry returns the stored message, whatever it contains now, and counts nothing twice', async () => {
    const [ada, bob, id] = await acquainted();
    const answers = await Promise.all(Array.from({ length: 8 }, () => write(ada, id, 'Once', { client_id: 'same' })));
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 201, body: answers[0]?.body });
    expect((await write(ada, id, 'Changed', { client_id: 'same' })).body).toEqual(answers[0]?.body);
    expect(await unread(bob, id)).toBe(1);
    expect((await write(bob, id, 'My own', { client_id: 'same' })).body.message.message).toBe('My own');
    expect(await texts(ada, id)).toEqual(['Once', 'My own']);
  });

  test('many messages sent by both at the same time are all stored, counted, and in the same order for both', async () => {
    const [ada, bob, id] = await acquainted();
    await Promise.all(Array.from({ length: 60 }, (_, n) => write(n % 3 ? ada : bob, id, `Number ${n}`)));
    expect(await unread(ada, id)).toBe(20);
    expect(await unread(bob, id)).toBe(40);
    const seen = await texts(ada, id);
    expect(new Set(seen).size).toBe(60);
    expect(await texts(bob, id)).toEqual(seen);
  });
});

describe('GET /v1/chats/{id}', () => {
  test('returns the newest messages, oldest first; before and after return the page next to a message', async () => {
    const [ada, bob, id] = await acquainted();
    const ids: string[] = [];
    for (const text of ['1', '2', '3', '4', '5']) ids.push((await write(bob, id, text)).body.message._id);
    expect(await texts(ada, id, '?size=2')).toEqual(['4', '5']);
    expect(await texts(ada, id, `?size=2&before=${ids[3]}`)).toEqual(['2', '3']);
    expect(await texts(ada, id, `?after=${ids[2]}`)).toEqual(['4', '5']);
    expect(await texts(ada, id, `?size=1&after=${ids[0]}`)).toEqual(['2']);
    expect(await texts(ada, id, `?after=${ids[4]}`)).toEqual([]);
    expect(await texts(ada, id, `?after=${'0'.repeat(16)}`)).toEqual(['1', '2', '3', '4', '5']);
    for (const query of ['size=0', 'size=101', 'before=x', 'after=5']) {
      expect((await ada.get(`/v1/chats/${id}?${query}`)).status, query).toBe(400);
    }
  });
});

describe('the unread count', () => {
  test('is cleared by opening the conversation, not by scrolling back or catching up', async () => {
    const [ada, bob, id] = await acquainted();
    const first = (await write(ada, id, '1')).body.message._id;
    const second = (await write(ada, id, '2')).body.message._id;
    await bob.get(`/v1/chats/${id}?before=${second}`);
    await bob.get(`/v1/chats/${id}?after=${first}`);
    expect(await unread(bob, id)).toBe(2);
    expect(await texts(bob, id)).toEqual(['1', '2']);
    expect(await unread(bob, id)).toBe(0);
    expect(await unread(ada, id)).toBe(0);
  });

  test('goes down to the message that was read, and never up', async () => {
    const [ada, bob, id] = await acquainted();
    const ids: string[] = [];
    for (const text of ['1', '2', '3', '4']) ids.push((await write(ada, id, text)).body.message._id);
    const read = async (messageId: unknown) =>
      await bob.post(`/v1/conversations/${id}/read`, { message_id: messageId });
    expect((await read(ids[1])).body).toEqual({ unread: 2 });
    expect((await read(ids[0])).body).toEqual({ unread: 2 });
    expect((await read('9'.repeat(16))).body).toEqual({ unread: 0 });
    await write(ada, id, '5');
    expect(await unread(bob, id)).toBe(1);
    expect((await read(ids[3])).body).toEqual({ unread: 1 });
    for (const wrong of ['x', 5]) expect((await read(wrong)).status).toBe(400);
  });

  test("doesn't include your own messages", async () => {
    const [ada, bob, id] = await acquainted();
    await write(ada, id, 'Hello');
    await write(bob, id, 'Hi');
    expect(await unread(ada, id)).toBe(1);
    expect(await unread(bob, id)).toBe(1);
  });
});
