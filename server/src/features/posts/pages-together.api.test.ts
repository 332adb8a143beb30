import { expect, test } from 'vitest';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { createTextPost } from './posts.factory.ts';

const world = await testWorld();

test('Pages that many people read at the same moment are the same as if each were read alone, and none without a session', async () => {
  const random = randomOf(11);
  const people: Person[] = [];
  for (let n = 0; n < 12; n += 1) people.push(await world.person(`reader_${n}`));
  const someone = () => people[random(people.length)] as Person;
  const { id: place } = await createCommunityOf(world.platform, {
    creatorId: someone().user_id,
    handle: 'hidden',
    visibility: 'private',
  });
  for (const person of people.slice(0, 5)) {
    await world.sql('insert into community_members (community_id, user_id) values ($1, $2) on conflict do nothing', [
      place,
      person.user_id,
    ]);
  }
  for (const person of people) {
    for (const relation of ['follow', 'follow', 'follow', 'mute', 'block']) {
      // Some can't: nobody follows people they've blocked, or themselves.
      await person.put(`/v1/users/${someone().user.username}/${relation}`);
    }
  }
  const posts: string[] = [];
  for (let n = 0; n < 60; n += 1) {
    const author = someone();
    const communityId = random(3) === 0 ? { communityId: place } : {};
    posts.push(
      await createTextPost(world.platform, { authorId: author.user_id, content: `Post ${n}`, ...communityId }),
    );
  }
  for (const post of posts.slice(0, 20)) await someone().put(`/v1/posts/${post}/bookmark`);
  for (const post of posts.slice(20, 30)) await world.sql(`update posts set removal = '{}' where id = $1`, [post]);

  const gone = await world.person('gone');
  await world.sql('delete from sessions where user_id = $1', [gone.user_id]);
  const paths = ['everyone', 'following', 'communities'].flatMap((feed) =>
    [5, 7].map((size) => `/v1/posts?feed=${feed}&size=${size}`),
  );
  paths.push('/v1/communities/hidden/posts?size=5');
  const read = async ({ person, path }: { person: Person; path: string }) => {
    const { status, body } = await person.get(path);
    return { who: person.user.username, path, status, body };
  };
  const reads = Array.from({ length: 240 }, (_, n) => {
    const path = paths[random(paths.length)] as string;
    const from = random(2) ? `&last_id=${posts[random(posts.length)]}` : '';
    return { person: n % 20 === 0 ? gone : someone(), path: path + from };
  });
  const alone = [];
  for (const one of reads) alone.push(await read(one));
  for (let round = 0; round < 4; round += 1) expect(await Promise.all(reads.map(read))).toEqual(alone);
  expect(alone.filter(({ status }) => status === 401).map(({ who }) => who)).toEqual(Array(12).fill('gone'));
  expect(new Set(alone.map(({ status }) => status))).toEqual(new Set([200, 401, 404]));
});
