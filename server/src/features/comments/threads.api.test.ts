import { comment as commentShape } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { newId } from '#platform/ids.ts';
import { createClub } from '../../../test/community.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';

const world = await testWorld();
const ada = await world.person('ada', { name: 'Ada' });
const bob = await world.person('bob');
const eve = await world.person('eve');

let postId: string;
beforeEach(async () => {
  postId = await createTextPost(world.platform, { authorId: ada.user_id });
});

type Shown = Answer['body'];
const write = async (person: Person, content: string, parent?: Shown) => {
  const body = { content, ...(parent && { parent_id: parent.comment_id }) };
  const answer = await person.post(`/v1/posts/${parent?.post_id ?? postId}/comments`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return commentShape.strict().parse(answer.body.comment);
};
const list = async (person: Person, query = ''): Promise<Shown[]> => {
  const { status, body } = await person.get(`/v1/posts/${postId}/comments${query}`);
  expect(status).toBe(200);
  return body.comments.map((each: unknown) => commentShape.strict().parse(each));
};
const threads = async (person: Person) =>
  (await list(person, '?thread=top')).map(({ content, replies }) => [
    content,
    ...replies.map((each: Shown) => each.content),
  ]);
const counted = async () => (await ada.get(`/v1/posts/${postId}`)).body.post.stats.comment_count;
const remove = (person: Person, { comment_id }: Shown) => person.delete(`/v1/comments/${comment_id}`);

describe('a reply', () => {
  test('says which comment its thread begins with and who it answers; a reply to a reply joins the same thread', async () => {
    const first = await write(ada, 'First');
    const second = await write(bob, 'Second', first);
    const third = await write(eve, 'Third', second);
    expect(first).toMatchObject({ parent_id: null, reply_to: null, reply_count: 0 });
    expect(second).toMatchObject({
      parent_id: first.comment_id,
      reply_to: { comment_id: first.comment_id, username: 'ada' },
    });
    expect(third).toMatchObject({
      parent_id: first.comment_id,
      reply_to: { comment_id: second.comment_id, username: 'bob' },
    });
    expect((await list(ada)).map(({ content, reply_count }) => [content, reply_count])).toEqual([
      ['Third', 0],
      ['Second', 0],
      ['First', 2],
    ]);
    expect(await counted()).toBe(3);
  });

  test('to a comment that is deleted, on another post, unknown or invisible to the caller is 404', async () => {
    const first = await write(bob, 'First');
    const reply = (person: Person, id: string, post = postId) =>
      person.post(`/v1/posts/${post}/comments`, { content: 'Answer', parent_id: id });
    const other = await createTextPost(world.platform, { authorId: ada.user_id });
    expect((await reply(ada, first.comment_id, other)).body).toEqual({
      error: expect.stringMatching(/^Comment not found/),
    });
    for (const id of [newId(), 'nonsense']) expect((await reply(ada, id)).status).toBe(404);
    await world.sql(`update comments set removal = '{}' where id = $1`, [first.comment_id]);
    expect((await reply(bob, first.comment_id)).status).toBe(404);
    expect((await remove(bob, first)).status).toBe(200);
    expect((await reply(bob, first.comment_id)).status).toBe(404);
    expect(await list(ada)).toEqual([]);
  });

  test('can be written by many at once, and all are counted', async () => {
    const first = await write(ada, 'First');
    await Promise.all(Array.from({ length: 30 }, (_, n) => write(n % 2 === 0 ? bob : eve, `Number ${n}`, first)));
    expect((await list(ada, '?thread=top'))[0].reply_count).toBe(30);
    expect(await counted()).toBe(31);
  });
});

describe('GET /v1/posts/{id}/comments', () => {
  test('with thread=top has the comments that threads begin with, each with its first three replies, oldest first', async () => {
    const [one, two] = [await write(ada, 'One'), await write(bob, 'Two')];
    for (const content of ['a', 'b', 'c', 'd']) await write(eve, content, one);
    await write(ada, 'e', two);
    expect(await threads(bob)).toEqual([
      ['Two', 'e'],
      ['One', 'a', 'b', 'c'],
    ]);
    const [newest] = await list(bob, '?thread=top&size=1');
    expect((await list(bob, `?thread=top&last_id=${newest.comment_id}`)).map(({ content }) => content)).toEqual([
      'One',
    ]);
  });

  test('with thread={comment_id} has its replies, oldest first, page by page', async () => {
    const first = await write(ada, 'First');
    for (const content of ['a', 'b', 'c', 'd']) await write(bob, content, first);
    await write(bob, 'elsewhere', await write(bob, 'Another'));
    const page = await list(eve, `?thread=${first.comment_id}&size=3`);
    expect(page.map(({ content }) => content)).toEqual(['a', 'b', 'c']);
    const rest = await list(eve, `?thread=${first.comment_id}&last_id=${page[2].comment_id}`);
    expect(rest.map(({ content }) => content)).toEqual(['d']);
  });

  test('with a thread that is on another post, or begins with no comment that the caller sees, is 404', async () => {
    const first = await write(ada, 'First');
    const reply = await write(bob, 'Reply', first);
    const other = await createTextPost(world.platform, { authorId: ada.user_id });
    for (const path of [
      `${other}/comments?thread=${first.comment_id}`,
      `${postId}/comments?thread=${reply.comment_id}`,
      `${postId}/comments?thread=${newId()}`,
      `${postId}/comments?thread=nonsense`,
    ]) {
      expect((await ada.get(`/v1/posts/${path}`)).status).toBe(404);
    }
  });
});

describe('PATCH /v1/comments/{id}', () => {
  const edit = (person: Person, { comment_id }: Shown, content: unknown) =>
    person.patch(`/v1/comments/${comment_id}`, { content });

  test('changes the text and says when; the same text changes nothing', async () => {
    const first = await write(ada, 'Helo');
    expect((await edit(ada, first, 'Helo')).body.comment).toEqual(first);
    const { body, status } = await edit(ada, first, 'Hello @bob');
    expect(status).toBe(200);
    expect(commentShape.strict().parse(body.comment)).toMatchObject({
      content: 'Hello @bob',
      edited_at: expect.stringMatching(/Z$/),
      created_at: first.created_at,
      mentions: [{ start: 6, end: 10, username: 'bob' }],
    });
    expect(await list(ada)).toEqual([body.comment]);
  });

  test('has the same rules as a new comment', async () => {
    const first = await write(ada, 'Hello');
    for (const content of ['', ' \n ', 'x'.repeat(501)]) expect((await edit(ada, first, content)).status).toBe(422);
    expect((await edit(ada, first, 'a\u0000b')).status).toBe(400);
  });

  test('is 422 for anybody but the author, for removed comments and for those banned from the community, and 404 for missing ones', async () => {
    const first = await write(bob, 'Hello');
    expect((await edit(ada, first, 'Changed')).body).toEqual({ error: { comment: expect.any(String) } });
    await world.sql(`update comments set removal = '{}' where id = $1`, [first.comment_id]);
    expect((await edit(bob, first, 'Changed')).status).toBe(422);
    expect((await edit(ada, first, 'Changed')).status).toBe(404);
    for (const id of [newId(), 'nonsense']) expect((await edit(bob, { comment_id: id }, 'Changed')).status).toBe(404);
    const { handle, communityId } = await createClub(world, ada, [eve]);
    postId = await createTextPost(world.platform, { authorId: ada.user_id, communityId });
    const inside = await write(eve, 'Hello');
    await ada.put(`/v1/community/${handle}/bans/eve`, {});
    expect((await edit(eve, inside, 'Changed')).status).toBe(422);
    expect((await list(eve))[0]).toMatchObject({ content: 'Hello', can_edit: false, can_delete: true });
  });
});

describe('DELETE /v1/comments/{id}', () => {
  test('deletes a comment without replies, and shows one with replies as deleted, by the deleted user', async () => {
    const [one, two] = [await write(ada, 'One'), await write(ada, 'Two')];
    const reply = await write(bob, 'Reply', one);
    for (const each of [one, two]) expect((await remove(ada, each)).status).toBe(200);
    expect((await list(eve, '?thread=top'))[0]).toEqual({
      ...one,
      content: '',
      deleted: true,
      user: { username: deletedUser.username, name: deletedUser.name, profile_path: deletedUser.profile_path },
      mentions: [],
      reply_count: 1,
      can_edit: false,
      can_delete: false,
      replies: [{ ...reply, reply_to: null, can_edit: false, can_delete: false }],
    });
    expect(await list(eve)).toHaveLength(2);
    expect(await counted()).toBe(1);
    for (const call of ['delete', 'patch'] as const) {
      expect((await ada[call](`/v1/comments/${one.comment_id}`, { content: 'Back' })).status).toBe(404);
    }
    expect((await remove(bob, reply)).status).toBe(200);
    expect(await list(eve)).toEqual([]);
    expect(await counted()).toBe(0);
    expect(await world.sql('select from comments where post_id = $1', [postId])).toEqual([]);
  });

  test("is for its author and the post's author; for others it's 422", async () => {
    const [one, two] = [await write(bob, 'One'), await write(bob, 'Two')];
    const abilities = async (person: Person) => (await list(person)).map(({ can_delete }) => can_delete);
    expect(await Promise.all([ada, bob, eve].map(abilities))).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
    expect((await remove(eve, one)).body).toEqual({ error: { permission: expect.any(String) } });
    expect((await remove(bob, one)).status).toBe(200);
    expect((await remove(ada, two)).status).toBe(200);
    expect((await bob.get('/v1/decisions')).body.decisions).toEqual([]);
    expect((await remove(ada, two)).status).toBe(404);
  });

  test("by the community's moderators or the site's team is a removal that its author can appeal; its replies stay", async () => {
    const [fay, mod] = [await world.person('fay'), await world.person('mod')];
    const { communityId } = await createClub(world, ada, [fay, bob]);
    await world.sql(`update users set site_role = 'moderator' where username = 'mod'`);
    for (const by of [ada, mod]) {
      postId = await createTextPost(world.platform, { authorId: bob.user_id, communityId });
      const first = await write(fay, 'Rude');
      const reply = await write(bob, 'Not nice', first);
      expect((await remove(by, first)).status).toBe(200);
      expect(await threads(bob)).toEqual([['', 'Not nice']]);
      expect((await list(bob, '?thread=top'))[0]).toMatchObject({ deleted: true, user: { username: 'deleted_user' } });
      expect((await list(bob, '?thread=top'))[0].removed).toBeUndefined();
      expect(await counted()).toBe(1);
      const [decision] = (await fay.get('/v1/decisions')).body.decisions;
      expect(decision).toMatchObject({
        action: 'remove',
        can_appeal: true,
        subject: { kind: 'comment', content: 'Rude' },
      });
      const [own] = await list(fay, '?thread=top');
      expect(own).toMatchObject({
        content: 'Rude',
        deleted: false,
        removed: { decision_id: decision.decision_id },
        can_edit: false,
      });
      expect((await remove(by, first)).status).toBe(422);
      expect((await remove(bob, reply)).status).toBe(200);
      expect(await threads(bob)).toEqual([]);
      expect(await counted()).toBe(0);
    }
  });

  test("can't be used by the site's team against an equal or higher role", async () => {
    const [low, high] = [await world.person('low_mod'), await world.person('high_mod')];
    for (const each of [low, high])
      await world.sql(`update users set site_role = 'moderator' where id = $1`, [each.user_id]);
    const comment = await write(high, 'Mine');
    expect((await list(low))[0].can_delete).toBe(false);
    expect((await remove(low, comment)).status).toBe(422);
  });
});

describe("people who can't see a comment see no trace of it", () => {
  test('if two people blocked each other, neither sees threads that the other started, nor that others answer them', async () => {
    const [gus, hal] = [await world.person('gus'), await world.person('hal')];
    const first = await write(gus, 'By Gus');
    await write(bob, 'To Gus', first);
    const other = await write(bob, 'By Bob');
    const inside = await write(gus, 'To Bob', other);
    await write(eve, 'To Gus again', inside);
    await hal.put('/v1/users/gus/block');
    expect(await threads(hal)).toEqual([['By Bob', 'To Gus again']]);
    expect((await list(hal)).map(({ content, reply_to }) => [content, reply_to?.username])).toEqual([
      ['To Gus again', undefined],
      ['By Bob', undefined],
    ]);
    expect((await hal.get(`/v1/posts/${postId}/comments?thread=${first.comment_id}`)).status).toBe(404);
    expect((await hal.get(`/v1/comments/${other.comment_id}`)).body.comment).toMatchObject({ content: 'By Bob' });
    for (const { comment_id } of [first, inside]) {
      expect((await hal.get(`/v1/comments/${comment_id}`)).status).toBe(404);
      expect((await hal.post(`/v1/posts/${postId}/comments`, { content: 'Hi', parent_id: comment_id })).status).toBe(
        404,
      );
      expect((await hal.put(`/v1/comments/${comment_id}/reactions/${encodeURIComponent('👍')}`)).status).toBe(404);
    }
    expect((await remove(gus, first)).status).toBe(200);
    expect(await threads(hal)).toEqual([
      ['By Bob', 'To Gus again'],
      ['', 'To Gus'],
    ]);
  });

  test('an account that is deleted leaves its comments with replies of others as deleted', async () => {
    const ivy = await world.person('ivy');
    const [one, two] = [await write(ivy, 'One'), await write(ivy, 'Two')];
    await write(bob, 'To one', one);
    await write(ivy, 'To two', two);
    await write(ivy, 'To one as well', one);
    expect((await ivy.delete('/v1/users')).status).toBe(200);
    expect(await threads(ada)).toEqual([['', 'To one']]);
    expect(await counted()).toBe(1);
  });
});
