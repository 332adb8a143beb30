import { messageInRoom } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld();
const { acquainted, write } = talkIn(() => world);

const save = async (person: Person, id: string) => (await person.put(`/v1/messages/${id}/bookmark`)).status;
const saved = async (person: Person, query = ''): Promise<string[]> =>
  (await person.get(`/v1/bookmarks?in=messages${query}`)).body.messages.map((each: Answer['body']) => each._id);

describe('Saved messages', () => {
  test('are listed with the latest first, each with its room, and only for the person who saved them', async () => {
    const [ada, bob, room] = await acquainted();
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three']) ids.push((await write(ada, room, text)).body.message._id);
    const [one = '', two = '', three = ''] = ids;
    for (const id of [two, one, three, two]) expect(await save(bob, id)).toBe(200);
    const { body } = await bob.get('/v1/bookmarks?in=messages');
    expect(body.next).toBeNull();
    expect(body.messages.map(({ _id }: Answer['body']) => _id)).toEqual([three, one, two]);
    expect(messageInRoom.strict().parse(body.messages[0])).toMatchObject({
      message: 'three',
      room: { room_id: room, kind: 'conversation', name: 'Ada' },
    });
    expect([await saved(ada), (await bob.get('/v1/bookmarks')).body]).toEqual([[], { posts: [], next: null }]);
    const isSaved = async (person: Person) => (await person.get(`/v1/messages/${one}`)).body.saved;
    expect([await isSaved(bob), await isSaved(ada)]).toEqual([true, false]);
    for (let n = 0; n < 2; n += 1) expect((await bob.delete(`/v1/messages/${one}/bookmark`)).status).toBe(200);
    expect(await saved(bob)).toEqual([three, two]);
  });

  test('come in pages that go on after `next`', async () => {
    const [ada, bob, room] = await acquainted();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.unshift((await write(ada, room, `${n}`)).body.message._id);
      await save(bob, ids[0] as string);
    }
    const { messages, next } = (await bob.get('/v1/bookmarks?in=messages&size=2')).body;
    expect(messages.map(({ _id }: Answer['body']) => _id)).toEqual(ids.slice(0, 2));
    expect(await saved(bob, `&size=2&before=${next}`)).toEqual(ids.slice(2, 4));
    expect((await bob.get('/v1/bookmarks?in=messages&before=nothing')).status).toBe(400);
    expect((await bob.get('/v1/bookmarks?in=nothing')).status).toBe(400);
  });

  test('are listed only while the person can read them', async () => {
    const [ada, bob, eve] = [await world.person('owner'), await world.person('reader'), await world.person('eve')];
    const { communityId, handle, user } = await createClub(world, ada, [bob]);
    const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
    const say = async (content: string): Promise<string> =>
      (await ada.post('/v1/channel/chats', { conversation: channel, content })).body.message._id;
    const [first, second] = [await say('first'), await say('second')];
    expect([await save(eve, first), await save(eve, '1'), await save(eve, 'x')]).toEqual([404, 404, 404]);
    for (const id of [first, second]) await save(bob, id);
    await ada.delete(`/v1/messages/${second}`);
    expect([await saved(bob), await save(bob, second)]).toEqual([[first], 422]);
    await bob.delete(`/v1/community/${handle}`);
    expect(await saved(bob)).toEqual([]);
    await bob.post(`/v1/community/${handle}`);
    expect(await saved(bob)).toEqual([first]);
    await world.sql(`update messages set removal = '{}' where id = $1`, [Number(first)]);
    expect(await saved(bob)).toEqual([]);
  });

  test('are deleted with the account', async () => {
    const [ada, bob, room] = await acquainted();
    await save(bob, (await write(ada, room, 'Mine')).body.message._id);
    expect((await bob.delete('/v1/users')).status).toBe(200);
    expect(await world.sql('select from message_bookmarks where user_id = $1', [bob.user_id])).toEqual([]);
  });
});
