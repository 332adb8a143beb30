import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { Authenticator } from './authenticator.ts';
import { createClub } from './community.ts';
import { readFixture } from './fixtures/fixtures.ts';
import { type Person, testWorld } from './harness.ts';
import { talkIn } from './talk.ts';

const world = await testWorld();

const talk = talkIn(() => world);

/** Tables of all schemas, with the rows that contain a text anywhere, in any type of column. */
async function rowsWith(text: string): Promise<string[]> {
  const tables = await world.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await world.sql<{ row: string }>(
      `select row::text from (select to_jsonb(each)::text as row from ${name} each) as rows where strpos(lower(row), lower($1)) > 0`,
      [text],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

const form = async (fields: Record<string, string>, file?: string) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  if (file) data.set(file, new File([await readFixture('still.webp')], 'still.webp'));
  return data;
};

/** Does everything that leaves a row, on both sides of a conversation. */
async function live(person: Person, others: readonly [Person, Person]): Promise<{ rooms: string[]; channel: string }> {
  const [low, high] = others;
  await person.post('/v1/user/confirm', { password: person.user.password });
  const passkey = new Authenticator().create((await person.post('/v1/passkeys/options')).body);
  expect((await person.post('/v1/passkeys', passkey)).status).toBe(201);
  await person.upload('/v1/profile', await form({ name: 'Leaver', bio: 'Soon gone' }, 'profile_pic'));
  const { post } = (await person.upload('/v1/posts', await form({ content: 'Mine' }, 'files'))).body;
  await low.post(`/v1/posts/${post.post_id}/comments`, { content: 'Said' });
  const theirs = (await low.upload('/v1/posts', await form({ content: 'Theirs' }))).body.post;
  await person.post(`/v1/posts/${theirs.post_id}/comments`, { content: 'Said' });
  await person.post(`/v1/posts/${theirs.post_id}/votes`, { vote_type: 1 });
  const club = await createClub(world, low, [person]);
  const own = await createClub(world, person, [high]);
  expect(own.handle).not.toBe(club.handle);
  const channel = await createChannelOf(world.platform, { communityId: club.communityId, roles: [club.user] });
  const { message } = (await person.post('/v1/channel/chats', { conversation: channel, content: 'In a channel' })).body;
  await low.post('/v1/channel/chats', { conversation: channel, content: 'Answer' });
  await person.post(`/v1/channel/chats/${channel}/read`, { message_id: message._id });
  const rooms: string[] = [];
  for (const other of [low, high]) {
    const room = await talk.open(person, other);
    await person.upload('/v1/chats', await form({ conversation: room, content: 'Seen' }, 'image'));
    expect((await talk.write(person, room, 'Unseen')).status).toBe(201);
    await talk.write(other, room, 'Answer');
    rooms.push(room);
  }
  await person.post('/v1/otp', { username: person.user.username });
  const socket = await person.socket();
  await socket.send('meetingJoin', {
    room: 'room',
    key: randomUUID(),
    media: { audio: true, video: false, screen: false },
  });
  await world.runJobs();
  return { rooms, channel };
}

test('After an account is deleted, no column of any table contains its id, name or address, and what it wrote stays readable', async () => {
  const low = await world.person('earlier');
  const person = await world.person('leaver_of_all', { email: 'leaver@example.org' });
  const high = await world.person('later');
  const { rooms, channel } = await live(person, [low, high]);
  const { user_id } = person;
  expect((await rowsWith(user_id)).length).toBeGreaterThan(10);

  expect((await person.delete('/v1/users')).status).toBe(200);
  await world.runJobs();

  for (const trace of [user_id, 'leaver_of_all', 'leaver@example.org'])
    expect(await rowsWith(trace), trace).toEqual([]);
  const nobody = { _id: null, username: 'deleted_user', name: 'Deleted User' };
  for (const [n, reader] of [low, high].entries()) {
    const room = rooms[n] as string;
    const { messages } = (await reader.get(`/v1/chats/${room}`)).body;
    expect(messages.map((each: { message: string }) => each.message)).toEqual(['Seen', 'Unseen', 'Answer']);
    expect(messages[0]).toMatchObject({ sender: nobody, imageUrl: null });
    const [listed] = await talk.list(reader);
    expect(listed).toMatchObject({ _id: room, members: expect.arrayContaining([expect.objectContaining(nobody)]) });
  }
  const inChannel = (await low.get(`/v1/channel/chats/${channel}`)).body.messages;
  expect(inChannel[0]).toMatchObject({ message: 'In a channel', sender: nobody });
});

test("A deleted account's last messages still count as unread, and as read one by one", async () => {
  const [ada, bob, room] = await talk.acquainted();
  const ids: string[] = [];
  for (const content of ['one', 'two', 'three']) ids.push((await talk.write(ada, room, content)).body.message._id);
  await ada.delete('/v1/users');
  await world.runJobs();
  expect(await talk.unread(bob, room)).toBe(3);
  await bob.post(`/v1/conversations/${room}/read`, { message_id: ids[1] });
  expect(await talk.unread(bob, room)).toBe(1);
});

test('The mail about it says what is kept', async () => {
  const person = await world.person('told', { email: 'told@example.org' });
  await person.delete('/v1/users');
  await world.runJobs();
  const text = (await world.outbox()).find((mail) => mail.to === 'told@example.org')?.text ?? '';
  expect(text).toContain('every picture, video and sound you sent');
  expect(text).toContain('The text of messages you sent stays');
  expect(text).toContain('backups');
});
