import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { mayUse } from '#features/rooms/public.ts';
import { fact, row } from '#platform/database/expressions.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { createChannelOf } from './channels.factory.ts';
import { mayUseChannel } from './channels.rules.ts';

const world = await testWorld();

test.each([1, 2, 3])('the database and the rule agree on who may use which channel (seed %i)', async (seed) => {
  const { platform } = world;
  const { db, newId } = platform;
  const random = randomOf(seed);
  const some = <T>(things: readonly T[]) => things.filter(() => random(3) === 0);
  const people: Person[] = [];
  for (let n = 0; n < 6; n += 1) people.push(await world.person(`p${seed}_${n}`));
  for (const handle of [`one${seed}`, `two${seed}`]) {
    const creatorId = (people[0] as Person).user_id;
    const { id: communityId } = await createCommunityOf(platform, { creatorId, handle });
    const roleIds = Array.from({ length: 5 }, newId);
    await db.kysely
      .insertInto('community_roles')
      .values(roleIds.map((id) => ({ id, community_id: communityId, name: id, permissions: [], kind: null })))
      .execute();
    for (const { user_id } of people.slice(1)) {
      await db.kysely.insertInto('community_members').values({ community_id: communityId, user_id }).execute();
      const held = some(roleIds).map((role_id) => ({ community_id: communityId, user_id, role_id }));
      if (held.length > 0) await db.kysely.insertInto('community_role_holders').values(held).execute();
    }
    for (let n = 0; n < 10; n += 1) {
      const roles = [roleIds[random(roleIds.length)] as string, ...some(roleIds)];
      await createChannelOf(platform, { communityId, roles });
    }
  }
  const pairs = await db.kysely
    .selectFrom(['rooms', 'users'])
    .select([
      'rooms.roles',
      sql<string[]>`array(select role_id from community_role_holders where user_id = users.id)`.as('held'),
      fact(mayUse(row('rooms'), row('users').id)).as('allowed'),
    ])
    .execute();
  expect(new Set(pairs.map(({ allowed }) => allowed)).size).toBe(2);
  for (const { roles, held, allowed } of pairs) expect(allowed).toBe(mayUseChannel(held, { roles: roles ?? [] }));
});
