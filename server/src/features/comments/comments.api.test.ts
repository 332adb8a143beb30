import { comment as commentShape } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { describe, expect, test } from 'vitest';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { newId } from '#platform/ids.ts';
import { type Person, testWorld } from '../../../test/harness.ts';

const world = await testWorld();
const ada = await world.person('ada', { name: 'Ada' });
const bob = await world.person('bob');

const newPost = async () => await createTextPost(world.platform, { authorId: ada.user_id });
const comment = async (person: Person, postId: string, content: unknown) =>
  await person.post(`/v1/posts/${postId}/comments`, { content });
const contents = (body: { comments: { content: string }[] }) => body.comments.map(({ content }) => content);

describe('POST /v1/posts/{id}/comments', () => {
  test('adds a comment as typed and counts it', async () => {
    const id = await newPost();
    const answer = await comment(ada, id, '  two words "here" 😀\n');
    expect(answer.status).toBe(201);
    expect(commentShape.strict().parse(answer.body.comment)).toMatchObject({
      post_id: id,
      content: '  two words "here" 😀\n',
      user: { username: 'ada', name: 'Ada', profile_path: '/profiles/default.png' },
    });
    expect((await bob.get(`/v1/posts/${id}`)).body.post.stats.comment_count).toBe(1);
    expect((await ada.get(`/v1/posts/${id}/comments`)).body).toEqual({ comments: [answer.body.comment] });
  });

  test('blank text and text longer than 500 code points are 422 and add nothing', async () => {
    const id = await newPost();
    for (const content of ['', ' \n ', 'x'.repeat(501)]) expect((await comment(bob, id, content)).status).toBe(422);
    expect((await bob.post(`/v1/posts/${id}/comments`, {})).status).toBe(422);
    expect((await comment(bob, id, 5)).status).toBe(400);
    expect((await bob.get(`/v1/posts/${id}/comments`)).body).toEqual({ comments: [] });
    expect((await comment(bob, id, '😀'.repeat(500))).status).toBe(201);
  });

  test("text that can't be stored is 400", async () => {
    expect((await comment(bob, await newPost(), 'a\u0000b')).status).toBe(400);
  });

  test('unknown and impossible posts are 404', async () => {
    expect((await comment(bob, newId(), 'Hello')).status).toBe(404);
    expect((await comment(bob, 'nonsense', 'Hello')).status).toBe(404);
  });

  test('simultaneous comments each get their own response, even if others fail', async () => {
    const [one, other] = [await newPost(), await newPost()];
    const stranger = world.withCookie('hubbub=unknown');
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        if (n % 5 === 0) return (await comment(bob, newId(), 'To nothing')).status;
        if (n % 5 === 1) return (await stranger.post(`/v1/posts/${one}/comments`, { content: 'By nobody' })).status;
        const { status, body } = await comment(n % 2 ? ada : bob, n % 3 ? one : other, `Number ${n}`);
        expect(body.comment).toMatchObject({
          content: `Number ${n}`,
          post_id: n % 3 ? one : other,
          user: { username: n % 2 ? 'ada' : 'bob' },
        });
        return status;
      }),
    );
    expect(answers).toEqual(Array.from({ length: 40 }, (_, n) => [404, 401][n % 5] ?? 201));
    for (const id of [one, other]) {
      const { body } = await ada.get(`/v1/posts/${id}/comments?size=100`);
      expect((await ada.get(`/v1/posts/${id}`)).body.post.stats.comment_count).toBe(body.comments.length);
    }
  });

  test('simultaneous comments are all counted', async () => {
    const id = await newPost();
    await Promise.all(Array.from({ length: 60 }, (_, n) => comment(n % 2 ? ada : bob, id, `Number ${n}`)));
    expect((await bob.get(`/v1/posts/${id}`)).body.post.stats.comment_count).toBe(60);
    expect((await bob.get(`/v1/posts/${id}/comments`)).body.comments).toHaveLength(60);
  });
});

describe('GET /v1/posts/{id}/comments', () => {
  test('returns comments newest first; with size and last_id, one page', async () => {
    const id = await newPost();
    for (const content of ['one', 'two', 'three', 'four']) await comment(bob, id, content);
    expect(contents((await ada.get(`/v1/posts/${id}/comments`)).body)).toEqual(['four', 'three', 'two', 'one']);
    const first = (await ada.get(`/v1/posts/${id}/comments?size=3`)).body;
    expect(contents(first)).toEqual(['four', 'three', 'two']);
    const last = first.comments[2].comment_id;
    expect(contents((await ada.get(`/v1/posts/${id}/comments?size=3&last_id=${last}`)).body)).toEqual(['one']);
  });

  test('without size there are up to 1,000 of them', async () => {
    const postId = await newPost();
    await world.sql(
      `insert into comments (id, post_id, author_id, content, created_at)
       select gen_random_uuid(), $1, $2, number::text, now() from generate_series(1, 1001) number`,
      [postId, ada.user_id],
    );
    const { body } = await bob.get(`/v1/posts/${postId}/comments`);
    expect(body.comments).toHaveLength(1000);
    expect((await bob.get(`/v1/posts/${postId}/comments?size=100`)).body.comments).toEqual(body.comments.slice(0, 100));
  });

  test("other posts' comments aren't among them", async () => {
    const [one, other] = [await newPost(), await newPost()];
    await comment(bob, other, 'There');
    expect((await ada.get(`/v1/posts/${one}/comments`)).body).toEqual({ comments: [] });
  });

  test('a size other than 1 to 100 and an invalid last_id are 400', async () => {
    const id = await newPost();
    for (const query of ['size=0', 'size=101', 'last_id=5']) {
      expect((await ada.get(`/v1/posts/${id}/comments?${query}`)).status).toBe(400);
    }
  });

  test('unknown and impossible posts are 404', async () => {
    expect((await ada.get(`/v1/posts/${newId()}/comments`)).status).toBe(404);
    expect((await ada.get('/v1/posts/nonsense/comments')).status).toBe(404);
  });
});
