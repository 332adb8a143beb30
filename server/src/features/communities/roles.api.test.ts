import { role as roleShape } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { createClub } from '../../../test/community.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { createCommunityOf } from './communities.factory.ts';

const world = await testWorld();
const ada = await world.person('ada');
const bob = await world.person('bob');
const cyd = await world.person('cyd');

const refused = { status: 422, error: { permission: expect.any(String) } };
const outcome = ({ status, body }: { status: number; body: { error?: unknown } }) =>
  body.error === undefined ? { status } : { status, error: body.error };

let made: number;
let handle: string;
/** A new community of Ada's with Bob and Cyd as members. */
beforeEach(async () => {
  ({ made, handle } = await createClub(world, ada, [bob, cyd]));
});

const listOf = async (
  person: Person,
): Promise<{ role_id: string; name: string; grantable: boolean; mine: boolean }[]> =>
  (await person.get(`/v1/community/${handle}/roles`)).body.roles;
const roleCalled = async (name: string) => {
  const found = (await listOf(ada)).find((role) => role.name === name);
  if (!found) throw new Error(`no role ${name}`);
  return found.role_id;
};
const makeRole = async (person: Person, name: string, permissions: string[]) =>
  await person.post(`/v1/community/${handle}/roles`, { name, permissions });
const give = async (person: Person, roleId: string, username: string) =>
  outcome(await person.post(`/v1/community/${handle}/roles/user`, { role_id: roleId, username }));
const take = async (person: Person, roleId: string, username: string) =>
  outcome(await person.delete(`/v1/community/${handle}/roles/user`, { role_id: roleId, username }));
const rolesOf = async (person: Person): Promise<string[]> =>
  (await person.get(`/v1/community/${handle}/user/roles`)).body.roles;
const permissionsOf = async (person: Person): Promise<string[]> =>
  (await person.get(`/v1/community/${handle}/permissions`)).body.permissions;

/** A role with these permissions, assigned to Bob. */
const bobHolds = async (...permissions: string[]) => {
  const { role } = (await makeRole(ada, `bobs ${permissions.join(' ')}`, permissions)).body;
  expect(await give(ada, role.role_id, 'bob')).toEqual({ status: 200 });
  return role.role_id as string;
};

describe('POST /v1/community/{handle}/roles', () => {
  test('creates a role that no one holds yet', async () => {
    const answer = await makeRole(ada, ' Gardener ', ['channel:create', 'channel:create', 'post:create']);
    expect(answer.status).toBe(201);
    expect(roleShape.strict().parse(answer.body.role)).toEqual({
      role_id: expect.any(String),
      name: 'Gardener',
      permissions: ['channel:create', 'post:create'],
      mine: false,
      grantable: true,
      deletable: true,
    });
    expect((await listOf(bob)).map(({ name }) => name)).toEqual(['admin', 'user', 'Gardener']);
    expect((await ada.post(`/v1/community/${handle}/roles`, { name: 'Bare' })).body.role.permissions).toEqual([]);
  });

  test('needs community:edit and every permission the role has', async () => {
    expect(outcome(await makeRole(bob, 'Mine', []))).toEqual(refused);
    await bobHolds('channel:create');
    expect(outcome(await makeRole(bob, 'Mine', []))).toEqual(refused);
    await bobHolds('community:edit');
    expect(outcome(await makeRole(bob, 'Mine', ['community:edit', 'channel:create']))).toEqual({ status: 201 });
    expect(outcome(await makeRole(bob, 'More', ['ban:users']))).toEqual(refused);
  });

  test('a name another role has, in any case, is 409; a blank or long name and an unknown permission are 422', async () => {
    expect(outcome(await makeRole(ada, 'USER', []))).toEqual({ status: 409, error: { name: expect.any(String) } });
    for (const name of ['', '  ', 'x'.repeat(51)]) {
      expect(outcome(await makeRole(ada, name, []))).toEqual({ status: 422, error: { name: expect.any(String) } });
    }
    expect((await makeRole(ada, 'Odd', ['everything'])).status).toBe(422);
    expect((await ada.post(`/v1/community/${handle}/roles`, { name: 5 })).status).toBe(400);
  });

  test("a community can't have more roles than the limit", async () => {
    const { roles } = (await ada.get(`/v1/community/${handle}/roles`)).body;
    await world.sql(
      `insert into community_roles (id, community_id, name, permissions)
       select gen_random_uuid(), community_id, 'role ' || n, '{}' from community_roles, generate_series(1, $2::int) n where id = $1`,
      [roles[0].role_id, limits.role.perCommunity - 3],
    );
    expect(outcome(await makeRole(ada, 'The last', []))).toEqual({ status: 201 });
    expect(outcome(await makeRole(ada, 'Too many', []))).toEqual({ status: 422, error: { name: expect.any(String) } });
  });
});

