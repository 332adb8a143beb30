import { message as messageShape } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { type LiveSocket, type Person, testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld();

const talk = talkIn(() => world);
const { acquainted } = talk;

const write = async (person: Person, conversation: string, content: string) =>
  (await talk.write(person, conversation, content)).body.message;

/** Everything a socket has received so far: the answer to this arrives after all of it. */
async function settled(socket: LiveSocket) {
  await socket.send('sendMessage', 'nothing', 'nothing');
  return socket.received;
}

describe('a message', () => {
  test('arrives exactly once at every socket of both people, joined or not, in the same order for all', async () => {
    const [ada, bob, id] = await acquainted();
    const sockets = [await ada.socket(), await ada.socket(), await bob.socket(), await bob.socket()];
    const [eve] = await talk.strangers();
    const stranger = await eve.socket();
    expect(await sockets[3]?.send('joinConversation', id)).toEqual({ ok: true });
    const written: { _id: string }[] = await Promise.all(
      Array.from({ length: 40 }, (_, n) => write(n % 2 ? ada : bob, id, `Number ${n}`)),
    );
    written.sort((one, other) => (one._id < other._id ? -1 : 1));
    for (const socket of sockets) {
      expect(await socket.count('receiveMessage', 40)).toEqual(written);
      await settled(socket);
      expect(socket.all('receiveMessage')).toHaveLength(40);
    }
    for (const message of written) messageShape.strict().parse(message);
    expect(await settled(stranger)).toEqual([]);
    expect((await ada.get(`/v1/chats/${id}`)).body.messages).toEqual(written);
  });

  test('arrives once if its sending is retried', async () => {
    const [ada, bob, id] = await acquainted();
    const socket = await bob.socket();
    for (let n = 0; n < 3; n += 1)
      await ada.post('/v1/chats', { conversation: id, content: 'Hello', client_id: 'one' });
    await socket.first('receiveMessage');
    await settled(socket);
    expect(socket.all('receiveMessage')).toHaveLength(1);
  });

  test('is broadcast by its POST alone: sendMessage is acknowledged and reaches no one', async () => {
    const [ada, bob, id] = await acquainted();
    const [sender, receiver] = [await ada.socket(), await bob.socket()];
    expect(await sender.send('sendMessage', id, { message: 'Forged', sender: { _id: bob.user_id } })).toEqual({
      ok: true,
    });
    expect(await settled(receiver)).toEqual([]);
  });
});

describe('joinConversation', () => {
  test("clears the unread count on every device when the conversation is the caller's own", async () => {
    const [ada, bob, id] = await acquainted();
    const [here, there, other] = [await bob.socket(), await bob.socket(), await ada.socket()];
    const { _id } = await write(ada, id, 'Hello');
    expect(await here.send('joinConversation', id)).toEqual({ ok: true });
    const change = { conversation: id, changed: 'read', unread: 0, last_message_id: _id };
    expect(await there.first('conversationChanged')).toEqual(change);
    expect((await bob.get(`/v1/conversations/${id}`)).body.conversation.unread).toBe(0);
    await settled(other);
    expect(other.all('conversationChanged')).toEqual([]);
  });

  test("rejects other people's conversations and unknown ones with a helpful error", async () => {
    const [, , id] = await acquainted();
    const [eve] = await talk.strangers();
    const socket = await eve.socket();
    for (const payload of [id, newId(), 'nonsense', '', 5, null, undefined, {}]) {
      expect(await socket.send('joinConversation', payload)).toEqual({ ok: false, error: expect.stringMatching(/\w/) });
    }
  });
});

describe('conversationChanged', () => {
  test("reaches a person's devices, and no one else's, when a conversation is read, deleted or opened", async () => {
    const [ada, bob, id] = await acquainted();
    const [socket, other] = [await bob.socket(), await ada.socket()];
    const first = await write(ada, id, '1');
    const last_message_id = (await write(ada, id, '2'))._id;
    await bob.post(`/v1/conversations/${id}/read`, { message_id: first._id });
    await bob.get(`/v1/chats/${id}`);
    await bob.get(`/v1/chats/${id}`);
    await bob.delete(`/v1/conversations/${id}`);
    await bob.post('/v1/conversations', { username: ada.user.username });
    await bob.post('/v1/conversations', { username: ada.user.username });
    await settled(socket);
    expect(socket.all('conversationChanged')).toEqual([
      { conversation: id, changed: 'read', unread: 1, last_message_id },
      { conversation: id, changed: 'read', unread: 0, last_message_id },
      { conversation: id, changed: 'deleted', unread: 0, last_message_id },
      { conversation: id, changed: 'created', unread: 0, last_message_id },
    ]);
    await settled(other);
    expect(other.all('conversationChanged')).toEqual([]);
  });
});

describe('accountDeleted', () => {
  test('notifies people who have a conversation with the account in their list, and no one else', async () => {
    const [ada, bob, id] = await acquainted();
    const [cyd, dan] = await talk.strangers();
    await write(bob, id, 'Hello');
    await talk.open(cyd, bob);
    const theirs = await talk.open(dan, bob);
    await write(dan, theirs, 'Hello');
    await dan.delete(`/v1/conversations/${theirs}`);
    const [here, there, opened, deleted] = [
      await ada.socket(),
      await ada.socket(),
      await cyd.socket(),
      await dan.socket(),
    ];
    expect((await bob.delete('/v1/users')).status).toBe(200);
    for (const socket of [here, there, opened]) {
      expect(await socket.first('accountDeleted')).toEqual({ user_id: bob.user_id });
    }
    await world.platform.jobs.idle();
    await settled(deleted);
    expect(deleted.all('accountDeleted')).toEqual([]);
    await settled(here);
    expect(here.all('accountDeleted')).toHaveLength(1);
  });
});

describe('GET /v1/users?without=conversations', () => {
  const find = async (person: Person, query: string) =>
    (await person.get(`/v1/users?query=${query}`)).body.users.map(({ username }: { username: string }) => username);

  test('leaves out only the people the caller has a conversation with in the list', async () => {
    const [ada, bob, id] = await acquainted();
    const { username } = bob.user;
    expect(await find(ada, username)).toContain(username);
    expect(await find(ada, `${username}&without=conversations`)).not.toContain(username);
    // The person whose conversation was merely opened doesn't know about it yet.
    expect(await find(bob, `${ada.user.username}&without=conversations`)).toContain(ada.user.username);
    await write(ada, id, 'Hello');
    expect(await find(bob, `${ada.user.username}&without=conversations`)).not.toContain(ada.user.username);
    await bob.delete(`/v1/conversations/${id}`);
    expect(await find(bob, `${ada.user.username}&without=conversations`)).toContain(ada.user.username);
    expect((await ada.get('/v1/users?query=a&without=everybody')).status).toBe(400);
  });

  test('finds others no matter how many people of the same name are left out', async () => {
    const ada = await world.person('hub');
    for (let n = 10; n < 85; n += 1) {
      const { user } = await world.person(`anna_${n}`);
      if (n < 82) await ada.post('/v1/conversations', { username: user.username });
    }
    expect(await find(ada, 'anna&without=conversations')).toEqual(['anna_82', 'anna_83', 'anna_84']);
    expect(await find(ada, 'anna_11&without=conversations')).not.toContain('anna_11');
  });
});
