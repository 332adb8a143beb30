import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld();
const { acquainted, write } = talkIn(() => world);

const pin = (person: Person, id: string) => person.put(`/v1/messages/${id}/pin`);
const unpin = (person: Person, id: string) => person.delete(`/v1/messages/${id}/pin`);
const pins = async (person: Person, room: string): Promise<string[]> =>
  (await person.get(`/v1/rooms/${room}/pins`)).body.messages.map((each: Answer['body']) => each.message);
const say = async (person: Person, room: string, content: string): Promise<string> =>
  (await person.post('/v1/channel/chats', { conversation: room, content })).body.message._id;

/** A channel with the person who runs it, two members, and the role of members. */
async function newChannel(people: readonly Person[]) {
  const [owner, ...members] = people as [Person, ...Person[]];
  const { communityId, handle, user } = await createClub(world, owner, members);
  return { handle, user, channel: await createChannelOf(world.platform, { communityId, roles: [user] }) };
}

/** Gives a role these permissions. */
const fillPins = (room: string, { by, number }: { by: Person; number: number }) =>
  world.sql(
    `insert into messages (room_id, id, sender_id, created_at, content, pinned_at, pinned_by)
      select $1, nextval('message_ids'), $2, now(), 'filler', now(), $2 from generate_series(1, $3::int)`,
    [room, by.user_id, number],
  );
const permit = (owner: Person, handle: string, role: string, permissions: Permission[]) =>
  owner.patch(`/v1/community/${handle}/roles/${role}`, { permissions });

