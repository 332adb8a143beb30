import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, testWorld } from '../../../test/harness.ts';
import { setSiteRole } from '../../../test/site.ts';
import { factoryPassword } from './accounts.factory.ts';

const world = await testWorld({ settings: { TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'on' } });

beforeEach(() => world.sql('delete from security_refusals'));

/** A call from an address. */
const callFrom = async (address: string, method: string, path: string, body?: object, cookie = '') => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, cookie };
  const answer = await fetch(`${world.origin}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
};
const logInFrom = (address: string, username: string) =>
  callFrom(address, 'POST', '/v1/tokens/authentication', { username, password: 'a wrong guess' });
const readTeamsFrom = (address: string, person: Person) =>
  callFrom(address, 'GET', '/v1/site/security-log', undefined, person.cookie);

interface Row {
  user_id: string | null;
  event: string;
  network: string | null;
  times: number;
}
const rowsOf = (condition: string) =>
  world.sql<Row>(
    `select user_id, event, network, sum(times)::int as times from security_refusals where ${condition}
     group by user_id, event, network order by network`,
  );
/** Waits until that many refusals are stored; requests don't wait for that. */
const stored = (condition: string, times: number) =>
  expect.poll(async () => (await rowsOf(condition)).reduce((sum, row) => sum + row.times, 0)).toBe(times);

/** Rows of this hour and the next, in case the hour ends meanwhile. `of`: the account and network of row number `n`. */
const fill = (event: string, rows: number, of: { user?: string; network?: string }) =>
  world.sql(
    `insert into security_refusals (id, user_id, event, network, device, request_id, hour, created_at, last_at)
     select gen_random_uuid(), ${of.user ?? 'null'}, $1, ${of.network ?? 'null'}, 'curl', '',
       date_trunc('hour', now()) + at * interval '1 hour', now(), now()
     from generate_series(1, $2::int) n, generate_series(0, 1) at`,
    [event, rows],
  );
const eachNetwork = `'net ' || n`;
/** Accounts that exist only for their refusals. @returns an expression for the `n`th */
async function manyAccounts(name: string, count: number): Promise<string> {
  await world.sql(
    `insert into users (id, username, email, password_hash, activated_at)
     select md5($1 || n)::uuid, $1 || n, $1 || n || '@example.org', 'none', now() from generate_series(1, $2::int) n`,
    [name, count],
  );
  return `md5('${name}' || n)::uuid`;
}

describe("A flood of refusals in the site's log", () => {
  test('A flood of refusals from many networks hides no account and no network', async () => {
    const person = await world.person('seen_in_flood');
    await fill('log_in_failed', 500, { network: eachNetwork });
    await world.sql(
      `insert into security_log (user_id, id, created_at, event, device, address)
       select $1, gen_random_uuid(), now(), 'log_in_failed', 'curl', '192.0.2.1' from generate_series(1, 20)`,
      [person.user_id],
    );
    expect(await logInFrom('198.51.100.1', 'nobody_here')).toBe(401);
    expect(await logInFrom('198.51.100.2', 'seen_in_flood')).toBe(401);
    expect(await readTeamsFrom('198.51.100.3', person)).toBe(422);
    await stored(`device <> 'curl'`, 3);
    expect(await rowsOf(`device <> 'curl'`)).toEqual([
      { user_id: person.user_id, event: 'log_in_failed', network: '198.51.100.2', times: 1 },
      { user_id: person.user_id, event: 'team_refused', network: '198.51.100.3', times: 1 },
      { user_id: null, event: 'log_in_failed', network: null, times: 1 },
    ]);
  });

  test('Of strangers counts by the /48 of an IPv6 address once an hour has 250 rows, and together once it has 500', async () => {
    await fill('log_in_failed', 249, { network: eachNetwork });
    await logInFrom('2001:db8:7:1::1', 'nobody_here');
    await stored(`device <> 'curl'`, 1);
    for (const network of [2, 3, 4, 3]) await logInFrom(`2001:db8:7:${network}::1`, 'nobody_here');
    await logInFrom('198.51.100.1', 'nobody_here');
    await stored(`device <> 'curl'`, 6);
    expect(await rowsOf(`device <> 'curl'`)).toEqual([
      { user_id: null, event: 'log_in_failed', network: '198.51.100.1', times: 1 },
      { user_id: null, event: 'log_in_failed', network: '2001:db8:7:1::/64', times: 1 },
      { user_id: null, event: 'log_in_failed', network: '2001:db8:7::/48', times: 4 },
    ]);
    await fill('log_in_failed', 250, { network: `'more ' || n` });
    for (const address of ['2001:db8:7:9::1', '2001:db8:8:9::1', '198.51.100.1', '198.51.100.2'])
      await logInFrom(address, 'nobody_here');
    await stored(`device <> 'curl'`, 10);
    expect((await rowsOf(`device <> 'curl'`)).map(({ network, times }) => [network, times])).toEqual([
      ['198.51.100.1', 2],
      ['2001:db8:7:1::/64', 1],
      ['2001:db8:7::/48', 5],
      [null, 2],
    ]);
  });

  test("Of one account keeps 20 networks an hour and counts the others together, also while others' are kept", async () => {
    const [spy, other] = [await world.person('spy_of_many'), await world.person('spy_of_one')];
    await fill('team_refused', 20, { user: `'${spy.user_id}'::uuid`, network: eachNetwork });
    await readTeamsFrom('198.51.100.1', spy);
    await readTeamsFrom('198.51.100.2', spy);
    await readTeamsFrom('198.51.100.3', other);
    await stored(`device <> 'curl'`, 3);
    expect(await rowsOf(`device <> 'curl'`)).toEqual([
      { user_id: other.user_id, event: 'team_refused', network: '198.51.100.3', times: 1 },
      { user_id: spy.user_id, event: 'team_refused', network: null, times: 2 },
    ]);
  });

  test('Of many accounts leaves out networks first, and only then whose they are', async () => {
    const [spy, late] = [await world.person('spy_among_many'), await world.person('spy_too_many')];
    const each = await manyAccounts('flooding', 1000);
    await fill('team_refused', 500, { user: each, network: eachNetwork });
    await readTeamsFrom('198.51.100.1', spy);
    await stored(`device <> 'curl'`, 1);
    await fill('team_refused', 1000, { user: each });
    await readTeamsFrom('198.51.100.1', spy);
    await readTeamsFrom('198.51.100.1', late);
    await stored(`device <> 'curl'`, 3);
    expect(new Set(await rowsOf(`device <> 'curl'`))).toEqual(
      new Set([
        { user_id: spy.user_id, event: 'team_refused', network: null, times: 2 },
        { user_id: null, event: 'team_refused', network: null, times: 1 },
      ]),
    );
  });
});

describe('Deleting an account', () => {
  test("Keeps its refusals in the site's log, without the account", async () => {
    const [admin, spy, other] = [
      await world.person('boss'),
      await world.person('gone_spy'),
      await world.person('gone_too'),
    ];
    await setSiteRole(world, admin.user_id, 'admin');
    for (const person of [spy, spy, other]) await readTeamsFrom('198.51.100.1', person);
    await readTeamsFrom('198.51.100.2', spy);
    await stored('true', 4);
    for (const person of [spy, other])
      expect((await person.delete('/v1/users', { password: factoryPassword })).status).toBe(200);
    expect(await rowsOf('true')).toEqual([
      { user_id: null, event: 'team_refused', network: '198.51.100.1', times: 3 },
      { user_id: null, event: 'team_refused', network: '198.51.100.2', times: 1 },
    ]);
    const { entries } = (await admin.get('/v1/site/security-log?event=team_refused')).body;
    expect(entries.every(({ user }: { user: unknown }) => user === null)).toBe(true);
    expect(entries.reduce((sum: number, { times }: { times: number }) => sum + times, 0)).toBe(4);
  });
});

test("A stranger's failures fill at most 20 entries of a person's own log a day, of all kinds together", async () => {
  const person = await world.person('target');
  let sent = 0;
  for (let network = 0; network < 4; network += 1) {
    for (let times = 0; times < 14; times += 1) {
      await logInFrom(`2001:db8:2:${network}::1`, 'target');
      sent += 1;
    }
  }
  const own = () => world.sql<{ event: string }>('select event from security_log where user_id = $1', [person.user_id]);
  await expect
    .poll(
      async () =>
        (await own()).length + (await rowsOf(`event like 'log_in_%'`)).reduce((sum, { times }) => sum + times, 0),
    )
    .toBe(sent);
  expect(await own()).toHaveLength(20);
  expect(new Set((await own()).map(({ event }) => event))).toEqual(new Set(['log_in_failed', 'log_in_locked']));
});

describe("A refused call is in the site's log", () => {
  test('If a role is missing or too low, and not if a role has another reason to stay', async () => {
    const [owner, moderator] = [await world.person('only_owner'), await world.person('only_moderator')];
    await setSiteRole(world, owner.user_id, 'owner');
    await setSiteRole(world, moderator.user_id, 'moderator');
    const roleOf = (person: Person, of: Person, site_role: string | null) =>
      person.put(`/v1/site/roles/${of.user.username}`, { site_role });
    const last = await roleOf(owner, owner, 'admin');
    expect(last).toMatchObject({ status: 422, body: { error: { site_role: expect.stringMatching(/last owner/) } } });
    expect((await roleOf(moderator, owner, null)).body.error).toHaveProperty('permission');
    await stored(`event = 'team_refused'`, 1);
    expect((await rowsOf('true')).map(({ user_id }) => user_id)).toEqual([moderator.user_id]);
  });
});