describe('POST and DELETE /v1/community/{handle}/roles/user', () => {
  test('assign and remove a role, and can both be repeated', async () => {
    const { role } = (await makeRole(ada, 'Gardener', ['channel:create'])).body;
    for (let time = 0; time < 2; time += 1) expect(await give(ada, role.role_id, 'BOB')).toEqual({ status: 200 });
    expect(await rolesOf(bob)).toHaveLength(2);
    expect(await permissionsOf(bob)).toEqual(['channel:create']);
    for (let time = 0; time < 2; time += 1) expect(await take(ada, role.role_id, 'bob')).toEqual({ status: 200 });
    expect(await permissionsOf(bob)).toEqual([]);
    expect(await rolesOf(bob)).toEqual([await roleCalled('user')]);
  });

  test('need community:edit', async () => {
    const user = await roleCalled('user');
    expect(await give(bob, user, 'cyd')).toEqual(refused);
    expect(await take(bob, user, 'cyd')).toEqual(refused);
    await bobHolds('channel:create', 'post:create', 'ban:users');
    expect(await take(bob, user, 'cyd')).toEqual(refused);
  });

  test('Nobody can give or take a role with a permission that they lack', async () => {
    await bobHolds('community:edit');
    const admin = await roleCalled('admin');
    expect(await give(bob, admin, 'bob')).toEqual(refused);
    expect(await give(bob, admin, 'cyd')).toEqual(refused);
    expect(await take(bob, admin, 'ada')).toEqual(refused);
    expect((await listOf(bob)).map(({ name, grantable }) => [name, grantable])).toEqual([
      ['admin', false],
      ['user', true],
      ['bobs community:edit', true],
    ]);
    expect(await permissionsOf(bob)).toEqual(['community:edit']);
    expect(await permissionsOf(ada)).toHaveLength(4);
  });

  test('rejects a role of another community and an unknown role', async () => {
    const other = await createCommunityOf(world.platform, { creatorId: ada.user_id, handle: `${handle}_b` });
    const foreign = (await ada.get(`/v1/community/${other.handle}/roles`)).body.roles[1].role_id;
    for (const roleId of [foreign, newId(), 'nonsense']) {
      const expected = { status: 422, error: { role_id: expect.any(String) } };
      expect(await give(ada, roleId, 'bob')).toEqual(expected);
      expect(await take(ada, roleId, 'bob')).toEqual(expected);
    }
  });

  test("a non-member can't be given a role or lose one", async () => {
    await world.person(`outsider_${made}`);
    const user = await roleCalled('user');
    for (const username of [`outsider_${made}`, 'nobody_at_all']) {
      const expected = { status: 422, error: { username: expect.any(String) } };
      expect(await give(ada, user, username)).toEqual(expected);
      expect(await take(ada, user, username)).toEqual(expected);
    }
  });

  test('need a role and a username', async () => {
    const answer = await ada.post(`/v1/community/${handle}/roles/user`, {});
    expect(outcome(answer)).toEqual({
      status: 422,
      error: { role_id: 'Choose a role', username: 'Username must be provided' },
    });
  });

  test('non-members get 404, whether or not the community exists', async () => {
    const outsider = await world.person(`stranger_${made}`);
    expect((await give(outsider, newId(), 'ada')).status).toBe(404);
    expect((await makeRole(outsider, 'Mine', [])).status).toBe(404);
    expect((await outsider.post('/v1/community/none_such/roles', { name: 'Mine' })).status).toBe(404);
  });
});

describe('The last holder of community:edit', () => {
  test("can't lose it, neither by losing a role nor by leaving", async () => {
    const admin = await roleCalled('admin');
    expect(await take(ada, admin, 'ada')).toEqual(refused);
    expect(outcome(await ada.delete(`/v1/community/${handle}`))).toEqual(refused);
    expect(await permissionsOf(ada)).toHaveLength(4);
    await give(ada, admin, 'bob');
    expect(await take(ada, admin, 'ada')).toEqual({ status: 200 });
    expect(await permissionsOf(ada)).toEqual([]);
    expect(await take(bob, admin, 'bob')).toEqual(refused);
    expect(outcome(await ada.delete(`/v1/community/${handle}`))).toEqual({ status: 200 });
    expect(outcome(await bob.delete(`/v1/community/${handle}`))).toEqual(refused);
  });

  test('can lose the admin role as long as another role keeps community:edit', async () => {
    const { role } = (await makeRole(ada, 'Editor', ['community:edit'])).body;
    await give(ada, role.role_id, 'ada');
    expect(await take(ada, await roleCalled('admin'), 'ada')).toEqual({ status: 200 });
    expect(await permissionsOf(ada)).toEqual(['community:edit']);
    expect(await take(ada, role.role_id, 'ada')).toEqual(refused);
  });

  const leave = async (person: Person) => outcome(await person.delete(`/v1/community/${handle}`));
  const ways: Record<string, (admin: string) => Promise<unknown>[]> = {
    'each takes it from themself': (admin) => [take(ada, admin, 'ada'), take(bob, admin, 'bob')],
    'each takes it from the other': (admin) => [take(ada, admin, 'bob'), take(bob, admin, 'ada')],
    'both leave': () => [leave(ada), leave(bob)],
    'one leaves, one is taken': (admin) => [leave(ada), take(ada, admin, 'bob')],
  };

  test.each(Object.entries(ways))('keeps it when two are about to lose it at the same time: %s', async (_how, both) => {
    const admin = await roleCalled('admin');
    for (let round = 0; round < 5; round += 1) {
      for (const person of [ada, bob]) {
        await person.post(`/v1/community/${handle}`);
        for (const giver of [ada, bob]) await give(giver, admin, person.user.username);
      }
      await Promise.all(both(admin));
      const [left] = await world.sql<{ number: number }>(
        `select count(*)::int as number from community_role_holders where role_id = $1`,
        [admin],
      );
      expect(left?.number).toBe(1);
    }
  });
});