describe('Pinned messages', () => {
  test('can be pinned by every member of a conversation, and show who pinned them and when; doing it again changes nothing', async () => {
    const [ada, bob, room] = await acquainted();
    const { _id: id } = (await write(ada, room, 'Keep this')).body.message;
    const socket = await ada.socket();
    for (let n = 0; n < 2; n += 1) expect(await pin(bob, id)).toMatchObject({ status: 200, body: {} });
    await world.runJobs();
    const told = await socket.first('messageChanged');
    const { username } = bob.user;
    expect(told.change).toEqual({ kind: 'pinned', username });
    expect(told.pinned).toMatchObject({ by: { username }, at: expect.stringMatching(/Z$/) });
    const [shown] = (await ada.get(`/v1/chats/${room}`)).body.messages;
    expect(message.strict().parse(shown).pinned).toEqual(told.pinned);
    expect(await pins(ada, room)).toEqual(['Keep this']);
    for (let n = 0; n < 2; n += 1) expect((await unpin(ada, id)).status).toBe(200);
    await world.runJobs();
    const changes = (await socket.all('messageChanged')).map(({ change }: Answer['body']) => change.kind);
    expect(changes).toEqual(['pinned', 'unpinned']);
    expect((await ada.get(`/v1/messages/${id}`)).body.message.pinned).toBeNull();
    expect(await pins(bob, room)).toEqual([]);
  });

  test('are listed with the latest pin first, without those that were deleted or removed', async () => {
    const [ada, bob, room] = await acquainted();
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three']) ids.push((await write(ada, room, text)).body.message._id);
    const [one = '', two = '', three = ''] = ids;
    for (const id of [two, three, one]) await pin(bob, id);
    expect(await pins(ada, room)).toEqual(['one', 'three', 'two']);
    await ada.delete(`/v1/messages/${three}`);
    expect(await pins(bob, room)).toEqual(['one', 'two']);
    expect((await pin(bob, three)).status).toBe(422);
    await world.sql(`update messages set removal = '{}' where id = $1`, [Number(two)]);
    expect(await pins(bob, room)).toEqual(['one']);
    await bob.delete(`/v1/conversations/${room}`);
    expect([await pins(ada, room), await pins(bob, room)]).toEqual([['one'], []]);
  });

  test('can be pinned in channels by people who currently manage channels or bans', async () => {
    const [ada, bob] = [await world.person('runs_it'), await world.person('uses_it')];
    const { handle, user, channel } = await newChannel([ada, bob]);
    const id = await say(bob, channel, 'Rules');
    expect(await pin(bob, id)).toMatchObject({ status: 422, body: { error: { permission: expect.any(String) } } });
    for (const permission of ['channel:create', 'ban:users'] as const) {
      await permit(ada, handle, user, [permission]);
      expect((await pin(bob, id)).status).toBe(200);
    }
    await permit(ada, handle, user, []);
    expect([(await unpin(bob, id)).status, await pins(bob, channel)]).toEqual([422, ['Rules']]);
    await bob.delete(`/v1/community/${handle}`);
    expect((await bob.get(`/v1/rooms/${channel}/pins`)).status).toBe(404);
    expect([(await pin(bob, id)).status, (await unpin(bob, id)).status]).toEqual([404, 404]);
  });

  test("a group's own messages can't be pinned", async () => {
    const people = [await world.person('group_a'), await world.person('group_b'), await world.person('group_c')];
    const [ada, bob, cyd] = people as [Person, Person, Person];
    for (const other of [bob, cyd]) await other.put(`/v1/users/${ada.user.username}/follow`);
    const usernames = [bob.user.username, cyd.user.username];
    const { conversation, newConversation } = (await ada.post('/v1/conversations', { usernames })).body;
    const room = (newConversation ?? conversation)._id;
    const [line] = (await ada.get(`/v1/chats/${room}`)).body.messages;
    expect(line.system.kind).toBe('created');
    expect((await pin(ada, line._id)).status).toBe(422);
  });

  test("can't be pinned or unpinned where people can't write to each other anymore", async () => {
    const [ada, bob, room] = await acquainted();
    const ids: string[] = [];
    for (const text of ['one', 'two']) ids.push((await write(ada, room, text)).body.message._id);
    const [one = '', two = ''] = ids;
    await pin(ada, one);
    await ada.put(`/v1/users/${bob.user.username}/block`);
    for (const person of [ada, bob])
      expect([(await pin(person, two)).status, (await unpin(person, one)).status]).toEqual([422, 422]);
    expect(await pins(ada, room)).toEqual(['one']);
    await ada.delete(`/v1/users/${bob.user.username}/block`);
    expect((await pin(bob, two)).status).toBe(200);
  });

  test('are at most 100 in a room, even if pinned at the same time', async () => {
    const [ada, bob, room] = await acquainted();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await write(ada, room, `${n}`)).body.message._id);
    await fillPins(room, { by: ada, number: limits.message.pins - 1 });
    const statuses = (await Promise.all(ids.map((id) => pin(bob, id)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 422, 422]);
  });

  test('leave room for others once moderators have removed them', async () => {
    const [ada, bob, room] = await acquainted();
    await fillPins(room, { by: ada, number: limits.message.pins });
    const id = (await write(ada, room, 'one')).body.message._id;
    expect((await pin(bob, id)).status).toBe(422);
    await world.sql(
      `update messages set removal = '{}'
        where room_id = $1 and id = (select min(id) from messages where room_id = $1 and pinned_at is not null)`,
      [room],
    );
    expect((await pin(bob, id)).status).toBe(200);
  });

  test.each([1, 2])('are exactly those that a person could read in the history (seed %i)', async (seed) => {
    const random = randomOf(seed);
    const people: Person[] = [];
    for (let n = 0; n < 3; n += 1) people.push(await world.person(`pins_${seed}_${n}`));
    const { channel } = await newChannel(people);
    const [owner, ...members] = people as [Person, ...Person[]];
    for (let n = 0; n < 25; n += 1) {
      const id = await say(people[random(3)] as Person, channel, `message ${n}`);
      if (random(3) > 0) await pin(owner, id);
      if (random(5) === 0) await owner.delete(`/v1/messages/${id}`);
      if (random(6) === 0) await unpin(owner, id);
    }
    for (const person of people) {
      const { messages } = (await person.get(`/v1/channel/chats/${channel}`)).body;
      const expected = messages.filter((each: Answer['body']) => each.pinned && !each.deleted && !each.removed);
      const listed = (await person.get(`/v1/rooms/${channel}/pins`)).body.messages;
      expect(listed.map(({ _id }: Answer['body']) => _id).toSorted()).toEqual(
        expected.map(({ _id }: Answer['body']) => _id).toSorted(),
      );
    }
    expect(members).toHaveLength(2);
  });
});
