import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { expect, test } from 'vitest';
import { receiveContent } from '#features/media/media.factory.ts';
import { attachMedia } from '#features/media/public.ts';
import { readFixture } from '../../../test/fixtures/fixtures.ts';
import { groupsIn } from '../../../test/groups.ts';
import { type Caller, type Person, testWorld } from '../../../test/harness.ts';

const world = await testWorld();
const groups = groupsIn(() => world);

const usernames = (group: { members: { username: string }[] }) => group.members.map(({ username }) => username);
const setting = (person: Person, from: string) =>
  world.sql(
    'insert into privacy (user_id, messages_from) values ($1, $2) on conflict (user_id) do update set messages_from = $2',
    [person.user_id, from],
  );

test('A group has a name, an owner and its members, the caller last', async () => {
  const { ana, bob, cyd, id } = await groups.three(' Trip ');
  expect(await groups.one(bob, id)).toMatchObject({
    _id: id,
    is_group: true,
    name: 'Trip',
    profile_path: defaultProfilePath,
    owner: { username: ana.user.username, name: 'Ana' },
    last_message: '',
    last_message_system: { kind: 'created', actor: { name: 'Ana' } },
    unread: 0,
    notify: 'all',
  });
  expect(usernames(await groups.one(bob, id))).toEqual([ana, cyd, bob].map(({ user }) => user.username));
  expect(await groups.timeline(cyd, id)).toEqual(['[Ana created]']);
});

test('Only clients that support groups get them in their lists, among conversations by activity', async () => {
  const { ana, bob, id } = await groups.three();
  const pair = (await ana.post('/v1/conversations', { username: bob.user.username })).body.newConversation._id;
  await ana.post('/v1/chats', { conversation: pair, content: 'Hello' });
  expect((await groups.list(ana, '')).map(({ _id }) => _id)).toEqual([pair]);
  expect((await groups.list(ana)).map(({ _id }) => _id)).toEqual([pair, id]);
  await groups.write(bob, id, 'Hello all');
  expect((await groups.list(ana)).map(({ _id }) => _id)).toEqual([id, pair]);
  const { body } = await ana.get('/v1/conversations?groups=true&size=1');
  expect(body.conversations).toMatchObject([{ _id: id, last_message: 'Hello all', last_message_sender: bob.user_id }]);
  const next = await ana.get(`/v1/conversations?groups=true&size=1&before=${body.next}`);
  expect(next.body).toMatchObject({ conversations: [{ _id: pair }], next: null });
});

test('A group needs two to 31 other people, all existing', async () => {
  const [ana, bob, cyd] = (await groups.people('Ana', 'Bob', 'Cyd')) as [Person, Person, Person];
  expect((await groups.make(ana, [bob])).status).toBe(422);
  expect((await groups.make(ana, [bob, bob, ana])).status).toBe(422);
  expect((await ana.post('/v1/conversations', { usernames: [] })).status).toBe(422);
  expect((await ana.post('/v1/conversations', { usernames: [bob.user.username, 'no_such_person'] })).status).toBe(404);
  expect((await groups.make(ana, [bob, cyd], 'x'.repeat(51))).status).toBe(422);
  expect((await groups.make(ana, [bob, cyd], '  ')).body.newConversation.name).toBeNull();
});

test('Members can add people, who can read only what is written from then on', async () => {
  const { ana, bob, cyd, id } = await groups.three();
  const [dan] = (await groups.people('Dan')) as [Person];
  const early = (await groups.write(ana, id, 'Before')).body.message;
  expect((await groups.add(dan, id, dan)).status).toBe(404);
  const added = await groups.add(bob, id, dan);
  expect(added.status).toBe(200);
  expect(usernames(added.body.conversation)).toContain(dan.user.username);
  expect((await groups.add(cyd, id, dan)).status).toBe(200);
  const late = (await groups.write(ana, id, 'After')).body.message;
  expect(await groups.timeline(dan, id)).toEqual(['[Bob added Dan]', 'After']);
  expect(await groups.timeline(ana, id)).toEqual(['[Ana created]', 'Before', '[Bob added Dan]', 'After']);
  expect((await dan.get(`/v1/messages/${early._id}/around`)).status).toBe(404);
  expect((await dan.get(`/v1/messages/${late._id}/around`)).body.messages).toHaveLength(2);
  await ana.patch(`/v1/messages/${early._id}`, { content: 'Changed' });
  const changed = async (person: Person) =>
    (await person.get(`/v1/chats/${id}?changed_since=0000000000000000`)).body.messages;
  expect(await changed(dan)).toEqual([]);
  expect(await changed(cyd)).toMatchObject([{ message: 'Changed' }]);
  expect((await groups.one(dan, id)).unread).toBe(1);
  expect((await groups.write(dan, id, 'Why?', { reply_to: early._id })).status).toBe(422);
});

