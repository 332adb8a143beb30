import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

let world: World;
const talk = talkIn(() => world);
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => await world.close());

const otherOf = async (person: Person) => (await talk.list(person))[0].members[0];
const show = (person: Person, isShown: boolean) =>
  world.sql(
    'insert into privacy (user_id, read_marks) values ($1, $2) on conflict (user_id) do update set read_marks = $2',
    [person.user_id, isShown],
  );

/** Ada has written to Bob. */
async function written() {
  const [ada, bob, id] = await talk.acquainted();
  const sent = (await talk.write(ada, id, 'Hello')).body.message;
  return { ada, bob, id, sent };
}

test('The sender learns that the other person has read a message, live and in the list', async () => {
  const { ada, bob, id, sent } = await written();
  const socket = await ada.socket();
  expect((await otherOf(ada)).read_id < sent._id).toBe(true);
  await bob.get(`/v1/chats/${id}`);
  expect(await socket.first('readChanged')).toEqual({
    conversation: id,
    username: bob.user.username,
    message_id: sent._id,
  });
  expect((await otherOf(ada)).read_id).toBe(sent._id);
});

test.each(['reader', 'sender'] as const)("Read marks aren't shared if the %s turned theirs off", async (who) => {
  const { ada, bob, id } = await written();
  await show(who === 'reader' ? bob : ada, false);
  const socket = await ada.socket();
  await bob.get(`/v1/chats/${id}`);
  const answer = (await talk.write(bob, id, 'Read it')).body.message;
  await socket.first('receiveMessage', ({ _id }) => _id === answer._id);
  expect(socket.all('readChanged')).toEqual([]);
  expect((await otherOf(ada)).read_id).toBeNull();
  expect((await otherOf(bob)).read_id).toBeNull();
});

test("Read marks aren't shared between people who blocked each other", async () => {
  const { ada, bob, id } = await written();
  await ada.put(`/v1/users/${bob.user.username}/block`);
  const socket = await ada.socket();
  await bob.get(`/v1/chats/${id}`);
  await ada.delete(`/v1/users/${bob.user.username}/block`);
  await talk.write(bob, id, 'Hello again');
  await socket.first('receiveMessage');
  expect(socket.all('readChanged')).toEqual([]);
});

test('People who turned read marks off still see what they have read themselves', async () => {
  const { bob, id, sent } = await written();
  await show(bob, false);
  await bob.get(`/v1/chats/${id}`);
  const [conversation] = await talk.list(bob);
  expect(conversation.read_id).toBe(sent._id);
  expect(conversation.members[1].read_id).toBe(sent._id);
});

test('Fetching messages with mark=false leaves them unread', async () => {
  const { ada, bob, id } = await written();
  const socket = await ada.socket();
  expect((await bob.get(`/v1/chats/${id}?mark=false`)).body.messages).toHaveLength(1);
  expect(await talk.unread(bob, id)).toBe(1);
  await bob.get(`/v1/chats/${id}`);
  expect(await talk.unread(bob, id)).toBe(0);
  expect(await socket.count('readChanged', 1)).toHaveLength(1);
  expect((await bob.get(`/v1/chats/${id}?mark=perhaps`)).status).toBe(400);
});
