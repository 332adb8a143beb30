import { permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { expect, test } from 'vitest';
import { exists, fact, row, val } from '#platform/database/expressions.ts';
import { insertUsers } from '../../../test/accounts.ts';
import { testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { isMemberOf, opensEditing, seesEverybody } from './communities.access.ts';
import { createCommunityOf } from './communities.factory.ts';
import { mayEditCommunity, maySeeEverybody } from './communities.rules.ts';
import { findMember } from './members.queries.ts';
import { insertHolder, insertRole } from './roles.queries.ts';

const world = await testWorld();

test.each([1, 2, 3])(
  'the database and the rules agree on who is a member, who may edit a community and who sees everybody in it (seed %i)',
  async (seed) => {
    const { db, newId } = world.platform;
    const random = randomOf(seed);
    const owner = await world.person(`owner${seed}`);
    const { id: communityId } = await createCommunityOf(world.platform, {
      creatorId: owner.user_id,
      handle: `home${seed}`,
    });
    const others = await insertUsers(world, 70);
    await db.transaction(async (tx) => {
      for (const [n, userId] of others.entries()) {
        if (random(4) === 0) continue;
        await tx.insertInto('community_members').values({ community_id: communityId, user_id: userId }).execute();
        for (let each = random(3); each > 0; each -= 1) {
          const permissions = permission.options.filter(() => random(2) === 0);
          const name = `Role ${n} ${each}`;
          const roleId = await insertRole(tx, { id: newId(), community_id: communityId, name, permissions });
          await insertHolder(tx, { communityId, userId, roleId });
        }
      }
    });
    const people = await db.kysely
      .selectFrom('users')
      .select((each) => [
        'users.id',
        fact(isMemberOf(val(communityId), each.ref('users.id'))).as('isMember'),
        fact(seesEverybody(val(communityId), each.ref('users.id'))).as('seesAll'),
        fact(
          exists(
            each
              .selectFrom('community_role_holders as held')
              .innerJoin('community_roles as roles', 'roles.id', 'held.role_id')
              .where('held.community_id', '=', communityId)
              .whereRef('held.user_id', '=', 'users.id')
              .where(opensEditing(row('community_roles', 'roles'))),
          ),
        ).as('edits'),
      ])
      .execute();
    expect(new Set(people.map(({ isMember, edits }) => `${isMember} ${edits}`)).size).toBe(3);
    expect(new Set(people.map(({ seesAll }) => seesAll)).size).toBe(2);
    for (const { id, isMember, edits, seesAll } of people) {
      const member = await findMember(db.kysely, communityId, id);
      expect(isMember).toBe(member !== undefined);
      expect(edits).toBe(member !== undefined && mayEditCommunity(member));
      expect(seesAll).toBe(member !== undefined && maySeeEverybody(member));
    }
  },
);
