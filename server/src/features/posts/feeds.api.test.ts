import { beforeEach, describe, expect, test } from 'vitest';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { createTextPost } from './posts.factory.ts';

const world = await testWorld();
let made = 0;
let ada: Person;
let bob: Person;
let cyd: Person;
beforeEach(async () => {
  made += 1;
  await world.sql('delete from posts');
  [ada, bob, cyd] = (await Promise.all(['ada', 'bob', 'cyd'].map((name) => world.person(`${name}_${made}`)))) as [
    Person,
    Person,
    Person,
  ];
});

const on = (person: Person, relation: 'follow' | 'block' | 'mute') => `/v1/users/${person.user.username}/${relation}`;
const write = async (author: Person, content: string, more: { communityId?: string } = {}) =>
  await createTextPost(world.platform, { authorId: author.user_id, content, ...more });
const read = async (person: Person, query = '', feed = 'following') =>
  (await person.get(`/v1/posts?size=50&feed=${feed}${query}`)).body.posts.map(
    ({ content }: { content: string }) => content,
  );
const newer = async (person: Person, after: string, feed = 'everyone') =>
  (await person.get(`/v1/posts/newer?after=${after}&feed=${feed}`)).body.count;

/** Other people, without a way to log in. @returns their ids */
const crowd = async (size: number): Promise<string[]> =>
  (
    await world.sql<{ id: string }>(
      `insert into users (id, username, email, password_hash, activated_at)
       select gen_random_uuid(), 'one_' || $1 || '_' || n, 'one_' || $1 || '_' || n || '@example.org', '', now()
       from generate_series(1, $2::int) n returning id`,
      [made, size],
    )
  ).map(({ id }) => id);

describe('the feed of people one follows', () => {
  test('has their posts and mine, newest first, and loses them when I unfollow', async () => {
    await ada.put(on(bob, 'follow'));
    await write(bob, 'one');
    await write(cyd, 'two');
    await write(ada, 'three');
    await write(bob, 'four');
    expect(await read(ada)).toEqual(['four', 'three', 'one']);
    expect(await read(cyd)).toEqual(['two']);
    await ada.delete(on(bob, 'follow'));
    expect(await read(ada)).toEqual(['three']);
  });

  test('has nothing of muted people, of people on either side of a block, and of deleted accounts', async () => {
    for (const other of [bob, cyd]) await ada.put(on(other, 'follow'));
    await write(bob, 'one');
    await write(cyd, 'two');
    await ada.put(on(bob, 'mute'));
    expect(await read(ada)).toEqual(['two']);
    await ada.delete(on(bob, 'mute'));
    await cyd.put(on(ada, 'block'));
    expect(await read(ada)).toEqual(['one']);
    await bob.delete('/v1/users');
    expect(await read(ada)).toEqual([]);
    await world.runJobs();
  });

  test("has none of their posts in places that I can't see", async () => {
    await ada.put(on(bob, 'follow'));
    const { id: communityId } = await createCommunityOf(world.platform, {
      creatorId: bob.user_id,
      handle: `hidden_${made}`,
      visibility: 'private',
    });
    await write(bob, 'inside', { communityId });
    await write(bob, 'outside');
    expect(await read(ada)).toEqual(['outside']);
    expect(await read(bob)).toEqual(['outside', 'inside']);
  });

  test('refuses an unknown feed', async () => {
    expect((await ada.get('/v1/posts?feed=best')).status).toBe(400);
  });
});

