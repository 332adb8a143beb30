import { beforeAll, describe, expect, test } from 'vitest';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { type Caller, type Person, testWorld } from '../../../test/harness.ts';
import { setSiteRole } from '../../../test/site.ts';

const world = await testWorld();

interface Entry {
  _id: string;
  created_at: string;
  last_at: string;
  times: number;
  event: string;
  user: { username: string } | null;
  device: string | null;
  network: string | null;
  request_id: string | null;
  action: { action: string; actor: { username: string } | null; subject: { name: string } | null } | null;
}

let admin: Person;
beforeAll(async () => {
  admin = await world.person('watching');
  await setSiteRole(world, admin.user_id, 'admin');
});

const read = (query = '') => admin.get(`/v1/site/security-log${query}`);
const entriesOf = async (query = ''): Promise<Entry[]> => (await read(query)).body.entries;
const shortOf = (entries: readonly Entry[]) => entries.map(({ event, times }) => `${event} ${times}`);
const logIn = (username: string, password = factoryPassword, from: Caller = world.stranger()) =>
  from.post('/v1/tokens/authentication', { username, password });
/** Waits for refusals, which requests don't wait for. */
const stored = (query: string, entries: readonly string[]) =>
  expect.poll(async () => shortOf(await entriesOf(query))).toEqual(entries);

describe('GET /v1/site/security-log', () => {
  test('Is for admins and owners', async () => {
    const other = await world.person('curious');
    for (const role of [null, 'moderator'] as const) {
      await setSiteRole(world, other.user_id, role);
      expect(await other.get('/v1/site/security-log')).toMatchObject({
        status: 422,
        body: { error: { permission: expect.any(String) } },
      });
    }
    await setSiteRole(world, other.user_id, 'owner');
    expect((await other.get('/v1/site/security-log')).status).toBe(200);
    expect((await world.stranger().get('/v1/site/security-log')).status).toBe(401);
    expect((await read('?before=x')).status).toBe(400);
    expect((await read('?event=made-up')).status).toBe(400);
    await stored('?username=curious', ['team_refused 2']);
  });

  test('Records who, from which network and with which request', async () => {
    await world.person('seen_by_team');
    const { headers } = await logIn('SEEN_by_team');
    expect(await entriesOf('?username=seen_by_team')).toEqual([
      {
        _id: expect.any(String),
        created_at: expect.any(String),
        last_at: expect.any(String),
        times: 1,
        event: 'log_in',
        user: { username: 'seen_by_team', name: null, profile_path: '/profiles/default.png' },
        device: expect.any(String),
        network: '127.0.0.1',
        request_id: headers.get('x-request-id'),
        action: null,
      },
    ]);
    expect(await entriesOf('?username=nobody_by_this_name')).toEqual([]);
  });

  test('Counts log-ins to unknown accounts by network and hour, without what was typed', async () => {
    for (const typed of ['hunter2_typed_as_name', 'another_typed_name', 'hunter2_typed_as_name'])
      expect((await logIn(typed, 'typed-password')).status).toBe(401);
    const unknown = async () => (await entriesOf('?event=log_in_failed')).filter(({ user }) => user === null);
    await expect.poll(async () => (await unknown()).reduce((sum, { times }) => sum + times, 0)).toBe(3);
    expect(await unknown()).toEqual(
      expect.arrayContaining([expect.objectContaining({ network: '127.0.0.1', event: 'log_in_failed' })]),
    );
    expect(JSON.stringify(await world.sql('select * from security_refusals'))).not.toMatch(/typed/);
  });

  test("Includes refused log-ins, even the ordinary steps that a person's own log leaves out", async () => {
    const person = await world.person('refused');
    expect((await person.post('/v1/totp')).status).toBe(422);
    expect((await logIn('refused', 'wrong')).status).toBe(401);
    await expect
      .poll(async () => shortOf(await entriesOf('?username=refused')))
      .toEqual(expect.arrayContaining(['confirm_needed 1', 'log_in_failed 1']));
    const own = (await person.get('/v1/user/security-log')).body.entries;
    expect(own.map(({ event }: Entry) => event)).toEqual(['log_in_failed']);
  });

  test("Includes the team's actions once, with their actors", async () => {
    const person = await world.person('handled');
    await logIn('handled');
    expect((await admin.delete('/v1/site/people/handled/sessions')).status).toBe(200);
    expect((await admin.put('/v1/users/handled/suspension', { text: 'Spam' })).status).toBe(200);
    expect((await logIn('handled')).status).toBe(422);
    await stored('?username=handled', ['log_in_refused 1', 'team_action 1', 'team_action 1', 'log_in 1']);
    const [, suspension, ended] = await entriesOf('?username=handled');
    expect([suspension?.action?.action, ended?.action?.action]).toEqual(['decision.suspend', 'sessions.ended']);
    expect(ended?.action).toMatchObject({ actor: { username: 'watching' }, subject: { name: 'handled' } });
    expect(shortOf(await entriesOf('?username=handled&event=team_action'))).toEqual(['team_action 1', 'team_action 1']);
    expect(shortOf(await entriesOf('?username=handled&event=ended_by_team'))).toEqual(['ended_by_team 1']);
    expect(await entriesOf(`?username=watching&event=team_action`)).toHaveLength(2);
    await world.runJobs();
    expect(person.user_id).toBeDefined();
  });

  test('Comes in pages, whatever is in them', async () => {
    const all = await entriesOf('?size=100');
    expect(all.length).toBeGreaterThan(8);
    expect(all.map(({ _id }) => _id)).toEqual(
      all
        .map(({ _id }) => _id)
        .toSorted()
        .reverse(),
    );
    const paged: Entry[] = [];
    for (;;) {
      const last = paged.at(-1);
      const page = await entriesOf(`?size=3${last ? `&before=${last._id}` : ''}`);
      paged.push(...page);
      if (page.length < 3) break;
    }
    expect(paged.map(({ _id }) => _id)).toEqual(all.map(({ _id }) => _id));
    expect(new Set(all.map(({ event }) => event)).size).toBeGreaterThan(4);
  });
});

