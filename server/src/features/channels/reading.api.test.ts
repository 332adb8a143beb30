import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { clubWorld } from '../../../test/community.ts';
import type { Person } from '../../../test/harness.ts';

const { world, ada, bob, eve, newClub } = await clubWorld();

let made: number;
let handle: string;
let user: string;
let channel: string;
/** A new community of Ada's with Bob, without Eve, and a channel for everyone in it. */
beforeEach(async () => {
  ({ made, handle, user } = await newClub());
  channel = await make('general');
});

const make = async (name: string): Promise<string> =>
  (await ada.post(`/v1/community/${handle}/channels`, { name, roles: [user] })).body.channel.channel_id;
const write = async (person: Person, content: string, to = channel): Promise<string> =>
  (await person.post('/v1/channel/chats', { conversation: to, content })).body.message._id;
const mark = async (person: Person, message_id: string, of = channel) =>
  await person.post(`/v1/channel/chats/${of}/read`, { message_id });
/** A person's read state in a channel. */
const reading = async (person: Person, of = channel) => {
  const { channels } = (await person.get(`/v1/community/${handle}/channels`)).body;
  const { read_id, unread_id } = channels.find(({ channel_id }: { channel_id: string }) => channel_id === of);
  return { read_id, unread_id };
};

describe("what's unread in a channel", () => {
  test("is the newest message by others after the last one read; one's own messages don't count", async () => {
    expect((await reading(bob)).unread_id).toBeNull();
    await write(ada, 'one');
    const two = await write(ada, 'two');
    expect((await reading(bob)).unread_id).toBe(two);
    await write(bob, 'three');
    expect((await reading(bob)).unread_id, 'writing is not reading').toBe(two);
    expect((await reading(ada)).unread_id).not.toBeNull();
    expect((await mark(bob, two)).body).toEqual({});
    expect(await reading(bob)).toEqual({ read_id: two, unread_id: null });
    const four = await write(ada, 'four');
    expect(await reading(bob)).toEqual({ read_id: two, unread_id: four });
  });

  test("is found behind any number of one's own messages, including several senders' retries", async () => {
    await mark(bob, await write(ada, 'read'));
    const news = await write(ada, 'news');
    for (let n = 0; n < 4; n += 1) {
      const attempts = Array.from({ length: 30 }, (_, m) => ({ content: `${n} ${m}`, client_id: `${n} ${m % 25}` }));
      const send = (attempt: object) => bob.post('/v1/channel/chats', { conversation: channel, ...attempt });
      await Promise.all(attempts.map(send));
      expect((await reading(bob)).unread_id).toBe(news);
    }
    expect(await reading(ada)).toMatchObject({ unread_id: expect.any(String) });
    await mark(bob, news);
    expect((await reading(bob)).unread_id).toBeNull();

    // Ada's retries use up numbers between Bob's messages and store nothing.
    const again = (client_id: string) =>
      ada.post('/v1/channel/chats', { conversation: channel, content: 'again', client_id });
    const first = (await again('a')).body.message._id;
    await mark(bob, first);
    await Promise.all([again('a'), write(bob, 'one'), again('a'), write(bob, 'two'), again('a')]);
    expect((await reading(bob)).unread_id).toBeNull();
  });

  test('is found among messages stored by the previous version', async () => {
    const news = await write(ada, 'news');
    await world.sql(
      `insert into messages (room_id, id, sender_id, created_at, content)
       select $1, nextval('message_ids'), $2, now(), 'mine' from generate_series(1, 150)`,
      [channel, bob.user_id],
    );
    expect((await reading(bob)).unread_id).toBe(news);
    await write(bob, 'mine, too');
    expect((await reading(bob)).unread_id).toBe(news);
  });

  test('is kept for each channel and each person separately', async () => {
    const other = await make('other');
    const here = await write(ada, 'here');
    const there = await write(ada, 'there', other);
    await mark(bob, here);
    expect((await reading(bob)).unread_id).toBeNull();
    expect((await reading(bob, other)).unread_id).toBe(there);
    await eve.post(`/v1/community/${handle}`);
    expect((await reading(eve)).unread_id, 'what was there before she came is not news').toBeNull();
    expect((await reading(eve, other)).unread_id).toBeNull();
    const more = await write(ada, 'more', other);
    expect((await reading(eve, other)).unread_id).toBe(more);
  });

  test('never goes back, and never beyond the newest message', async () => {
    const one = await write(ada, 'one');
    const two = await write(ada, 'two');
    await mark(bob, two);
    expect((await mark(bob, one)).status).toBe(200);
    expect((await reading(bob)).read_id).toBe(two);
    expect((await mark(bob, '9'.repeat(16))).status).toBe(200);
    expect((await reading(bob)).read_id).toBe(two);
    const three = await write(ada, 'three');
    expect((await reading(bob)).unread_id).toBe(three);
  });

  test("is only sent to members with one of the channel's roles", async () => {
    const one = await write(ada, 'one');
    await ada.delete(`/v1/community/${handle}/roles/user`, { role_id: user, username: 'bob' });
    expect(await reading(bob)).toEqual({ read_id: null, unread_id: null });
    expect((await mark(bob, one)).status).toBe(404);
    expect((await mark(eve, one)).status).toBe(404);
    expect((await mark(ada, one, newId())).status).toBe(404);
    expect((await mark(ada, one, 'nonsense')).status).toBe(404);
    for (const id of ['x', '1', '-000000000000001']) expect((await mark(ada, id)).status).toBe(400);
    await ada.post(`/v1/community/${handle}/roles/user`, { role_id: user, username: 'bob' });
    expect((await reading(bob)).unread_id, 'the role is back').toBe(one);
  });

  test('ends with the membership: people who rejoin start over', async () => {
    const one = await write(ada, 'one');
    await mark(bob, one);
    await bob.delete(`/v1/community/${handle}`);
    const two = await write(ada, 'two');
    await bob.post(`/v1/community/${handle}`);
    const { read_id, unread_id } = await reading(bob);
    expect([read_id >= two, unread_id]).toEqual([true, null]);
  });
});

test("Reading on one device reaches each of the person's devices once, and no one else.", async () => {
  const [here, there, hers] = [await bob.socket(), await bob.socket(), await ada.socket()];
  const [one, two] = [await write(ada, 'one'), await write(ada, 'two')];
  for (const id of [one, one, two, one]) await mark(bob, id);
  for (const socket of [here, there]) await socket.count('channelRead', 2);
  for (const socket of [here, there, hers]) await socket.send('sendMessage', 'nothing', 'nothing');
  const expected = [one, two].map((read_id) => ({ channel_id: channel, read_id }));
  for (const socket of [here, there]) expect(socket.all('channelRead')).toEqual(expected);
  expect(hers.all('channelRead')).toEqual([]);
});

test('Many people who read at the same time, on several devices, are all marked.', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, (_, n) => world.person(`many_${made}_${n}`)));
  for (const person of people) await person.post(`/v1/community/${handle}`);
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await write(ada, `number ${n}`));
  const answers = await Promise.all(people.flatMap((person) => ids.map((id) => mark(person, id))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  for (const person of people) expect(await reading(person)).toEqual({ read_id: ids.at(-1), unread_id: null });
});
