import { expect, test } from 'vitest';
import { groupsIn, lineOf } from '../../../test/groups.ts';
import { type LiveSocket, type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';

const world = await testWorld();
const groups = groupsIn(() => world);

const lines = (socket: LiveSocket, id: string) =>
  socket
    .all('receiveMessage')
    .filter(({ conversation }) => conversation === id)
    .map(lineOf);
const until = (socket: LiveSocket, text: string) => socket.first('receiveMessage', (each) => lineOf(each) === text);

test('Sockets that know groups get what happens in them, in order; others nothing, until they join one', async () => {
  const { ana, bob, cyd, id } = await groups.three();
  const [dan] = (await groups.people('Dan')) as [Person];
  const [live, stock, joined] = [await groups.live(cyd), await cyd.socket(), await cyd.socket()];
  expect(await joined.send('joinConversation', id)).toEqual({ ok: true });
  const { message } = (await groups.write(ana, id, 'One')).body;
  await bob.patch(`/v1/conversations/${id}`, { name: 'Trip' });
  await groups.add(ana, id, dan);
  await ana.patch(`/v1/messages/${message._id}`, { content: 'Two' });
  await groups.write(bob, id, 'Three');
  const expected = ['One', '[Bob renamed Trip]', '[Ana added Dan]', 'Three'];
  for (const socket of [live, joined]) {
    await until(socket, 'Three');
    expect(lines(socket, id)).toEqual(expected);
  }
  expect(await live.first('messageChanged')).toMatchObject({ message: 'Two', change: { kind: 'edited' } });
  expect(await live.first('conversationChanged', ({ changed }) => changed === 'updated')).toMatchObject({
    conversation: id,
  });
  // Everything takes the same way, so this last event shows that nothing else is still on its way.
  const pair = (await ana.post('/v1/conversations', { username: cyd.user.username })).body.newConversation._id;
  await ana.post('/v1/chats', { conversation: pair, content: 'Just you' });
  await until(stock, 'Just you');
  expect(JSON.stringify(stock.received)).not.toContain(id);
});

test('People who are added get the group, and people who are removed get no more of it', async () => {
  const { ana, cyd, id } = await groups.three();
  const [dan] = (await groups.people('Dan')) as [Person];
  const socket = await groups.live(dan);
  const shown = await cyd.socket({ groups: true });
  await shown.send('joinConversation', id);
  await groups.add(ana, id, dan);
  expect((await socket.first('receiveMessage')).system).toMatchObject({ kind: 'added', user: { name: 'Dan' } });
  await groups.remove(ana, id, cyd);
  expect(await shown.first('conversationChanged', ({ changed }) => changed === 'deleted')).toMatchObject({
    conversation: id,
  });
  await groups.write(ana, id, 'Without Cyd');
  await until(socket, 'Without Cyd');
  await ana.post('/v1/chats', {
    conversation: (await ana.post('/v1/conversations', { username: cyd.user.username })).body.newConversation._id,
    content: 'Sorry',
  });
  await until(shown, 'Sorry');
  expect(lines(shown, id)).toEqual(['[Ana added Dan]']);
  expect(await shown.send('joinConversation', id)).toHaveProperty('error');
  expect(await shown.send('typing', id)).toHaveProperty('error');
});

test('Changes of a message reach every socket that shows the group, except those of members who joined after it', async () => {
  const { ana, bob, id } = await groups.three();
  const { message } = (await groups.write(ana, id, 'One')).body;
  const [dan] = (await groups.people('Dan')) as [Person];
  await groups.add(ana, id, dan);
  const [stock, late] = [await bob.socket(), await groups.live(dan)];
  for (const socket of [stock, late]) expect(await socket.send('joinConversation', id)).toEqual({ ok: true });
  await ana.patch(`/v1/messages/${message._id}`, { content: 'Two' });
  expect(await stock.first('messageChanged')).toMatchObject({ message: 'Two', change: { kind: 'edited' } });
  const after = (await groups.write(ana, id, 'Three')).body.message;
  await ana.patch(`/v1/messages/${after._id}`, { content: 'Four' });
  // Changes are announced in order, so the first one would have arrived before this one.
  await late.first('messageChanged', ({ message: text }) => text === 'Four');
  expect(late.all('messageChanged')).toHaveLength(1);
});

test('Members see who writes, who has read what and who is online, unless one of the two turned it off', async () => {
  const { ana, bob, cyd, id } = await groups.three();
  const [of_ana, of_bob] = [await groups.live(ana), await groups.live(bob)];
  await of_ana.send('joinConversation', id);
  await of_bob.send('joinConversation', id);
  await of_bob.send('typing', id);
  expect(await of_ana.first('typing')).toEqual({ conversation: id, username: bob.user.username });
  const { message } = (await groups.write(ana, id, 'Hello')).body;
  await bob.post(`/v1/conversations/${id}/read`, { message_id: message._id });
  expect(await of_ana.first('readChanged', ({ message_id }) => message_id === message._id)).toEqual({
    conversation: id,
    username: bob.user.username,
    message_id: message._id,
  });
  await world.sql('insert into privacy (user_id, read_marks) values ($1, false)', [cyd.user_id]);
  await cyd.get(`/v1/chats/${id}`);
  const members = (await groups.one(ana, id)).members as { _id: string; read_id: string | null }[];
  const readBy = (person: Person) => members.find(({ _id }) => _id === person.user_id)?.read_id;
  expect(readBy(bob)).toBe(message._id);
  expect(readBy(cyd)).toBeNull();
});

test('Unread groups count as conversations, on every device, until they are read or muted', async () => {
  const { ana, bob, id } = await groups.three();
  const socket = await groups.live(bob);
  const counted = async () => (await bob.get('/v1/unread')).body.conversations;
  expect(await counted()).toBe(0);
  const { message } = (await groups.write(ana, id, 'Hello')).body;
  expect((await socket.first('unreadChanged', ({ conversations }) => conversations === 1)).total).toBe(1);
  await bob.put(`/v1/rooms/${id}/notify`, { notify: 'mentions' });
  expect(await counted()).toBe(0);
  await groups.write(ana, id, `@${bob.user.username}?`);
  expect(await counted()).toBe(1);
  await bob.put(`/v1/rooms/${id}/notify`, { notify: 'all' });
  const read = await bob.post(`/v1/conversations/${id}/read`, { message_id: message._id });
  expect(read.body).toEqual({ unread: 1 });
  await bob.get(`/v1/chats/${id}`);
  expect(await counted()).toBe(0);
});

test('After an account is deleted, its id is removed from groups, and the others keep its messages', async () => {
  const { ana, bob, cyd, id } = await groups.three();
  await groups.write(bob, id, 'Mine');
  await groups.remove(ana, id, cyd);
  await groups.add(bob, id, cyd);
  const socket = await groups.live(ana);
  await cyd.delete('/v1/users');
  await bob.delete('/v1/users');
  await world.runJobs();
  await socket.first('accountDeleted', ({ user_id }) => user_id === bob.user_id);
  const gone = 'Deleted User';
  expect(await groups.timeline(ana, id)).toEqual([
    '[Ana created]',
    'Mine',
    `[Ana removed ${gone}]`,
    `[${gone} added ${gone}]`,
  ]);
  for (const person of [bob, cyd]) {
    const rows = await world.sql(
      `select from messages where sender_id = $1 or about_id = $1 union all select from room_members where user_id = $1
       union all select from rooms where owner_id = $1`,
      [person.user_id],
    );
    expect(rows).toEqual([]);
  }
});

test('After random changes by several people at once, every device shows the timeline that its person would fetch', async () => {
  const random = randomOf(32);
  const { ana, bob, cyd, id } = await groups.three();
  const people = [ana, bob, cyd];
  const sockets = [];
  for (const person of people) sockets.push(await groups.live(person));
  const [dan, eve] = (await groups.people('Dan', 'Eve')) as [Person, Person];
  const one = <Thing>(things: readonly Thing[]): Thing => things[random(things.length)] as Thing;
  for (let round = 0; round < 15; round += 1) {
    await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const person = one(people);
        const guest = one([dan, eve]);
        const kind = random(5);
        if (kind < 2) await groups.write(person, id, `${round}.${n}`);
        else if (kind === 2) await groups.add(person, id, guest);
        else if (kind === 3) await groups.remove(ana, id, guest);
        else await person.patch(`/v1/conversations/${id}`, { name: `Name ${random(3)}` });
      }),
    );
  }
  await groups.write(ana, id, 'The end');
  for (const [n, socket] of sockets.entries()) {
    await until(socket, 'The end');
    const fetched = (await (people[n] as Person).get(`/v1/chats/${id}`)).body.messages.map(
      ({ _id }: { _id: string }) => _id,
    );
    const got = socket.all('receiveMessage').map(({ _id }) => _id);
    expect(got).toEqual(fetched.slice(-got.length));
    expect(got).toHaveLength(Math.min(100, fetched.length - 1));
  }
}, 120_000);