describe.each([
  ['a few', 5],
  ['some', 20],
  ['many', 80],
])('pages for somebody who follows %s people and joined as many communities', (_, sources) => {
  test.each([
    ['often', 0],
    ['rarely', 4100],
  ])('are what a filter of all posts says, whether they write %s', async (__, others) => {
    const random = randomOf(sources + others);
    const people = await crowd(sources * 2);
    const followed = people.slice(0, sources);
    await world.sql('insert into follows (follower_id, followee_id) select $1, unnest($2::uuid[])', [
      ada.user_id,
      followed,
    ]);
    const places = (
      await world.sql<{ id: string }>(
        `insert into communities (id, handle, name, created_at)
         select gen_random_uuid(), 'place_' || $1 || '_' || n, 'Place', now() from generate_series(1, $2::int) n returning id`,
        [made, sources * 2],
      )
    ).map(({ id }) => id);
    const joined = places.slice(0, sources);
    await world.sql('insert into community_members (community_id, user_id) select unnest($2::uuid[]), $1', [
      ada.user_id,
      joined,
    ]);
    const expected: Record<string, string[]> = { following: [], communities: [] };
    for (let n = 0; n < 60; n += 1) {
      const authorId = random(12) === 0 ? ada.user_id : (people[random(people.length)] as string);
      const place = random(2) ? places[random(places.length)] : undefined;
      const id = await createTextPost(world.platform, { authorId, ...(place !== undefined && { communityId: place }) });
      // Removed posts may be all that somebody wrote last.
      const isShown = authorId === ada.user_id || random(4) > 0;
      if (!isShown) await world.sql(`update posts set removal = '{}' where id = $1`, [id]);
      if (isShown && (authorId === ada.user_id || followed.includes(authorId))) expected.following?.unshift(id);
      if (isShown && place !== undefined && joined.includes(place)) expected.communities?.unshift(id);
      if (n !== 30) continue;
      await world.sql(
        `insert into posts (id, author_id, created_at, content, files)
         select id_after($1, gen_random_uuid(), n), $2, now(), 'Elsewhere', '[]' from generate_series(1, $3::int) n`,
        [id, people.at(-1), others],
      );
    }
    for (const feed of ['following', 'communities']) {
      for (const size of [5, 7]) {
        const seen: string[] = [];
        for (let last = ''; ; last = `&last_id=${seen.at(-1)}`) {
          const { posts } = (await ada.get(`/v1/posts?feed=${feed}&size=${size}${last}`)).body;
          expect(posts.length).toBeLessThanOrEqual(size);
          if (posts.length === 0) break;
          seen.push(...posts.map(({ post_id }: { post_id: string }) => post_id));
        }
        expect(seen).toEqual(expected[feed]);
        // Once the start of a page is known, it's searched from there.
        for (let n = 0; n < 4; n += 1) {
          const { posts } = (await ada.get(`/v1/posts?feed=${feed}&size=${size}`)).body;
          expect(posts.map(({ post_id }: { post_id: string }) => post_id)).toEqual(expected[feed]?.slice(0, size));
        }
      }
    }
  });
});

test("the pages of somebody who follows many people stay correct as they follow and unfollow, however often they're read", async () => {
  const random = randomOf(7);
  const people = await crowd(120);
  const someone = () => people[random(people.length)] as string;
  const follow = 'insert into follows (follower_id, followee_id) select $1, unnest($2::uuid[]) on conflict do nothing';
  await world.sql(follow, [ada.user_id, people.slice(0, 80)]);
  for (let n = 0; n < 150; n += 1) await createTextPost(world.platform, { authorId: someone() });
  const page = async (lastId = '') => {
    const { body } = await ada.get(`/v1/posts?feed=following&size=5${lastId && `&last_id=${lastId}`}`);
    return body.posts.map(({ post_id }: { post_id: string }) => post_id);
  };
  for (let step = 0; step < 40; step += 1) {
    const what = random(3);
    if (what === 0) await world.sql(follow, [ada.user_id, [someone()]]);
    if (what === 1) {
      await world.sql('delete from follows where follower_id = $1 and followee_id = $2', [ada.user_id, someone()]);
    }
    if (what === 2) await createTextPost(world.platform, { authorId: someone() });
    const rows = await world.sql<{ id: string }>(
      `select id from posts where author_id = $1 or author_id in (select followee_id from follows where follower_id = $1)
       order by id desc limit 10`,
      [ada.user_id],
    );
    const expected = rows.map(({ id }) => id);
    for (let times = random(25); times >= 0; times -= 1) {
      expect(await page()).toEqual(expected.slice(0, 5));
      expect(await page(expected[4])).toEqual(expected.slice(5));
    }
  }
});

