import { expect, test } from 'vitest';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';

const world = await testWorld();

const drifted = async () =>
  await world.sql(`
    select id from (
      select posts.*,
        (select count(*) from post_votes where post_id = posts.id and value = 1) as ups,
        (select count(*) from post_votes where post_id = posts.id and value = -1) as downs,
        (select count(*) from comments where post_id = posts.id and removal is null and not deleted) as written
      from posts
    ) counted
    where upvote_count <> ups or downvote_count <> downs or comment_count <> written
    union all
    select id from comments where reply_count <>
      (select count(*) from comments replies where replies.parent_id = comments.id and replies.removal is null)
    union all
    select id from comments where (deleted and (author_id is not null or content <> ''
      or not exists (select from comments replies where replies.parent_id = comments.id)))
      or (not deleted and author_id is null) or (parent_id is not null and reply_to is null)`);

/** One action by a person on one of the posts. It may only fail because the post was deleted. */
async function act(person: Person, posts: string[], random: (below: number) => number): Promise<void> {
  const id = posts[random(posts.length)];
  const kind = random(20);
  let answer: Answer;
  if (kind < 10) answer = await person.post(`/v1/posts/${id}/votes`, { vote_type: random(3) - 1 });
  else if (kind < 17) answer = await person.post(`/v1/posts/${id}/comments`, { content: 'Said' });
  else if (kind < 19) answer = await person.get('/v1/posts?size=5');
  else answer = await person.delete(`/v1/posts/${id}`);
  expect([200, 201, 404]).toContain(answer.status);
}

test.each([1, 2, 3])(
  'counters equal the rows after many simultaneous votes, comments and deletions (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const people: Person[] = [];
    const posts: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      const person = await world.person(`person_${seed}_${n}`);
      people.push(person);
      posts.push(await createTextPost(world.platform, { authorId: person.user_id }));
    }
    await Promise.all(
      people.map(async (person) => {
        for (let step = 0; step < 30; step += 1) await act(person, posts, random);
      }),
    );
    expect(await drifted()).toEqual([]);
  },
);

test('an account deleted while others vote and comment takes its votes, comments and posts along, and no counter drifts', async () => {
  const people: Person[] = [];
  const posts: string[] = [];
  for (let n = 0; n < 8; n += 1) {
    const person = await world.person(`leaver_${n}`);
    people.push(person);
    posts.push(await createTextPost(world.platform, { authorId: person.user_id }));
  }
  const random = randomOf(7);
  const leaving = people.slice(0, 4);
  await Promise.all(
    people.map(async (person) => {
      const leaves = leaving.includes(person);
      for (let step = 0; step < 40; step += 1) {
        const id = posts[random(posts.length)];
        const [path, body] =
          random(2) === 0 ? ['votes', { vote_type: random(3) - 1 }] : ['comments', { content: 'Said' }];
        const answers = [person.post(`/v1/posts/${id}/${path}`, body)];
        if (leaves && step === 20) answers.push(person.delete('/v1/users'));
        for (const answer of await Promise.all(answers)) expect([200, 201, 401, 404]).toContain(answer.status);
      }
    }),
  );
  expect(await drifted()).toEqual([]);
  const ids = leaving.map((person) => person.user_id);
  const [left] = await world.sql(
    `select (select count(*) from users where id = any($1))::int as people, (select count(*) from posts where author_id = any($1))::int as posts,
      (select count(*) from post_votes where user_id = any($1))::int as votes, (select count(*) from comments where author_id = any($1))::int as comments`,
    [ids],
  );
  expect(left).toEqual({ people: 0, posts: 0, votes: 0, comments: 0 });
});

