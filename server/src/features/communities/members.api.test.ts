import { member as memberShape } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActivatedUser } from '#features/accounts/accounts.factory.ts';
import { type Answer, type Caller, type Person, startWorld, type World } from '../../../test/harness.ts';
import { createCommunityOf } from './communities.factory.ts';

let world: World;
let ada: Person;
let handle: string;
const names: [string, string | null][] = [
  ['grace_h', 'Grace Hopper'],
  ['zoe99', 'Zoë Müller'],
  ['taro', '山田 太郎'],
  ['gracious', null],
];
beforeAll(async () => {
  world = await startWorld();
  ada = await world.person('ada', { name: 'Ada' });
  ({ handle } = await createCommunityOf(world.platform, { creatorId: ada.user_id, handle: 'Club' }));
  for (const [username, name] of names) {
    const person = await world.person(username, { name });
    await person.post(`/v1/community/${handle}`);
  }
  await world.person('grace_outside', { name: 'Grace Outside' });
});
afterAll(async () => await world.close());

const list = async (query: string, caller: Caller = ada) => {
  const answer = await caller.get(`/v1/community/${handle}/members${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const usernames = (body: { members: { username: string }[] }) => body.members.map(({ username }) => username);

/** Communities whose member count differs from the rows. */
const drifted = async () =>
  await world.sql(`select community_id from community_sizes sizes where member_count <>
    (select count(*) from community_members members where members.community_id = sizes.community_id)`);

describe('GET /v1/community/{handle}/members', () => {
  test("returns members in the order of joining, with each one's roles", async () => {
    const body = await list('');
    const { roles } = (await ada.get(`/v1/community/${handle}/roles`)).body;
    const [admin, user] = roles.map(({ role_id }: { role_id: string }) => role_id);
    expect(body.member_count).toBe(5);
    expect(body.next).toBeNull();
    expect(body.members.map((each: unknown) => memberShape.strict().parse(each))[0]).toEqual({
      username: 'ada',
      name: 'Ada',
      profile_path: defaultProfilePath,
      roles: expect.arrayContaining([admin, user]),
      online: false,
    });
    expect(usernames(body)).toEqual(['ada', ...names.map(([username]) => username)]);
    expect(body.members[1].roles).toEqual([user]);
  });

  test('comes in pages: next is the after of the next one, and null at the end', async () => {
    const seen: string[] = [];
    let after = '';
    for (let page = 0; page < 3; page += 1) {
      const body = await list(`?size=2${after}`);
      seen.push(...usernames(body));
      if (page < 2) expect(body.next).toEqual(expect.any(String));
      else expect(body.next).toBeNull();
      after = `&after=${body.next}`;
    }
    expect(seen).toEqual(['ada', ...names.map(([username]) => username)]);
    expect((await list('?size=5')).next).toBeNull();
  });

  test('a query finds beginnings of words in username and name, only among the members', async () => {
    expect(usernames(await list('?query=grac'))).toEqual(['grace_h', 'gracious']);
    expect(usernames(await list('?query=HOPPER%20grace'))).toEqual(['grace_h']);
    expect(usernames(await list('?query=muller'))).toEqual(['zoe99']);
    expect(usernames(await list(`?query=${encodeURIComponent('太')}`))).toEqual(['taro']);
    expect(usernames(await list('?query=g'))).toEqual(['grace_h', 'gracious']);
    expect(usernames(await list('?query=@zoe'))).toEqual(['zoe99']);
    for (const query of ['nobody', '%25', '!!', "'"]) {
      expect(await list(`?query=${query}`)).toEqual({ members: [], member_count: 5, next: null });
    }
    expect(usernames(await list('?query=%20%20'))).toHaveLength(5);
  });

  test('a size other than 1 to 100 and an invalid after are 400', async () => {
    for (const query of ['size=0', 'size=101', 'after=x', 'after=-1', `after=${'9'.repeat(30)}`]) {
      expect((await ada.get(`/v1/community/${handle}/members?${query}`)).status).toBe(400);
    }
  });

  test('in a large community a query finds the same, in pages', async () => {
    const big = await createCommunityOf(world.platform, { creatorId: ada.user_id, handle: 'large' });
    await world.sql(`insert into users (id, username, email, password_hash, name, activated_at)
      select gen_random_uuid(), 'crowd_' || n, 'crowd' || n || '@example.org', 'none',
        case when n % 100 = 0 then 'Wilma Rare' else 'Fred Common' end, now() from generate_series(1, 1500) n`);
    await world.sql(
      `insert into community_members (community_id, user_id) select $1, id from users where username like 'crowd%' order by length(username), username`,
      [big.id],
    );
    await world.sql('update community_sizes set member_count = 1501 where community_id = $1', [big.id]);
    const found = async (query: string) => (await ada.get(`/v1/community/large/members?${query}`)).body;
    const first = await found('query=wil&size=10');
    const second = await found(`query=wil&size=10&after=${first.next}`);
    expect([...usernames(first), ...usernames(second)]).toEqual(
      Array.from({ length: 15 }, (_, n) => `crowd_${(n + 1) * 100}`),
    );
    expect(second.next).toBeNull();
    expect(usernames(await found('query=c&size=3'))).toEqual(['crowd_1', 'crowd_2', 'crowd_3']);
    expect(usernames(await found('query=rare%20wilma&size=1'))).toEqual(['crowd_100']);
    expect(usernames(await found('query=crowd_7&size=2'))).toEqual(['crowd_7', 'crowd_70']);
    expect(usernames(await found('query=grace'))).toEqual([]);
  });
});

describe('The number of members', () => {
  test('is exact after 200 people joined and left at the same time, some of them twice', async () => {
    const club = await createCommunityOf(world.platform, { creatorId: ada.user_id, handle: 'rush' });
    const people: Caller[] = [];
    for (let n = 0; n < 200; n += 1) {
      const { id } = await createActivatedUser(world, { username: `rush_${n}` });
      const token = await world.platform.sessions.create(world.platform.db.kysely, id);
      people.push(world.withCookie(`hubbub=${token}`));
    }
    const path = `/v1/community/${club.handle}`;
    /** A busy server may ask to retry. */
    const insist = async (call: () => Promise<Answer>): Promise<number> => {
      const { status } = await call();
      return status === 503 ? await insist(call) : status;
    };
    const statuses = await Promise.all(
      people.flatMap((person, n) => [
        insist(() => person.post(path)).then((status) => (n % 2 ? insist(() => person.delete(path)) : status)),
        ...(n % 5 === 0 ? [insist(() => person.post(path))] : []),
      ]),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await drifted()).toEqual([]);
    const { community } = (await ada.get('/v1/communities/rush')).body;
    const [rows] = await world.sql<{ number: number }>(
      'select count(*)::int as number from community_members where community_id = $1',
      [club.id],
    );
    expect(community.member_count).toBe(rows?.number);
    expect(community.member_count).toBeGreaterThanOrEqual(101);
  }, 60_000);

  test('is exact when accounts are deleted while others join and leave', async () => {
    const clubs = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        createCommunityOf(world.platform, { creatorId: ada.user_id, handle: `leave_${name}` }),
      ),
    );
    const people: Person[] = [];
    for (let n = 0; n < 30; n += 1) people.push(await world.person(`leaver_${n}`));
    await Promise.all(
      people.map(async (person, n) => {
        for (const club of clubs) {
          await person.post(`/v1/community/${club.handle}`);
          if (n % 3 === 0) await person.delete(`/v1/community/${club.handle}`);
        }
        if (n % 2 === 0) {
          const [deleted, joined] = await Promise.all([
            person.delete('/v1/users'),
            person.post(`/v1/community/${clubs[0]?.handle}`),
          ]);
          expect(deleted.status).toBe(200);
          expect([200, 401]).toContain(joined.status);
        }
      }),
    );
    expect(await drifted()).toEqual([]);
    expect((await ada.get('/v1/communities/leave_two')).body.community.member_count).toBe(11);
  }, 60_000);
});

describe('Deleting an account', () => {
  const admins = async (club: string): Promise<string[]> =>
    (
      await world.sql<{ username: string }>(
        `select users.username from community_role_holders held join community_roles roles on roles.id = held.role_id
         join users on users.id = held.user_id join communities on communities.id = held.community_id
         where roles.kind = 'admin' and communities.handle = $1`,
        [club],
      )
    ).map(({ username }) => username);

  test('with the last community:edit gives it to the longest-standing member', async () => {
    const [founder, second, third] = [
      await world.person('founder'),
      await world.person('second'),
      await world.person('third'),
    ];
    await createCommunityOf(world.platform, { creatorId: founder.user_id, handle: 'heirs' });
    for (const person of [second, third]) await person.post('/v1/community/heirs');
    await founder.delete('/v1/users');
    expect(await admins('heirs')).toEqual(['second']);
    expect((await second.get('/v1/community/heirs/permissions')).body.permissions).toHaveLength(4);
    expect((await third.get('/v1/communities/heirs')).body.community.member_count).toBe(2);
    await third.delete('/v1/users');
    expect(await admins('heirs')).toEqual(['second']);
    await world.runJobs();
  });

  test("that isn't the last one with community:edit changes no roles", async () => {
    const [founder, other, eldest] = [
      await world.person('founder_b'),
      await world.person('other_b'),
      await world.person('eldest_b'),
    ];
    await createCommunityOf(world.platform, { creatorId: founder.user_id, handle: 'shared' });
    for (const person of [eldest, other]) await person.post('/v1/community/shared');
    const [admin] = (await founder.get('/v1/community/shared/roles')).body.roles;
    const assignment = { role_id: admin.role_id, username: 'other_b' };
    await founder.post('/v1/community/shared/roles/user', assignment);
    await founder.delete('/v1/users');
    expect(await admins('shared')).toEqual(['other_b']);
  });

  test('that was the only member deletes the community, and its handle is available again', async () => {
    const founder = await world.person('lonely');
    const { id } = await createCommunityOf(world.platform, { creatorId: founder.user_id, handle: 'empty_one' });
    expect((await founder.delete('/v1/users')).status).toBe(200);
    await world.runJobs();
    expect((await ada.get('/v1/communities/empty_one')).status).toBe(404);
    const [rest] = await world.sql(
      `select (select count(*) from community_roles where community_id = $1)::int as roles,
        (select count(*) from community_sizes where community_id = $1)::int as sizes`,
      [id],
    );
    expect(rest).toEqual({ roles: 0, sizes: 0 });
    await createCommunityOf(world.platform, { creatorId: ada.user_id, handle: 'Empty_One' });
  });

  test('like the other of the only two members, at the same time, leaves nothing behind', async () => {
    const [one, two] = [await world.person('pair_one'), await world.person('pair_two')];
    for (let round = 0; round < 3; round += 1) {
      const club = await createCommunityOf(world.platform, { creatorId: one.user_id, handle: `pair_${round}` });
      await two.post(`/v1/community/${club.handle}`);
    }
    const answers = await Promise.all([one.delete('/v1/users'), two.delete('/v1/users')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await world.sql(`select handle from communities where handle like 'pair%'`)).toEqual([]);
  });
});
