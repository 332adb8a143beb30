import { isDeepStrictEqual } from 'node:util';
import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { expect, test } from 'vitest';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { row } from '#platform/database/expressions.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { filesFor, mayDelete, postVisibleTo } from './posts.access.ts';
import { createTextPost } from './posts.factory.ts';
import { filesForViewer, mayDeleteNow, seesRemovedPost } from './posts.rules.ts';

const world = await testWorld();

/** Four people, and twenty posts by them. */
async function writePosts(seed: number, random: (below: number) => number): Promise<string[]> {
  const people: Person[] = [];
  const posts: string[] = [];
  for (let n = 0; n < 4; n += 1) people.push(await world.person(`p${seed}_${n}`));
  for (let n = 0; n < 20; n += 1) {
    const { user_id: authorId } = people[random(people.length)] as Person;
    posts.push(await createTextPost(world.platform, { authorId, content: `Number ${n}` }));
  }
  return posts;
}

/** Moves some posts to a community, and removes some. @returns the id of its moderator, the second of the authors */
async function scatterPosts(seed: number, random: (below: number) => number): Promise<string> {
  const posts = await writePosts(seed, random);
  const [moderator] = await world.sql('select id from users where username = $1', [`p${seed}_1`]);
  const { id: communityId } = await createCommunityOf(world.platform, {
    creatorId: moderator?.id,
    handle: `club_${seed}`,
  });
  for (const id of posts) {
    const removal = random(2) === 0 ? null : JSON.stringify({ text: '', rule: null, decision_id: id });
    const place = random(2) === 0 ? null : communityId;
    await world.sql('update posts set removal = $2, community_id = $3 where id = $1', [id, removal, place]);
  }
  return moderator?.id;
}

test.each([1, 2, 3])('the database and the rule agree on who may delete which post (seed %i)', async (seed) => {
  const moderatorId = await scatterPosts(seed, randomOf(seed));
  const pairs = await world.platform.db.kysely
    .selectFrom(['users', 'posts'])
    .innerJoin('users as authors', 'authors.id', 'posts.author_id')
    .where('authors.username', 'like', `p${seed}\\_%`)
    .select(['posts.author_id', 'posts.removal', 'posts.community_id', 'users.id as userId'])
    .select(mayDelete(row('posts'), row('users').id).as('allowed'))
    .execute();
  expect(new Set(pairs.map(({ allowed }) => allowed)).size).toBe(2);
  for (const { allowed, community_id, removal, ...pair } of pairs) {
    const isModerator = community_id !== null && pair.userId === moderatorId;
    expect(allowed).toBe(mayDeleteNow({ ...pair, isModerator }, { ...pair, isRemoved: removal !== null }));
  }
});

test.each([4, 5, 6])(
  'the database and the rule agree on how a viewer sees which files of a post (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    for (const id of await writePosts(seed, random)) {
      const files = Array.from({ length: random(4) }, (_, index) => {
        const state = ['processing', 'ready', 'failed'][random(3)];
        return {
          path: `/${index}.jpg`,
          state,
          is_nsfw: state === 'ready' ? random(2) === 0 : true,
          alt: '"state":"processing"',
        };
      });
      await world.sql('update posts set files = $2 where id = $1', [id, JSON.stringify(files)]);
    }
    const pairs = await world.platform.db.kysely
      .selectFrom(['posts', 'users'])
      .select(['posts.author_id', 'posts.files', 'users.id as userId'])
      .select(filesFor(row('posts'), row('users').id).as('seen'))
      .execute();
    for (const { seen, userId, author_id, files } of pairs) {
      expect(seen).toEqual(filesForViewer({ userId }, { author_id, files: files as MediaFile[] }));
    }
    expect(pairs.some(({ seen, files }) => !isDeepStrictEqual(seen, files))).toBe(true);
  },
);

test.each([7, 8, 9])('the database and the rule agree on who sees a removed post (seed %i)', async (seed) => {
  const moderatorId = await scatterPosts(seed, randomOf(seed));
  await world.sql(`update users set site_role = 'moderator' where username = $1`, [`p${seed}_0`]);
  const pairs = await world.platform.db.kysely
    .selectFrom(['users', 'posts'])
    .innerJoin('users as authors', 'authors.id', 'posts.author_id')
    .where('authors.username', 'like', `p${seed}\\_%`)
    .select(['posts.author_id', 'posts.removal', 'posts.community_id', 'users.id as userId', 'users.site_role'])
    .select(postVisibleTo(row('posts'), row('users').id).as('seen'))
    .execute();
  expect(new Set(pairs.map(({ seen }) => seen)).size).toBe(2);
  for (const { seen, removal, site_role, community_id, ...pair } of pairs) {
    const isModerator = community_id !== null && pair.userId === moderatorId;
    const viewer = { userId: pair.userId, isOnTeam: site_role !== null, isModerator };
    expect(seen).toBe(removal === null || seesRemovedPost(viewer, pair));
  }
});
