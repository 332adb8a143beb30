import { expect, test } from 'vitest';
import { createClub } from '../../../test/community.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { createTextPost } from './posts.factory.ts';

const world = await testWorld();

let made = 0;
/** Somebody who muted a person, and that person's many posts, between two posts by others. */
async function crowdedFeed(number: number, communityId?: string) {
  made += 1;
  const [ana, loud, calm] = [
    await world.person(`ana_${made}`),
    await world.person(`loud_${made}`),
    await world.person(`calm_${made}`),
  ];
  await ana.put(`/v1/users/${loud.user.username}/mute`);
  const below = await write(calm, communityId);
  await world.sql(
    `insert into posts (id, author_id, created_at, content, community_id)
      select (substr($3, 1, 24) || lpad(to_hex(n), 12, '0'))::uuid, $1, now(), 'Loud', $4
      from generate_series(1, $2::int) n`,
    [loud.user_id, number, `${below.slice(0, 14)}7fff-bfff-000000000000`, communityId ?? null],
  );
  return { ana, loud, calm, below };
}
const write = async ({ user_id: authorId }: Person, communityId?: string) =>
  await createTextPost(world.platform, { authorId, ...(communityId && { communityId }) });
const idsOf = ({ posts }: { posts: { post_id: string }[] }) => posts.map(({ post_id }) => post_id);

test('A page skips thousands of posts that are hidden from its reader, and returns where the next one begins', async () => {
  const { ana, calm, below } = await crowdedFeed(2_500);
  const above = await write(calm);
  const first = (await ana.get('/v1/posts?size=1')).body;
  expect([idsOf(first), first.next]).toEqual([[above], above]);
  expect(idsOf((await ana.get(`/v1/posts?size=1&last_id=${first.next}`)).body)).toEqual([below]);
  const short = (await ana.get('/v1/posts?size=50')).body;
  expect(idsOf(short)).toEqual([above]);
  const rest = (await ana.get(`/v1/posts?size=50&last_id=${short.next}`)).body;
  expect([idsOf(rest), rest.next]).toEqual([[below], null]);
  await world.sql('delete from posts');
});

test('After an empty page, at most five more are tried', async () => {
  const { ana, below } = await crowdedFeed(13_000);
  const empty = (await ana.get('/v1/posts')).body;
  expect(empty).toMatchObject({ posts: [], next: expect.any(String) });
  const next = (await ana.get(`/v1/posts?last_id=${empty.next}`)).body;
  expect([idsOf(next), next.next]).toEqual([[below], null]);
  await world.sql('delete from posts');
});

test("A full page with the oldest post is the last, in everyone's feed, in a community, and of people followed", async () => {
  const olga = await world.person('olga');
  const { handle, communityId } = await createClub(world, olga, []);
  const posts = [await write(olga, communityId), await write(olga, communityId)].reverse();
  const paths = ['/v1/posts?', `/v1/communities/${handle}/posts?`, '/v1/posts?feed=following&'];
  for (const path of paths) {
    const [full, all] = [(await olga.get(`${path}size=1`)).body, (await olga.get(`${path}size=2`)).body];
    expect([idsOf(full), full.next]).toEqual([[posts[0]], posts[0]]);
    expect([idsOf(all), all.next]).toEqual([posts, null]);
  }
  await world.sql('delete from posts');
});

test("A community's posts and the feeds of communities and of people followed are read to their end, with nothing missing", async () => {
  const owner = await world.person('owner');
  const { handle, communityId } = await createClub(world, owner, []);
  const { ana, calm, below } = await crowdedFeed(2_500, communityId);
  const other = await createClub(world, owner, [ana]);
  await ana.post(`/v1/community/${handle}`);
  const elsewhere = await write(calm, other.communityId);
  const above = await write(calm, communityId);
  await ana.put(`/v1/users/${calm.user.username}/follow`);
  const walk = async (path: string, parameter: string) => {
    const found: string[] = [];
    let next: string | null = null;
    do {
      const { body } = await ana.get(`${path}size=2${next === null ? '' : `&${parameter}=${next}`}`);
      found.push(...idsOf(body));
      next = body.next;
    } while (next !== null);
    return found;
  };
  expect(await walk(`/v1/communities/${handle}/posts?`, 'before')).toEqual([above, below]);
  expect(await walk('/v1/posts?feed=communities&', 'last_id')).toEqual([above, elsewhere, below]);
  expect(await walk('/v1/posts?feed=following&', 'last_id')).toEqual([above, elsewhere, below]);
  expect(await walk('/v1/posts?', 'last_id')).toEqual([above, elsewhere, below]);
});
