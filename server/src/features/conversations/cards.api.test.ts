import { card } from '@hubbub/contract/features/conversations/card.endpoints.ts';
import { expect, test } from 'vitest';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { clubWorld } from '../../../test/community.ts';
import type { Person } from '../../../test/harness.ts';

const { world, ada, bob, eve, newClub } = await clubWorld();

const cardOf = async (by: Person, username: string, community?: string) =>
  await by.get(`/v1/users/${username}/card${community === undefined ? '' : `?community=${community}`}`);
const abilities = async (by: Person, username: string, community?: string) =>
  (await cardOf(by, username, community)).body.abilities;

test("A card says who somebody is, which communities they're in, and what the caller can do", async () => {
  const { status, body } = await cardOf(eve, 'BOB');
  expect(status).toBe(200);
  expect(card.strict().parse(body)).toMatchObject({
    user: { username: 'bob', following: false, follower_count: 0 },
    roles: [],
    abilities: { message: true, call: true, follow: true, give_roles: [], mute: true, ban: false },
  });
  expect(await abilities(bob, 'bob')).toEqual({
    message: false,
    call: false,
    follow: false,
    give_roles: [],
    mute: false,
    ban: false,
  });
});

test("It's 404 like the profile: for nobody, for blocked people, and for those who are away", async () => {
  expect((await cardOf(eve, 'nobody_here')).status).toBe(404);
  await bob.put('/v1/users/eve/block');
  expect([(await cardOf(eve, 'bob')).status, (await cardOf(bob, 'eve')).status]).toEqual([404, 404]);
  await bob.delete('/v1/users/eve/block');
  const gone = await world.person('gone');
  await gone.post('/v1/users/deactivate');
  expect((await cardOf(eve, 'gone')).status).toBe(404);
});

test('Roles and rights are those in the community that was asked for, among its members only', async () => {
  const { handle, user, admin } = await newClub();
  const inside = await cardOf(ada, 'bob', handle);
  expect(inside.body.roles).toEqual([{ role_id: user, name: 'user' }]);
  expect(inside.body.abilities.give_roles.toSorted()).toEqual([user, admin].toSorted());
  expect(inside.body.abilities.ban).toBe(true);
  expect((await abilities(bob, 'ada', handle)).ban).toBe(false);
  expect((await cardOf(eve, 'bob', handle)).body).toMatchObject({
    roles: [],
    abilities: { give_roles: [], ban: false },
  });
  const unknown = await cardOf(eve, 'bob', 'nothing_here');
  expect(unknown.body).toEqual((await cardOf(eve, 'bob', handle)).body);
  expect(await abilities(ada, 'eve', handle)).toMatchObject({ give_roles: [], ban: true });
});

test('Abilities leave out banning holders of community:edit without holding it, and giving roles with permissions one lacks', async () => {
  const { handle } = await newClub();
  const { role } = (await ada.post(`/v1/community/${handle}/roles`, { name: 'Guard', permissions: ['ban:users'] }))
    .body;
  await ada.post(`/v1/community/${handle}/roles/user`, { role_id: role.role_id, username: 'bob' });
  expect(await abilities(bob, 'ada', handle)).toMatchObject({ ban: false, give_roles: [] });
});

test('Lists the communities both are in, then public ones, at most ten, and never reveals private ones', async () => {
  const dan = await world.person('dan');
  const of = async (name: string, more: object, members: Person[]) => {
    const handle = name.toLowerCase().replaceAll(' ', '_');
    await createCommunityOf(world.platform, { creatorId: dan.user.user_id, handle, name, ...more });
    for (const one of members) {
      await world.sql(
        'insert into community_members (community_id, user_id) select id, $1 from communities where handle = $2',
        [one.user.user_id, handle],
      );
    }
    return handle;
  };
  const secret = await of('A secret', { visibility: 'private' }, []);
  const shared = await of('Z shared', { visibility: 'private' }, [eve]);
  const open = await of('B open', {}, []);
  const handles = async (by: Person) =>
    (await cardOf(by, 'dan')).body.communities.map(
      ({ community_handle }: { community_handle: string }) => community_handle,
    );
  expect(await handles(eve)).toEqual([shared, open]);
  expect(await handles(bob)).toEqual([open]);
  expect(await handles(dan)).toEqual([secret, open, shared]);
  for (let count = 0; count < 10; count += 1) await of(`Many ${count}`, {}, []);
  expect(await handles(bob)).toHaveLength(10);
});

test('People who take no messages can be neither messaged nor called', async () => {
  await bob.patch('/v1/notifications/settings', { messages_from: 'nobody' });
  expect(await abilities(eve, 'bob')).toMatchObject({ message: false, call: false, follow: true });
  await bob.patch('/v1/notifications/settings', { messages_from: 'everyone' });
});