test('A full group takes nobody else', async () => {
  const [ana, ...others] = (await groups.people(
    ...Array.from({ length: 33 }, (_, n) => (n === 0 ? 'Ana' : `Member_${n}`)),
  )) as [Person, ...Person[]];
  expect((await groups.make(ana, others)).status).toBe(422);
  const { newConversation } = (await groups.make(ana, others.slice(0, 31))).body;
  expect(newConversation.members).toHaveLength(32);
  expect((await groups.add(ana, newConversation._id, others[31] as Person)).status).toBe(422);
}, 120_000);

test('Only the owner removes others, and everyone can leave; then they can see nothing of it', async () => {
  const { ana, bob, cyd, id } = await groups.three();
  const { message } = (await groups.write(ana, id, 'Hello')).body;
  expect((await groups.remove(bob, id, cyd)).status).toBe(422);
  expect((await groups.remove(ana, id, cyd)).status).toBe(200);
  expect((await groups.remove(ana, id, cyd)).status).toBe(200);
  expect(await groups.timeline(bob, id)).toEqual(['[Ana created]', 'Hello', '[Ana removed Cyd]']);
  expect((await groups.remove(bob, id, bob)).status).toBe(200);
  expect(await groups.timeline(ana, id)).toContain('[Bob left]');
  for (const out of [bob, cyd]) {
    expect(await groups.list(out)).toEqual([]);
    for (const path of [`/v1/conversations/${id}`, `/v1/chats/${id}`, `/v1/messages/${message._id}/around`])
      expect((await out.get(path)).status, path).toBe(404);
    expect((await groups.write(out, id, 'Still here?')).status).toBe(404);
    expect((await out.patch(`/v1/conversations/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await groups.add(out, id, out)).status).toBe(404);
    expect((await out.put(`/v1/rooms/${id}/notify`, { notify: 'none' })).status).toBe(404);
    expect((await out.post('/v1/reports', { kind: 'message', id: message._id, reason: 'spam' })).status).toBe(404);
    expect((await out.get('/v1/unread')).body.conversations).toBe(0);
  }
});

test('When the owner leaves, the longest-standing member owns it; when the last one leaves, it is deleted', async () => {
  const { ana, bob, cyd, id } = await groups.three();
  await ana.delete(`/v1/conversations/${id}`);
  expect((await groups.one(cyd, id)).owner.username).toBe(bob.user.username);
  await groups.add(bob, id, ana);
  await bob.delete('/v1/users');
  await world.runJobs();
  expect((await groups.one(ana, id)).owner.username).toBe(cyd.user.username);
  await groups.remove(cyd, id, ana);
  await groups.remove(cyd, id, cyd);
  await world.runJobs();
  expect(await world.sql('select from messages where room_id = $1', [id])).toEqual([]);
  expect(await world.sql('select from rooms where id = $1', [id])).toEqual([]);
});

test('Members rename a group and change its picture, and the timeline says so', async () => {
  const { ana, bob, cyd, id } = await groups.three();
  const path = `/v1/conversations/${id}`;
  expect((await bob.patch(path, { name: 'Hikes' })).body.conversation.name).toBe('Hikes');
  await bob.patch(path, { name: 'Hikes' });
  const form = new FormData();
  form.set('profile_pic', new File([await readFixture('still.webp')], 'still.webp'));
  const answer = await cyd.fetch(path, { method: 'PATCH', body: form });
  const { conversation } = (await answer.json()) as { conversation: { profile_path: string } };
  const outside = await world.person('outside');
  const statuses = async () =>
    await Promise.all(
      [ana, bob, cyd, outside, world.stranger()].map(
        async (caller) => (await caller.get(`/media${conversation.profile_path}`)).status,
      ),
    );
  expect(await statuses()).toEqual([200, 200, 200, 404, 401]);
  await ana.patch(path, { name: '', removedProfile: true });
  expect(await groups.one(bob, id)).toMatchObject({ name: null, profile_path: defaultProfilePath });
  expect(await groups.timeline(ana, id)).toEqual([
    '[Ana created]',
    '[Bob renamed Hikes]',
    '[Cyd picture]',
    '[Ana renamed ]',
    '[Ana picture]',
  ]);
});

test('A picture that an earlier version stored as public is hidden', async () => {
  const { ana, bob, id } = await groups.three();
  const { platform } = world;
  const picture = { content: await readFixture('still.webp'), ownerId: id, purpose: 'profile' } as const;
  const { id: mediaId, path } = await receiveContent(platform, picture);
  await platform.db.transaction(async (tx) => await attachMedia(platform, tx, [mediaId]));
  await world.sql('update rooms set picture_path = $1 where id = $2', [path, id]);
  expect((await world.stranger().get(`/media${path}`)).status).toBe(200);
  await platform.db.transaction((tx) => platform.jobs.add(tx, 'conversations.hide-pictures', {}));
  await world.runJobs();
  const { profile_path: hidden } = await groups.one(ana, id);
  const status = async (caller: Caller, of: string) => (await caller.get(`/media${of}`)).status;
  expect(await status(world.stranger(), path)).toBe(404);
  expect([await status(bob, hidden), await status(world.stranger(), hidden)]).toEqual([200, 401]);
  await groups.remove(bob, id, bob);
  expect(await status(bob, hidden)).toBe(404);
});

test("A group's own messages can't be answered, edited, reacted to or reported", async () => {
  const { ana, id } = await groups.three();
  const [{ _id }] = (await ana.get(`/v1/chats/${id}`)).body.messages;
  expect((await ana.patch(`/v1/messages/${_id}`, { content: 'Mine' })).status).toBe(422);
  expect((await ana.delete(`/v1/messages/${_id}`)).status).toBe(422);
  expect((await ana.put(`/v1/messages/${_id}/reactions/${encodeURIComponent('👍')}`)).status).toBe(422);
  expect((await groups.write(ana, id, 'Yes', { reply_to: _id })).status).toBe(422);
  expect((await ana.post('/v1/reports', { kind: 'message', id: _id, reason: 'spam' })).status).toBe(404);
});

test("People who don't take the caller's messages right away can't be added, and nobody learns why", async () => {
  const { ana, id } = await groups.three();
  const [blocker, blocked, closed, wary] = (await groups.people('Ben', 'Bea', 'Cal', 'Wes')) as Person[] as [
    Person,
    Person,
    Person,
    Person,
  ];
  await blocker.put(`/v1/users/${ana.user.username}/block`);
  await ana.put(`/v1/users/${blocked.user.username}/block`);
  await setting(closed, 'nobody');
  await setting(wary, 'known');
  for (const person of [blocker, blocked, closed, wary]) {
    const { status, body } = await groups.add(ana, id, person);
    expect(status).toBe(422);
    expect(body.error).toEqual({ username: `You can't add ${person.user.username} to a group.` });
    expect((await groups.make(ana, [person, closed])).status).toBe(422);
  }
  await wary.put(`/v1/users/${ana.user.username}/follow`);
  expect((await groups.add(ana, id, wary)).status).toBe(200);
});

test('Replies, reactions, edits, mentions and reports work in groups', async () => {
  const { ana, bob, cyd, id } = await groups.three();
  const first = (await groups.write(ana, id, `Hello @${bob.user.username}`)).body.message;
  expect(first.mentions).toMatchObject([{ username: bob.user.username }]);
  const reply = (await groups.write(bob, id, 'Hi', { reply_to: first._id })).body.message;
  expect(reply.reply_to).toMatchObject({ _id: first._id, sender: { name: 'Ana' } });
  await cyd.put(`/v1/messages/${first._id}/reactions/${encodeURIComponent('👍')}`);
  expect((await ana.patch(`/v1/messages/${first._id}`, { content: 'Hello again' })).body.message).toMatchObject({
    message: 'Hello again',
    reactions: [{ emoji: '👍', count: 1 }],
  });
  expect((await bob.delete(`/v1/messages/${first._id}`)).status).toBe(422);
  const { body } = await ana.get(`/v1/mentionable?query=b&conversation=${id}`);
  expect(body.users.map(({ username }: { username: string }) => username)).toEqual([bob.user.username]);
  expect((await cyd.post('/v1/reports', { kind: 'message', id: reply._id, reason: 'spam' })).status).toBe(201);
});

test('Messages by people one has blocked are hidden and not counted', async () => {
  const { ana, bob, cyd, id } = await groups.three();
  await ana.put(`/v1/users/${bob.user.username}/block`);
  const socket = await groups.live(ana);
  await groups.write(bob, id, 'Hello');
  expect((await socket.first('receiveMessage', ({ message }) => message === 'Hello')).hidden).toBe(true);
  const [, seen] = (await ana.get(`/v1/chats/${id}?mark=false`)).body.messages;
  expect(seen).toMatchObject({ message: 'Hello', hidden: true });
  expect(await groups.one(ana, id)).toMatchObject({ unread: 0, last_message: '' });
  expect((await groups.one(cyd, id)).unread).toBe(1);
});

test('New accounts can only add people they know', async () => {
  const strict = await testWorldWithLimits();
  const inStrict = groupsIn(() => strict);
  const [ana, bob, cyd] = (await inStrict.people('Ana', 'Bob', 'Cyd')) as [Person, Person, Person];
  expect((await inStrict.make(ana, [bob, cyd])).status).toBe(422);
  for (const other of [bob, cyd]) {
    const pair = (await other.post('/v1/conversations', { username: ana.user.username })).body.newConversation._id;
    await other.post('/v1/chats', { conversation: pair, content: 'Hello' });
  }
  expect((await inStrict.make(ana, [bob, cyd])).status).toBe(200);
});

async function testWorldWithLimits() {
  return await testWorld({ settings: { RATE_LIMITS: 'on', NEW_ACCOUNT_HOURS: '24' } });
}
