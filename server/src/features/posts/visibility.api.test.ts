import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { createTextPost } from './posts.factory.ts';

let world: World;
let ada: Person;
let bob: Person;
let cyd: Person;
const posts: Record<string, string> = {};
beforeAll(async () => {
  world = await startWorld();
  [ada, bob, cyd] = [await world.person('ada'), await world.person('bob'), await world.person('cyd')];
  for (const { user, user_id: authorId } of [ada, bob, cyd]) {
    posts[user.username] = await createTextPost(world.platform, { authorId });
  }
});
afterAll(async () => await world.close());

const feed = async (person: Person): Promise<string[]> =>
  (await person.get('/v1/posts?size=50')).body.posts.map(({ user }: { user: { username: string } }) => user.username);
const statuses = async (person: Person, postId: string | undefined) => [
  (await person.get(`/v1/posts/${postId}`)).status,
  (await person.get(`/v1/posts/${postId}/comments`)).status,
  (await person.post(`/v1/posts/${postId}/comments`, { content: 'Hello' })).status,
  (await person.post(`/v1/posts/${postId}/votes`, { vote_type: 1 })).status,
];

describe('After a block', () => {
  beforeAll(async () => expect((await ada.put('/v1/users/bob/block')).status).toBe(200));
  afterAll(async () => expect((await ada.delete('/v1/users/bob/block')).status).toBe(200));

  test("neither has the other's posts in the feed, and everyone else has both", async () => {
    expect(await feed(ada)).toEqual(['cyd', 'ada']);
    expect(await feed(bob)).toEqual(['cyd', 'bob']);
    expect(await feed(cyd)).toEqual(['cyd', 'bob', 'ada']);
  });

  test("a post of either is 404 for the other, to read, comment and vote, and nothing of it's stored", async () => {
    const before = await world.sql('select comment_count, upvote_count from posts order by id');
    for (const [person, postId] of [[ada, posts.bob] as const, [bob, posts.ada] as const]) {
      expect(await statuses(person, postId)).toEqual([404, 404, 404, 404]);
    }
    expect(await world.sql('select comment_count, upvote_count from posts order by id')).toEqual(before);
  });

  test('votes that share a statement each get their own answer', async () => {
    const vote = (person: Person) => person.post(`/v1/posts/${posts.ada}/votes`, { vote_type: -1 });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => vote(n % 2 ? bob : cyd)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, n) => (n % 2 ? 404 : 200)));
    expect((await cyd.get(`/v1/posts/${posts.ada}`)).body.post.stats.downvote_count).toBe(1);
    await cyd.post(`/v1/posts/${posts.ada}/votes`, { vote_type: 0 });
  });

  test("neither sees the other's comments on somebody else's post", async () => {
    for (const person of [ada, bob]) {
      const answer = await person.post(`/v1/posts/${posts.cyd}/comments`, { content: `From ${person.user.username}` });
      expect(answer.status).toBe(201);
    }
    const seen = async (person: Person) =>
      (await person.get(`/v1/posts/${posts.cyd}/comments`)).body.comments.map(
        ({ user }: { user: { username: string } }) => user.username,
      );
    expect(await seen(ada)).toEqual(['ada']);
    expect(await seen(bob)).toEqual(['bob']);
    expect(await seen(cyd)).toEqual(['bob', 'ada']);
  });

  test('a page of the feed is still full', async () => {
    for (let n = 0; n < 6; n += 1)
      await createTextPost(world.platform, { authorId: n % 2 ? bob.user_id : cyd.user_id });
    const { body } = await ada.get('/v1/posts?size=3');
    expect(body.posts.map(({ user }: { user: { username: string } }) => user.username)).toEqual(['cyd', 'cyd', 'cyd']);
    await world.sql('delete from posts where id <> all($1)', [Object.values(posts)]);
  });
});

test("A muted person's posts are in no feed of the person who muted them, and can be read everywhere else", async () => {
  await ada.put('/v1/users/bob/mute');
  expect(await feed(ada)).toEqual(['cyd', 'ada']);
  expect(await feed(bob)).toEqual(['cyd', 'bob', 'ada']);
  expect(await statuses(ada, posts.bob)).toEqual([200, 200, 201, 200]);
  expect((await ada.get('/v1/users/bob')).body).toMatchObject({ user: { muted: true }, posts: [expect.anything()] });
  await ada.delete('/v1/users/bob/mute');
  expect(await feed(ada)).toEqual(['cyd', 'bob', 'ada']);
});
