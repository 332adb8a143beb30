import { post as postShape } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { createTextPost } from './posts.factory.ts';

const world = await testWorld();
const ada = await world.person('ada', { name: 'Ada "the first" Lovelace' });
const bob = await world.person('bob');

const write = async (author: Person, content?: string) =>
  await createTextPost(world.platform, { authorId: author.user_id, ...(content === undefined ? {} : { content }) });

describe('GET /v1/posts', () => {
  test('returns posts older than last_id, newest first, five by default', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.unshift(await write(ada, `Number ${n}`));
    const first = await bob.get('/v1/posts');
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(first.body.posts.map((post: { post_id: string }) => post.post_id)).toEqual(ids.slice(0, 5));
    const second = await bob.get(`/v1/posts?size=2&last_id=${ids[4]}`);
    expect(second.body.posts.map((post: { post_id: string }) => post.post_id)).toEqual(ids.slice(5, 7));
  });

  test("every post has exactly the contract's shape", async () => {
    const { body } = await ada.get('/v1/posts?size=3');
    for (const post of body.posts) expect(postShape.strict().parse(post)).toEqual(post);
    expect(body.posts[0]).toMatchObject({
      user: { username: 'ada', name: 'Ada "the first" Lovelace', profile_path: '/profiles/default.png' },
      stats: { upvote_count: 0, downvote_count: 0, comment_count: 0 },
      vote_type: 0,
      files: [],
      viewer: { can_delete: true },
    });
    expect(body.posts[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('text comes back as it was written', async () => {
    const content = 'Line 1\nLine 2\t"quoted" \\ back </script> 😀 山田\u2028\u0001 end';
    await write(ada, content);
    const { body } = await bob.get('/v1/posts?size=1');
    expect(body.posts[0].content).toBe(content);
  });

  test('continues after a post that was deleted meanwhile', async () => {
    const [older, deleted] = [await write(ada), await write(ada)];
    await ada.delete(`/v1/posts/${deleted}`);
    const { body } = await bob.get(`/v1/posts?size=1&last_id=${deleted}`);
    expect(body.posts[0].post_id).toBe(older);
  });

  test('the last page is followed by an empty one', async () => {
    const { body } = await bob.get('/v1/posts?last_id=00000000-0000-7000-8000-000000000000');
    expect(body).toEqual({ posts: [], next: null });
  });

  test('a size other than 1 to 50 is 400', async () => {
    for (const size of ['0', '51', '-1', '2.5', 'many']) {
      expect((await bob.get(`/v1/posts?size=${size}`)).status).toBe(400);
    }
    expect((await bob.get('/v1/posts?size=50')).status).toBe(200);
  });

  test('an invalid last_id is 400', async () => {
    expect((await bob.get('/v1/posts?last_id=5')).body).toEqual({ error: { last_id: expect.any(String) } });
  });

  test('only the voter sees their vote', async () => {
    const id = await write(ada);
    await bob.post(`/v1/posts/${id}/votes`, { vote_type: -1 });
    expect((await bob.get('/v1/posts?size=1')).body.posts[0].vote_type).toBe(-1);
    expect((await ada.get('/v1/posts?size=1')).body.posts[0].vote_type).toBe(0);
  });

  test("a session that hasn't been renewed for an hour is renewed, and its cookie is sent again", async () => {
    const carol = await world.person('carol');
    await world.sql(
      `update sessions set last_seen_at = now() - interval '2 hours', expires_at = now() + interval '1 hour' where user_id = $1`,
      [carol.user_id],
    );
    expect((await carol.get('/v1/posts')).headers.get('set-cookie')).toContain('Max-Age');
    expect((await carol.get('/v1/posts')).headers.get('set-cookie')).toBeNull();
    const [row] = await world.sql<{ prolonged: boolean }>(
      `select expires_at > now() + interval '1 day' as prolonged from sessions where user_id = $1`,
      [carol.user_id],
    );
    expect(row?.prolonged).toBe(true);
  });

  test('an expired session is 401', async () => {
    const dora = await world.person('dora');
    await world.sql(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [dora.user_id]);
    expect((await dora.get('/v1/posts')).status).toBe(401);
  });
});

describe('GET /v1/posts/{id}', () => {
  test('returns one post, with what the viewer may do', async () => {
    const id = await write(ada, 'Just this one');
    const own = await ada.get(`/v1/posts/${id}`);
    expect(own.status).toBe(200);
    expect(own.body.post).toMatchObject({ post_id: id, content: 'Just this one', viewer: { can_delete: true } });
    expect((await bob.get(`/v1/posts/${id}`)).body.post.viewer).toEqual({ can_delete: false, can_edit: false });
  });

  test('an unknown id and an invalid one are 404', async () => {
    expect((await bob.get(`/v1/posts/${newId()}`)).status).toBe(404);
    expect((await bob.get('/v1/posts/nonsense')).status).toBe(404);
  });
});

describe('DELETE /v1/posts/{id}', () => {
  test('deletes the post with its votes and comments', async () => {
    const id = await write(ada);
    await bob.post(`/v1/posts/${id}/votes`, { vote_type: 1 });
    await bob.post(`/v1/posts/${id}/comments`, { content: 'Nice' });
    const answer = await ada.delete(`/v1/posts/${id}`);
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect((await ada.get(`/v1/posts/${id}`)).status).toBe(404);
    const [left] = await world.sql<{ count: number }>(
      `select (select count(*) from post_votes where post_id = $1) + (select count(*) from comments where post_id = $1) as count`,
      [id],
    );
    expect(Number(left?.count)).toBe(0);
    expect((await ada.delete(`/v1/posts/${id}`)).status).toBe(404);
  });

  test('is 404 for anyone but the author, and for an unknown post', async () => {
    const id = await write(ada);
    expect((await bob.delete(`/v1/posts/${id}`)).status).toBe(404);
    expect((await bob.delete('/v1/posts/nonsense')).status).toBe(404);
    expect((await ada.get(`/v1/posts/${id}`)).status).toBe(200);
  });
});
