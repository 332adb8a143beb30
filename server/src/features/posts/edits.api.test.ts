import { post as postShape } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { createClub } from '../../../test/community.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { createTextPost } from './posts.factory.ts';

const world = await testWorld();
const ada = await world.person('ada');
const bob = await world.person('bob');
const mod = await world.person('mod');
await world.sql(`update users set site_role = 'moderator' where username = 'mod'`);

const write = async (person: Person, content = 'Helo', place = {}) =>
  await createTextPost(world.platform, { authorId: person.user_id, content, ...place });
const edit = (person: Person, id: string, content: unknown) => person.patch(`/v1/posts/${id}`, { content });

test('the author changes the text, and the post says when; the same text changes nothing', async () => {
  const id = await write(ada);
  expect((await edit(ada, id, 'Helo')).body.post.edited_at).toBeNull();
  const { status, body } = await edit(ada, id, 'Hello @bob');
  expect(status).toBe(200);
  expect(postShape.strict().parse(body.post)).toMatchObject({
    content: 'Hello @bob',
    edited_at: expect.stringMatching(/Z$/),
    mentions: [{ start: 6, end: 10, username: 'bob' }],
    viewer: { can_edit: true },
  });
  expect((await bob.get(`/v1/posts/${id}`)).body.post).toMatchObject({
    content: 'Hello @bob',
    viewer: { can_edit: false },
  });
});

test('an edit has the same rules as a new post', async () => {
  const id = await write(ada);
  for (const content of ['', ' \n ', 'x'.repeat(1001)]) expect((await edit(ada, id, content)).status).toBe(422);
  expect((await edit(ada, id, '😀'.repeat(1000))).status).toBe(200);
});

test("it's 422 for anybody else, for removed posts and for those banned from the community, and 404 for missing posts", async () => {
  const id = await write(ada);
  expect((await edit(bob, id, 'Mine')).body).toEqual({ error: { post: expect.any(String) } });
  await world.sql(`update posts set removal = '{}' where id = $1`, [id]);
  expect((await edit(ada, id, 'Back')).status).toBe(422);
  expect((await edit(bob, id, 'Mine')).status).toBe(404);
  for (const unknown of [newId(), 'nonsense']) expect((await edit(ada, unknown, 'Hi')).status).toBe(404);
  const { handle, communityId } = await createClub(world, ada, [bob]);
  const inside = await write(bob, 'Inside', { communityId });
  await ada.put(`/v1/community/${handle}/bans/bob`, {});
  expect((await edit(bob, inside, 'Changed')).status).toBe(422);
  expect((await bob.get(`/v1/posts/${inside}`)).body.post.viewer.can_edit).toBe(false);
});

test('a report keeps the text as it was reported, of posts and of comments', async () => {
  const postId = await write(ada, 'Rude');
  const { comment } = (await ada.post(`/v1/posts/${postId}/comments`, { content: 'Ruder' })).body;
  for (const [kind, id, path, content] of [
    ['post', postId, `/v1/posts/${postId}`, 'Rude'],
    ['comment', comment.comment_id, `/v1/comments/${comment.comment_id}`, 'Ruder'],
  ]) {
    const { report } = (await bob.post('/v1/reports', { kind, id, reason: 'spam' })).body;
    expect((await ada.patch(String(path), { content: 'Harmless' })).status).toBe(200);
    expect((await mod.get(`/v1/reports/${report.report_id}`)).body.report.subject.content).toBe(content);
  }
});