test.each([11, 12, 13])(
  '8 accounts that simultaneously delete themselves, vote and comment all succeed, and counters equal the rows (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const people: Person[] = [];
    const posts: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      const person = await world.person(`crowd_${seed}_${n}`);
      people.push(person);
      for (let count = 0; count < 5; count += 1) {
        posts.push(await createTextPost(world.platform, { authorId: person.user_id }));
      }
    }
    const touch = (person: Person) => {
      const id = posts[random(posts.length)];
      return random(2) === 0
        ? person.post(`/v1/posts/${id}/votes`, { vote_type: random(2) === 0 ? 1 : -1 })
        : person.post(`/v1/posts/${id}/comments`, { content: 'Said' });
    };
    for (const person of people) {
      for (const answer of await Promise.all(Array.from({ length: 25 }, () => touch(person)))) {
        expect([200, 201]).toContain(answer.status);
      }
    }
    const deletions = people.map(async (person, n) => {
      const during = Array.from({ length: 10 }, () => touch(person));
      const [deleted, ...touched] = await Promise.all([person.delete('/v1/users'), ...during]);
      expect(deleted.status, `account ${n}`).toBe(200);
      for (const answer of touched) expect([200, 201, 401, 404]).toContain(answer.status);
    });
    await Promise.all(deletions);
    expect(await drifted()).toEqual([]);
    const [left] = await world.sql(
      `select (select count(*) from users where id = any($1))::int as people,
        (select count(*) from posts where author_id = any($1))::int as posts`,
      [people.map(({ user_id }) => user_id)],
    );
    expect(left).toEqual({ people: 0, posts: 0 });
  },
);

/** Does something to a thread on one of the posts, or to all of a person's own. */
async function actInThread(person: Person, mod: Person, posts: string[], random: (below: number) => number) {
  const { body } = await mod.get(`/v1/posts/${posts[random(posts.length)]}/comments?size=20`);
  const comments: Answer['body'][] = body.comments ?? [];
  const one = comments[random(comments.length)];
  const kind = random(10);
  if (!one || kind < 1)
    return await person.post(`/v1/posts/${posts[random(posts.length)]}/comments`, { content: 'Said' });
  const { comment_id, post_id } = one;
  if (kind < 5) return await person.post(`/v1/posts/${post_id}/comments`, { content: 'Answer', parent_id: comment_id });
  if (kind < 6) return await person.patch(`/v1/comments/${comment_id}`, { content: `Said ${random(99)}` });
  if (kind < 9) return await person.delete(`/v1/comments/${comment_id}`);
  if (one.removed === undefined) return await mod.delete(`/v1/comments/${comment_id}`);
  return await overturn(one.removed.decision_id);
}

/**
 * Restores a removed comment, as an appeal does. Its author's account, and the decision with it, may be deleted at the
 * same moment.
 */
async function overturn(decisionId: string): Promise<Answer | { status: 404; body: null }> {
  try {
    await world.sql(
      `insert into appeals (id, decision_id, user_id, text, created_at)
        select gen_random_uuid(), id, user_id, 'Please.', now() from decisions where id = $1 on conflict do nothing`,
      [decisionId],
    );
  } catch (error) {
    if ((error as { code?: string }).code === '23503') return { status: 404, body: null };
    throw error;
  }
  const [appeal] = await world.sql('select id from appeals where decision_id = $1', [decisionId]);
  return await judge.post(`/v1/appeals/${appeal?.id}/decision`, { decision: 'overturn', text: 'We were wrong.' });
}

const judge = await world.person('judge');
await world.sql(`update users set site_role = 'admin' where username = 'judge'`);

test.each([21, 22, 23])(
  'threads keep their counts whatever happens at the same time: replies, edits, deletions, removals, appeals and deleted accounts (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const people: Person[] = [];
    const posts: string[] = [];
    for (let n = 0; n < 7; n += 1) people.push(await world.person(`thread_${seed}_${n}`));
    for (const person of people.slice(0, 3)) {
      posts.push(await createTextPost(world.platform, { authorId: person.user_id }));
    }
    const mod = await world.person(`mod_${seed}`);
    await world.sql(`update users set site_role = 'moderator' where id = $1`, [mod.user_id]);
    await Promise.all(
      people.map(async (person, n) => {
        for (let step = 0; step < 40; step += 1) {
          if (step === 25 && n > 2 && n < 6) expect((await person.delete('/v1/users')).status).toBe(200);
          const { status, body } = await actInThread(person, mod, posts, random);
          expect([200, 201, 401, 404, 409, 422], JSON.stringify(body)).toContain(status);
        }
      }),
    );
    expect(await drifted()).toEqual([]);
  },
);

test('without a deadlock on the way', async () => {
  const [row] = await world.sql('select deadlocks::int from pg_stat_database where datname = current_database()');
  expect(row).toEqual({ deadlocks: 0 });
});
