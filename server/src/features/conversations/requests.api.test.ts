import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClub } from '../../../test/community.ts';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';
import { type MessagesFrom, receptionOf } from '../rooms/requests.rules.ts';

let world: World;
const talk = talkIn(() => world);
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => await world.close());

const take = (person: Person, from: MessagesFrom) =>
  world.sql(
    'insert into privacy (user_id, messages_from) values ($1, $2) on conflict (user_id) do update set messages_from = $2',
    [person.user_id, from],
  );
const listed = async (person: Person, id: string) => (await talk.list(person)).find(({ _id }) => _id === id);
const openAnswer = (person: Person, other: Person) =>
  person.post('/v1/conversations', { username: other.user.username });

/** Ada has written to Bob, who doesn't know her. */
async function requested() {
  const [ada, bob] = await talk.strangers();
  await take(bob, 'known');
  const id = await talk.open(ada, bob);
  const sent = (await talk.write(ada, id, 'Hello')).body.message;
  return { ada, bob, id, sent };
}

test("A stranger's first message waits as a request, without the sender noticing", async () => {
  const { ada, bob, id } = await requested();
  expect((await listed(bob, id)).request).toBe(true);
  expect((await listed(ada, id)).request).toBeUndefined();
  expect((await talk.write(ada, id, 'Are you there?')).status).toBe(201);
  expect((await listed(bob, id)).request).toBe(true);
});

test('While a request waits, the sender sees neither read marks nor who is online or typing', async () => {
  const { ada, bob, id, sent } = await requested();
  const [adas, bobs] = [await ada.socket(), await bob.socket()];
  await bob.get(`/v1/chats/${id}`);
  expect(await bobs.send('typing', id)).toEqual({ ok: true });
  const [other] = (await listed(ada, id)).members;
  expect([other.read_id, other.online]).toEqual([null, null]);
  await bob.post(`/v1/conversations/${id}/accept`);
  const answer = (await talk.write(bob, id, 'Hello Ada')).body.message;
  await adas.first('receiveMessage', ({ _id }) => _id === answer._id);
  expect([...adas.all('readChanged'), ...adas.all('typing')]).toEqual([]);
  expect((await listed(ada, id)).members[0].read_id).toBe(sent._id);
});

test("Accepting a request makes it a conversation like any other, on all of the person's devices", async () => {
  const { bob, id } = await requested();
  const bobs = await bob.socket();
  const accepted = await bob.post(`/v1/conversations/${id}/accept`);
  expect([accepted.status, accepted.body]).toEqual([200, {}]);
  expect((await listed(bob, id)).request).toBeUndefined();
  expect(await bobs.first('conversationChanged')).toMatchObject({ conversation: id, changed: 'created' });
  expect((await bob.post(`/v1/conversations/${id}/accept`)).status).toBe(200);
});

test('Answering a request accepts it', async () => {
  const { bob, id } = await requested();
  await talk.write(bob, id, 'Hello');
  expect((await listed(bob, id)).request).toBeUndefined();
});

test("Nobody accepts other people's requests, or for the other person", async () => {
  const { ada, bob, id } = await requested();
  const eve = await world.person(`eve_${id.slice(-8)}`);
  expect((await eve.post(`/v1/conversations/${id}/accept`)).status).toBe(404);
  expect((await ada.post(`/v1/conversations/${id}/accept`)).status).toBe(200);
  expect((await ada.post('/v1/conversations/nonsense/accept')).status).toBe(404);
  expect((await listed(bob, id)).request).toBe(true);
});

test("People who take messages from nobody can't be written to by those they haven't talked to, but can write themselves", async () => {
  const [ada, bob, id] = await talk.acquainted();
  await take(bob, 'nobody');
  const refused = await talk.write(ada, id, 'Hello');
  expect([refused.status, refused.body.error]).toEqual([
    422,
    "They don't take messages from people they haven't talked to.",
  ]);
  expect((await openAnswer(ada, bob)).status).toBe(422);
  expect((await talk.write(bob, id, 'I write first')).status).toBe(201);
  expect((await talk.write(ada, id, 'Hello')).status).toBe(201);
  expect((await openAnswer(ada, bob)).status).toBe(200);
});

test('Two people who have talked go on talking whatever they choose later', async () => {
  const [ada, bob, id] = await talk.acquainted();
  await talk.write(ada, id, 'Hello');
  for (const from of ['known', 'nobody'] as const) {
    await take(bob, from);
    expect((await talk.write(ada, id, 'Still there?')).status).toBe(201);
    expect((await listed(bob, id)).request).toBeUndefined();
  }
});

test("The site's default applies to people who haven't chosen", async () => {
  await world.sql('insert into site (id) values (gen_random_uuid()) on conflict do nothing');
  await world.sql("update site set default_messages_from = 'known'");
  const [ada, bob, id] = await talk.acquainted();
  await talk.write(ada, id, 'Hello');
  expect((await listed(bob, id)).request).toBe(true);
  await world.sql("update site set default_messages_from = 'everyone'");
});

test.each(['everyone', 'known', 'nobody'] as const)(
  'The calls follow the rule for people who take messages from %s',
  async (from) => {
    for (const relation of ['none', 'club', 'followed', 'following'] as const) {
      const [ada, bob] = await talk.strangers();
      if (relation === 'club') await createClub(world, ada, [bob]);
      if (relation === 'followed') await bob.put(`/v1/users/${ada.user.username}/follow`);
      if (relation === 'following') await ada.put(`/v1/users/${bob.user.username}/follow`);
      await take(bob, from);
      const isKnown = relation === 'club' || relation === 'followed';
      const expected = receptionOf(from, { haveTalked: false, isKnown });
      const opened = await openAnswer(ada, bob);
      expect(opened.status).toBe(expected === 'closed' ? 422 : 200);
      if (expected === 'closed') continue;
      const id = opened.body.newConversation._id;
      await talk.write(ada, id, 'Hello');
      expect((await listed(bob, id)).request).toBe(expected === 'request' ? true : undefined);
    }
  },
);

test("While a request waits, its sender can't add the receiver to a group either", async () => {
  const { ada, bob, id } = await requested();
  const [cyd] = await talk.strangers();
  const make = () => ada.post('/v1/conversations', { usernames: [bob, cyd].map(({ user }) => user.username) });
  const refused = await make();
  expect([refused.status, refused.body.error]).toEqual([
    422,
    { usernames: `You can't add ${bob.user.username} to a group.` },
  ]);
  await bob.post(`/v1/conversations/${id}/accept`);
  expect((await make()).status).toBe(200);
});
