import { permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { mayDelete, mayRespondTo, postVisibleTo } from '#features/posts/posts.access.ts';
import { createTextPost } from '#features/posts/posts.factory.ts';
import {
  mayDeleteNow,
  obstaclesToResponding,
  obstaclesToSeeing,
  seesRemovedPost,
} from '#features/posts/posts.rules.ts';
import { fact, row as rowOf, val } from '#platform/database/expressions.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { isBanned } from './bans.rules.ts';
import { isBannedFrom, isKnownTo, mayPostTo, sharePrivateCommunity } from './communities.access.ts';
import { createCommunityOf } from './communities.factory.ts';
import { mayKnowOf, mayPost, maySeeEverybody } from './communities.rules.ts';
import { findMember } from './members.queries.ts';
import { insertHolder, insertRole } from './roles.queries.ts';

const world = await testWorld();
const { db, newId } = world.platform;

/** A public and a private community with posts, and people who are members with random roles, banned for a while, or neither. */
async function fill(seed: number): Promise<Person[]> {
  const random = randomOf(seed);
  const people: Person[] = [];
  for (let n = 0; n < 9; n += 1) people.push(await world.person(`p${seed}_${n}`));
  const [creator, ...others] = people as [Person, ...Person[]];
  for (const visibility of ['public', 'private'] as const) {
    const handle = `${visibility}_${seed}`;
    const { id: communityId } = await createCommunityOf(world.platform, {
      creatorId: creator.user_id,
      handle,
      visibility,
    });
    for (const [n, { user_id: userId }] of others.entries()) {
      if (random(2) === 0) {
        await db.transaction(async (tx) => {
          await tx.insertInto('community_members').values({ community_id: communityId, user_id: userId }).execute();
          const permissions = permission.options.filter(() => random(2) === 0);
          const roleId = await insertRole(tx, { id: newId(), community_id: communityId, name: `R${n}`, permissions });
          await insertHolder(tx, { communityId, userId, roleId });
        });
      } else if (random(3) > 0) {
        const until = [null, new Date(Date.now() - 60_000), new Date(Date.now() + 3_600_000)][random(3)];
        await world.sql(
          `insert into community_bans (community_id, user_id, created_at, until, text) values ($1, $2, now(), $3, '')`,
          [communityId, userId, until],
        );
      }
      const postId = await createTextPost(world.platform, { authorId: userId, communityId, content: 'Hello' });
      if (random(4) === 0) await world.sql(`update posts set removal = '{}' where id = $1`, [postId]);
    }
  }
  return people;
}

test.each([1, 2, 3])(
  'the database and the rules agree on who knows of a community, posts there, is banned, and what that means for its posts (seed %i)',
  async (seed) => {
    const people = await fill(seed);
    const rows = await db.kysely
      .selectFrom('posts')
      .innerJoin('communities as place', 'place.id', 'posts.community_id')
      .innerJoin('users as viewer', (join) => join.on(sql<boolean>`true`))
      .leftJoin('community_bans as bans', (join) =>
        join.onRef('bans.community_id', '=', 'place.id').onRef('bans.user_id', '=', 'viewer.id'),
      )
      .select(['posts.author_id', 'posts.removal', 'place.id as communityId', 'place.visibility'])
      .select(['viewer.id as userId', 'bans.number', 'bans.until'])
      .select(({ ref }) => [
        fact(isKnownTo(rowOf('communities', 'place'), ref('viewer.id'))).as('known'),
        fact(mayPostTo(ref('place.id'), ref('viewer.id'))).as('posts'),
        fact(isBannedFrom(ref('place.id'), ref('viewer.id'))).as('banned'),
        fact(postVisibleTo(rowOf('posts'), ref('viewer.id'))).as('sees'),
        fact(mayRespondTo(rowOf('posts'), ref('viewer.id'))).as('responds'),
        fact(mayDelete(rowOf('posts'), ref('viewer.id'))).as('deletes'),
      ])
      .where('viewer.username', 'like', `p${seed}\\_%`)
      .execute();
    expect(rows.length).toBeGreaterThanOrEqual(people.length * 16);
    for (const row of rows) {
      const { userId, communityId } = row;
      const member = await findMember(db.kysely, communityId, userId);
      const known = mayKnowOf(row, { isMember: member !== undefined });
      const banned = isBanned(row.number === null ? undefined : { until: row.until }, new Date());
      const isModerator = member !== undefined && maySeeEverybody(member);
      const isRemoved = row.removal !== null;
      const post = {
        isShown: !isRemoved || seesRemovedPost({ userId, isOnTeam: false, isModerator }, row),
        isInOpenCommunity: known,
        isNotApart: true,
        isAuthorHere: true,
        isNotBlocked: true,
      };
      const { known: k, posts, banned: b, sees, responds, deletes } = row;
      expect({ known: k, posts, banned: b, sees, responds, deletes }).toEqual({
        known,
        posts: member !== undefined && mayPost(member),
        banned,
        sees: obstaclesToSeeing(post).length === 0,
        responds: obstaclesToResponding({ ...post, isNotBanned: !banned }).length === 0,
        deletes: mayDeleteNow({ userId, isModerator }, { author_id: row.author_id, isRemoved }),
      });
    }
    for (const name of ['known', 'posts', 'banned', 'sees', 'responds', 'deletes'] as const) {
      expect(new Set(rows.map((row) => row[name])).size, name).toBe(2);
    }
  },
);

test('two people share a private community only while both are members and it is private', async () => {
  const [ada, bob, cleo] = [await world.person('ada'), await world.person('bob'), await world.person('cleo')];
  const { id, handle } = await createCommunityOf(world.platform, { creatorId: ada.user_id, handle: 'shared' });
  await bob.post(`/v1/community/${handle}`);
  const share = async (one: Person, another: Person) => {
    const { shared } = await db.kysely
      .selectNoFrom(sharePrivateCommunity(val(one.user_id), val(another.user_id)).as('shared'))
      .executeTakeFirstOrThrow();
    return shared;
  };
  expect(await share(ada, bob)).toBe(false);
  await world.sql(`update communities set visibility = 'private' where id = $1`, [id]);
  expect([await share(ada, bob), await share(bob, ada), await share(ada, cleo)]).toEqual([true, true, false]);
});
