import { describe, expect, test } from 'vitest';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { newId } from '#platform/ids.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { createTextPost } from './posts.factory.ts';

const world = await testWorld();
const ada = await world.person('ada');
const bob = await world.person('bob');

const write = async (given: { authorId?: string; communityId?: string } = {}) =>
  await createTextPost(world.platform, { authorId: ada.user_id, ...given });
const save = async (person: Person, id: string) => (await person.put(`/v1/posts/${id}/bookmark`)).status;
const list = async (person: Person, query = '') => {
  const { status, body } = await person.get(`/v1/bookmarks${query}`);
  expect(status).toBe(200);
  return body.posts.map(({ post_id }: { post_id: string }) => post_id);
};

describe('bookmarks', () => {
  test('are listed with the latest first, and only for the person who saved them', async () => {
    const cyd = await world.person('cyd');
    const [first, second] = [await write(), await write()];
    for (const id of [second, first, second]) expect(await save(cyd, id)).toBe(200);
    expect(await list(cyd)).toEqual([first, second]);
    expect(await list(ada)).toEqual([]);
    const seen = async (person: Person) => (await person.get(`/v1/posts/${first}`)).body.post.bookmarked;
    expect([await seen(cyd), await seen(bob)]).toEqual([true, false]);
    const fed = (await cyd.get('/v1/posts')).body.posts.find(({ post_id }: { post_id: string }) => post_id === first);
    expect(fed.bookmarked).toBe(true);
    for (let n = 0; n < 2; n += 1) expect((await cyd.delete(`/v1/posts/${first}/bookmark`)).status).toBe(200);
    expect(await list(cyd)).toEqual([second]);
  });

  test('come in pages, which go on after a post or after `next`, even if that bookmark is gone', async () => {
    const dan = await world.person('dan');
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await write());
    for (const id of ids.toReversed()) await save(dan, id);
    const { posts, next } = (await dan.get('/v1/bookmarks?size=2')).body;
    expect(posts.map(({ post_id }: { post_id: string }) => post_id)).toEqual(ids.slice(0, 2));
    expect(await list(dan, `?size=2&before=${ids[1]}`)).toEqual(ids.slice(2, 4));
    await dan.delete(`/v1/posts/${ids[1]}/bookmark`);
    expect(await list(dan, `?size=2&before=${next}`)).toEqual(ids.slice(2, 4));
    expect((await dan.get(`/v1/bookmarks?before=${ids[3]}`)).body).toMatchObject({ next: null });
    expect((await dan.get('/v1/bookmarks?before=nothing')).status).toBe(400);
  });

  test("can only be made for visible posts; those that become invisible aren't listed until they're visible again", async () => {
    const eve = await world.person('eve');
    const { id: communityId } = await createCommunityOf(world.platform, {
      creatorId: ada.user_id,
      handle: 'shed',
      visibility: 'private',
    });
    const inside = await write({ communityId });
    expect([await save(eve, inside), await save(eve, newId()), await save(eve, 'nothing')]).toEqual([404, 404, 404]);
    const join = async () => {
      const { invite } = (await ada.post('/v1/invites', { community_handle: 'shed' })).body;
      await eve.post('/v1/community/shed', { invite: invite.code });
    };
    await join();
    expect(await save(eve, inside)).toBe(200);
    expect(await list(eve)).toEqual([inside]);
    await eve.delete('/v1/community/shed');
    expect(await list(eve)).toEqual([]);
    await join();
    expect(await list(eve)).toEqual([inside]);
    await ada.put('/v1/users/eve/block');
    expect(await list(eve)).toEqual([]);
    await ada.delete('/v1/users/eve/block');
    expect(await list(eve)).toEqual([inside]);
  });

  test('are deleted with the post and with the account', async () => {
    const [fay, gil] = [await world.person('fay'), await world.person('gil')];
    const [own, other] = [await write({ authorId: fay.user_id }), await write()];
    for (const person of [fay, gil]) for (const id of [own, other]) await save(person, id);
    expect((await fay.delete('/v1/users')).status).toBe(200);
    expect(await list(gil)).toEqual([other]);
    expect(await world.sql('select from bookmarks where user_id = $1', [fay.user_id])).toEqual([]);
    await ada.delete(`/v1/posts/${other}`);
    expect(await list(gil)).toEqual([]);
  });
});
