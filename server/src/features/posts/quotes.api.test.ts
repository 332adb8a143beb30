import { post as postShape } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { describe, expect, test } from 'vitest';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { newId } from '#platform/ids.ts';
import { formOf } from '../../../test/forms.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { createTextPost } from './posts.factory.ts';

const world = await testWorld();
const ada = await world.person('ada');
const bob = await world.person('bob');
const cyd = await world.person('cyd');

const write = async (content: string, communityId?: string) =>
  await createTextPost(world.platform, { authorId: ada.user_id, content, ...(communityId && { communityId }) });
const quote = async (person: Person, id: string) =>
  await person.upload('/v1/posts', formOf(['content', 'Look'], ['quote', id]));
const read = async (person: Person, id: string) => (await person.get(`/v1/posts/${id}`)).body.post;
const deleted = { deleted: true };

describe('quotes', () => {
  test('need no text beside them', async () => {
    const id = await write('Worth reading');
    const { status, body } = await bob.upload('/v1/posts', formOf(['quote', id]));
    expect([status, body.post?.content, body.post?.quote.content]).toEqual([201, '', 'Worth reading']);
  });

  test('show the quoted post, one level deep, in every list', async () => {
    const first = await write('The first');
    const second = (await quote(bob, first)).body.post;
    expect(postShape.strict().parse(second).quote).toMatchObject({ post_id: first, content: 'The first' });
    const third = (await quote(cyd, second.post_id)).body.post;
    expect(third.quote).toMatchObject({ post_id: second.post_id, content: 'Look', vote_type: 0 });
    expect(third.quote.quote).toBeUndefined();
    const { posts } = (await ada.get('/v1/posts?size=3')).body;
    expect(posts.map((post: { quote: { post_id?: string } | null }) => post.quote?.post_id)).toEqual([
      second.post_id,
      first,
      undefined,
    ]);
    expect(posts[2].quote).toBeNull();
  });

  test("say so when the quoted post is gone, or the viewer doesn't see it", async () => {
    const kept = await write('For some');
    const { post_id } = (await quote(bob, kept)).body.post;
    await ada.put('/v1/users/cyd/block');
    expect((await read(cyd, post_id)).quote).toEqual(deleted);
    expect((await read(bob, post_id)).quote).toMatchObject({ post_id: kept });
    await ada.delete('/v1/users/cyd/block');
    await cyd.put('/v1/users/ada/mute');
    expect((await read(cyd, post_id)).quote).toMatchObject({ post_id: kept });
    const fed = (await cyd.get('/v1/posts')).body.posts.find((one: { post_id: string }) => one.post_id === post_id);
    expect(fed.quote).toEqual(deleted);
    await cyd.delete('/v1/users/ada/mute');
    await ada.delete(`/v1/posts/${kept}`);
    for (const person of [ada, bob, cyd]) expect((await read(person, post_id)).quote).toEqual(deleted);
  });

  test('keep the posts of private communities among their members, and removed ones with those who see them', async () => {
    const { id: communityId } = await createCommunityOf(world.platform, {
      creatorId: ada.user_id,
      handle: 'attic',
      visibility: 'private',
    });
    const inside = await write('Only for us', communityId);
    const { post_id } = (await quote(ada, inside)).body.post;
    expect((await read(ada, post_id)).quote).toMatchObject({ content: 'Only for us' });
    const answer = await bob.get('/v1/posts');
    expect(JSON.stringify(answer.body)).not.toContain('Only for us');
    expect((await read(bob, post_id)).quote).toEqual(deleted);
    const open = await write('Taken away');
    const quoting = (await quote(bob, open)).body.post.post_id;
    await world.sql('update posts set removal = $2 where id = $1', [
      open,
      JSON.stringify({ text: '', rule: null, decision_id: open, rule_text: null }),
    ]);
    expect((await read(bob, quoting)).quote).toEqual(deleted);
    expect((await read(ada, quoting)).quote).toMatchObject({ content: 'Taken away' });
  });

  test("are refused for posts that the author can't see, and for those they may not respond to", async () => {
    const { id: communityId } = await createCommunityOf(world.platform, {
      creatorId: ada.user_id,
      handle: 'loft',
      visibility: 'private',
    });
    const inside = await write('Not yours', communityId);
    for (const id of [inside, newId(), 'nothing']) expect((await quote(bob, id)).status).toBe(404);
    const { id: openId } = await createCommunityOf(world.platform, { creatorId: ada.user_id, handle: 'yard' });
    const outside = await write('In the yard', openId);
    await ada.put('/v1/community/yard/bans/bob', {});
    expect((await quote(bob, outside)).status).toBe(422);
    expect((await bob.upload('/v1/posts', formOf(['content', 'None'], ['quote', ' ']))).body.post.quote).toBeNull();
  });
});