describe('A flood of refusals', () => {
  test('Of one account fills 20 entries a day, and one row an hour that counts the rest', async () => {
    const person = await world.person('flooded');
    const kept = async () =>
      (await entriesOf('?username=flooded&size=100')).map(({ times }) => times).sort((one, other) => other - one);
    for (let n = 1; n <= 25; n += 1) {
      expect((await logIn('flooded', `guess ${n}`)).status).toBe(401);
      // It's stored after the answer, and two simultaneous ones wouldn't count each other.
      await expect.poll(async () => (await kept()).reduce((sum, times) => sum + times, 0)).toBe(n);
    }
    // Two rows if an hour ended meanwhile.
    expect((await kept()).length).toBeLessThanOrEqual(22);
    expect((await person.get('/v1/user/security-log?size=100')).body.entries).toHaveLength(20);
  });

  test('From many networks shares a row once an hour has 500', async () => {
    const fill = `insert into security_refusals (id, event, network, device, request_id, hour, created_at, last_at)
      select gen_random_uuid(), 'log_in_failed', 'net ' || n, 'curl', '', date_trunc('hour', now()) + at * interval '1 hour', now(), now()
      from generate_series(1, 500) n, generate_series(0, 1) at`;
    await world.sql('delete from security_refusals');
    await world.sql(fill);
    for (const name of ['made_up_1', 'made_up_2', 'made_up_3']) await logIn(name);
    const shared = () => world.sql<{ times: number }>('select times from security_refusals where network is null');
    await expect.poll(async () => (await shared()).reduce((sum, { times }) => sum + times, 0)).toBe(3);
    await world.sql('delete from security_refusals');
  });

  test('Is deleted after 90 days', async () => {
    await logIn('made_up_4');
    const rows = () => world.sql('select id from security_refusals');
    await expect.poll(async () => (await rows()).length).toBe(1);
    const sweep = async (age: string) => {
      await world.sql('update security_refusals set hour = now() - $1::interval', [age]);
      await world.sql(`select graphile_worker.add_job('accounts.remove-expired')`);
      await world.runJobs();
    };
    await sweep('89 days');
    expect(await rows()).toHaveLength(1);
    await sweep('91 days');
    expect(await rows()).toEqual([]);
  });
});
