import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { createTextPost } from './posts.factory.ts';

const world = await testWorld();
const ada = await world.person('ada');
const bob = await world.person('bob');
const postId = await createTextPost(world.platform, { authorId: ada.user_id });

const vote = async (person: Pick<Person, 'post'>, value: unknown, id = postId) =>
  await person.post(`/v1/posts/${id}/votes`, { vote_type: value });

describe('POST /v1/posts/{id}/votes', () => {
  test('returns the vote and the counters, and the same vote again changes nothing', async () => {
    const stats = { upvote_count: 1, downvote_count: 0, comment_count: 0 };
    for (let n = 0; n < 3; n += 1) {
      const answer = await vote(bob, 1);
      expect([answer.status, answer.body]).toEqual([200, { vote_type: 1, stats }]);
    }
  });

  test('changing an upvote to a downvote moves it between the counters, and 0 withdraws it', async () => {
    expect((await vote(bob, -1)).body).toMatchObject({ vote_type: -1, stats: { upvote_count: 0, downvote_count: 1 } });
    expect((await vote(ada, -1)).body).toMatchObject({ vote_type: -1, stats: { upvote_count: 0, downvote_count: 2 } });
    expect((await vote(bob, 0)).body).toMatchObject({ vote_type: 0, stats: { upvote_count: 0, downvote_count: 1 } });
    expect((await vote(bob, 0)).body).toMatchObject({ vote_type: 0, stats: { upvote_count: 0, downvote_count: 1 } });
    expect((await ada.get(`/v1/posts/${postId}`)).body.post.vote_type).toBe(-1);
  });

  test('only 1, 0 and -1 are votes', async () => {
    for (const value of [2, -2, 0.5]) expect((await vote(bob, value)).status).toBe(422);
    for (const value of ['1', null, true]) expect([400, 422]).toContain((await vote(bob, value)).status);
    expect((await bob.post(`/v1/posts/${postId}/votes`, {})).status).toBe(422);
  });

  test('unknown and impossible posts are 404', async () => {
    expect((await vote(bob, 1, newId())).status).toBe(404);
    expect((await vote(bob, 1, 'nonsense')).status).toBe(404);
  });

  test('without a session it is 401, and nothing is counted', async () => {
    const answer = await world.withCookie('hubbub=unknown').post(`/v1/posts/${postId}/votes`, { vote_type: 1 });
    expect(answer.status).toBe(401);
    const [row] = await world.sql('select upvote_count from posts where id = $1', [postId]);
    expect(row?.upvote_count).toBe(0);
  });

  test('simultaneous votes each get their own answer, even two by one person on one post', async () => {
    const [one, other] = [
      await createTextPost(world.platform, { authorId: ada.user_id }),
      await createTextPost(world.platform, { authorId: ada.user_id }),
    ];
    const stranger = world.withCookie('hubbub=unknown');
    const token = await world.platform.sessions.create(world.platform.db.kysely, bob.user_id);
    const elsewhere = world.withCookie(`hubbub=${token}`);
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => vote(bob, 1, one)),
      ...Array.from({ length: 6 }, () => vote(elsewhere, 1, one)),
      vote(ada, -1, one),
      vote(ada, -1, other),
      vote(bob, 1, newId()),
      stranger.post(`/v1/posts/${one}/votes`, { vote_type: 1 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([...new Array(14).fill(200), 404, 401]);
    expect(answers.slice(0, 14).map(({ body }) => body.vote_type)).toEqual([...new Array(12).fill(1), -1, -1]);
    const stats = async (id: string) => (await ada.get(`/v1/posts/${id}`)).body.post.stats;
    expect(await stats(one)).toMatchObject({ upvote_count: 1, downvote_count: 1 });
    expect(await stats(other)).toMatchObject({ upvote_count: 0, downvote_count: 1 });
  });

  test('500 simultaneous votes on one post leave counters that equal the rows', async () => {
    const id = await createTextPost(world.platform, { authorId: ada.user_id });
    const voters: Person[] = [];
    for (let n = 0; n < 50; n += 1) voters.push(await world.person(`voter_${n}`));
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) => vote(voters[n % 50]!, [1, -1, 0, 1][(n * 7 + Math.floor(n / 50)) % 4], id)),
    );
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    const [row] = await world.sql(
      `select upvote_count as up, downvote_count as down,
        (select count(*) from post_votes where post_id = posts.id and value = 1)::int as ups,
        (select count(*) from post_votes where post_id = posts.id and value = -1)::int as downs
       from posts where id = $1`,
      [id],
    );
    expect([row?.up, row?.down]).toEqual([row?.ups, row?.downs]);
    expect(row?.up + row?.down).toBeGreaterThan(0);
  });
});
