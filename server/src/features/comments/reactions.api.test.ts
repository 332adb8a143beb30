import { comment as commentShape } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { beforeEach, expect, test } from 'vitest';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { newId } from '#platform/ids.ts';
import { createClub } from '../../../test/community.ts';
import { type Person, testWorld } from '../../../test/harness.ts';

const world = await testWorld();
const ada = await world.person('ada');
const bob = await world.person('bob');

let postId: string;
let commentId: string;
beforeEach(async () => {
  postId = await createTextPost(world.platform, { authorId: ada.user_id });
  commentId = (await ada.post(`/v1/posts/${postId}/comments`, { content: 'Hello' })).body.comment.comment_id;
});

const path = (emoji: string, id = commentId) => `/v1/comments/${id}/reactions/${encodeURIComponent(emoji)}`;
const shown = async (person: Person) =>
  commentShape.strict().parse((await person.get(`/v1/posts/${postId}/comments`)).body.comments[0]).reactions;

test('reactions are counted by emoji in the order in which each was first used, and say which are mine', async () => {
  expect((await bob.put(path('👍'))).body).toEqual({ reactions: [{ emoji: '👍', count: 1, mine: true }] });
  await ada.put(path('❤️'));
  expect((await ada.put(path('👍'))).body.reactions).toEqual([
    { emoji: '👍', count: 2, mine: true },
    { emoji: '❤️', count: 1, mine: true },
  ]);
  expect(await shown(bob)).toEqual([
    { emoji: '👍', count: 2, mine: true },
    { emoji: '❤️', count: 1, mine: false },
  ]);
});

test('giving one twice and taking one back twice change nothing', async () => {
  for (const call of ['put', 'put'] as const) expect((await bob[call](path('👍'))).status).toBe(200);
  expect(await shown(ada)).toEqual([{ emoji: '👍', count: 1, mine: false }]);
  for (const call of ['delete', 'delete'] as const)
    expect((await bob[call](path('👍'))).body).toEqual({ reactions: [] });
});

test('a comment can have 20 different emoji, each from any number of people, even at the same time', async () => {
  const kinds = Array.from({ length: limits.reaction.kinds + 5 }, (_, n) => String.fromCodePoint(0x1f600 + n));
  const statuses = await Promise.all(kinds.map(async (emoji) => (await bob.put(path(emoji))).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(limits.reaction.kinds);
  expect(statuses.filter((status) => status === 422)).toHaveLength(5);
  const [first] = await shown(ada);
  expect((await ada.put(path(first?.emoji ?? ''))).status).toBe(200);
  expect(await shown(ada)).toHaveLength(limits.reaction.kinds);
});

test("what isn't a single emoji is 422, and a comment that isn't there 404", async () => {
  for (const emoji of ['a', '👍👍', '❤']) expect((await bob.put(path(emoji))).status).toBe(422);
  for (const id of [newId(), 'nonsense']) expect((await bob.put(path('👍', id))).status).toBe(404);
});

test("people who may not comment can't react, but can remove their reactions", async () => {
  const { handle, communityId } = await createClub(world, ada, [bob]);
  postId = await createTextPost(world.platform, { authorId: ada.user_id, communityId });
  commentId = (await ada.post(`/v1/posts/${postId}/comments`, { content: 'Hello' })).body.comment.comment_id;
  await bob.put(path('👍'));
  await ada.put(`/v1/community/${handle}/bans/bob`, {});
  expect((await bob.put(path('🎉'))).status).toBe(422);
  expect((await bob.delete(path('👍'))).status).toBe(200);
  await world.sql(`update comments set removal = '{}' where id = $1`, [commentId]);
  expect((await ada.put(path('👍'))).status).toBe(422);
});

test('reactions are deleted with the comment, and with the account that gave them', async () => {
  const cat = await world.person('cat');
  const reply = await bob.post(`/v1/posts/${postId}/comments`, { content: 'Hi', parent_id: commentId });
  expect(reply.status).toBe(201);
  for (const person of [cat, bob]) await person.put(path('👍'));
  await cat.delete('/v1/users');
  const count = async () =>
    (await world.sql('select from comment_reactions where comment_id = $1', [commentId])).length;
  expect(await count()).toBe(1);
  await ada.delete(`/v1/comments/${commentId}`);
  expect(await count()).toBe(0);
});