describe('the number of newer posts', () => {
  test("counts others' posts in each feed, and not those that the viewer doesn't see", async () => {
    await ada.put(on(bob, 'follow'));
    const first = await write(cyd, 'first');
    expect(await newer(ada, first)).toBe(0);
    await write(bob, 'two');
    await write(cyd, 'three');
    await write(ada, 'mine');
    expect(await newer(ada, first)).toBe(2);
    expect(await newer(ada, first, 'following')).toBe(1);
    expect(await newer(ada, first, 'communities')).toBe(0);
    await ada.put(on(bob, 'mute'));
    expect(await newer(ada, first)).toBe(1);
    expect(await newer(ada, first, 'following')).toBe(0);
    await cyd.put(on(ada, 'block'));
    expect(await newer(ada, first)).toBe(0);
  });

  test('counts those in communities one joined', async () => {
    const first = await write(cyd, 'first');
    const { id: communityId } = await createCommunityOf(world.platform, {
      creatorId: bob.user_id,
      handle: `club_${made}`,
    });
    await ada.post(`/v1/community/club_${made}`);
    await write(bob, 'in the club', { communityId });
    expect(await newer(ada, first, 'communities')).toBe(1);
    expect(await newer(cyd, first, 'communities')).toBe(0);
  });

  test('stops at 100, and refuses what cannot be an id', async () => {
    const first = await write(cyd, 'first');
    await world.sql(
      `insert into posts (id, author_id, created_at, content, files)
       select id_after($1, gen_random_uuid(), n), $2, now(), 'More', '[]' from generate_series(1, 130) n`,
      [first, cyd.user_id],
    );
    expect(await newer(ada, first)).toBe(100);
    expect((await ada.get('/v1/posts/newer?after=nothing')).status).toBe(400);
    expect((await ada.get('/v1/posts/newer')).status).toBe(400);
  });
});

test('Top contains the posts of the last seven days by their votes, in one page, and only of joined ones', async () => {
  const ann = await world.person('ann');
  const { id: communityId } = await createCommunityOf(world.platform, {
    creatorId: ann.user.user_id,
    handle: 'top_of',
  });
  const other = await createCommunityOf(world.platform, { creatorId: ada.user.user_id, handle: 'top_else' });
  const day = 86_400_000;
  const post = async (content: string, { votes = 0, age = 0, at = communityId } = {}) => {
    const createdAt = new Date(Date.now() - age);
    const id = await createTextPost(world.platform, {
      authorId: ann.user.user_id,
      content,
      createdAt,
      communityId: at,
    });
    await world.sql('update posts set upvote_count = $2, downvote_count = 1 where id = $1', [id, votes]);
  };
  await post('old', { votes: 90, age: 8 * day });
  await post('second', { votes: 5, age: 6 * day });
  await post('first', { votes: 9 });
  await post('elsewhere', { votes: 99, at: other.id });
  await post('third', { votes: 5, age: 0 });
  const { status, body } = await ann.get('/v1/posts?feed=communities&order=top&size=1');
  expect(status).toBe(200);
  expect(body.posts.map(({ content }: { content: string }) => content)).toEqual(['first', 'third', 'second']);
  expect(body.next).toBeNull();
  for (let count = 0; count < 60; count += 1) await post(`more ${count}`);
  expect((await ann.get('/v1/posts?feed=communities&order=top')).body.posts).toHaveLength(50);
  expect((await ann.get('/v1/posts?order=top')).status).toBe(400);
  expect((await ann.get('/v1/posts?feed=communities&order=best')).status).toBe(400);
});
