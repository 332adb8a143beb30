import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { setSiteRole } from '../../../test/site.ts';
import { isSuspended } from '../accounts/public.ts';
import { isInState } from './people.access.ts';
import { stateOf } from './people.rules.ts';

let world: World;
let owner: Person;
let admin: Person;
let moderator: Person;
let member: Person;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.person('owner');
  admin = await world.person('admin');
  moderator = await world.person('moderator');
  member = await world.person('member', { name: 'Mira Member' });
  await setSiteRole(world, owner.user_id, 'owner');
  await setSiteRole(world, admin.user_id, 'admin');
  await setSiteRole(world, moderator.user_id, 'moderator');
});
afterAll(() => world.close());

const password = 'a password of their own';
const tokenIn = (url: string) => url.split('/w/')[1] ?? '';
const choose = (token: string) =>
  world.stranger().post('/v1/users/login-link', { token, password, confirm_password: password });
const mailsTo = async (address: string) => {
  await world.runJobs();
  return (await world.outbox()).filter((mail) => mail.to === address);
};

describe('the list of people', () => {
  const names = async (person: Person, query: string): Promise<string[]> =>
    (await person.get(`/v1/site/people?${query}`)).body.people.map(
      (one: { user: { username: string } }) => one.user.username,
    );

  it('The team sees everybody, with their address, role and state', async () => {
    expect((await member.get('/v1/site/people')).status).toBe(422);
    const { people } = (await moderator.get('/v1/site/people?query=mira')).body;
    expect(people).toEqual([
      {
        user: expect.objectContaining({ username: 'member', name: 'Mira Member' }),
        email: 'member@example.org',
        site_role: null,
        state: 'active',
        created_at: expect.any(String),
        last_seen_at: expect.any(String),
        reports: 0,
        deletes_at: null,
        suspension: null,
        manageable: false,
        uses_codes: false,
        suspendable: true,
        assignable_roles: [],
      },
    ]);
    expect((await admin.get('/v1/site/people?query=mira')).body.people[0].manageable).toBe(true);
    expect((await admin.get('/v1/site/people?query=owner')).body.people[0].manageable).toBe(false);
  });

  it('The abilities it lists are those that the calls allow', async () => {
    const target = await world.person('target');
    const listed = async (actor: Person) => (await actor.get('/v1/site/people?query=target')).body.people[0];
    const team = { owner, admin, moderator };
    for (const [targetRole, actor] of [null, 'moderator', 'admin', 'owner'].flatMap((role) =>
      Object.values(team).map((one) => [role, one] as const),
    )) {
      await setSiteRole(world, target.user_id, targetRole as never);
      const { suspendable, assignable_roles: roles } = await listed(actor);
      const suspended = await actor.put('/v1/users/target/suspension', { days: 2, text: 'Enough.' });
      expect(suspended.status === 200, `${actor.user.username} suspends ${targetRole}`).toBe(suspendable);
      if (suspendable) {
        const until = expect.stringMatching(/^20/);
        expect(await listed(actor)).toMatchObject({ state: 'suspended', suspension: { text: 'Enough.', until } });
        expect((await actor.delete('/v1/users/target/suspension')).status).toBe(200);
        expect((await listed(actor)).suspension).toBeNull();
      }
      for (const role of ['owner', 'admin', 'moderator', null]) {
        if (role === targetRole) continue;
        const { status } = await actor.put('/v1/site/roles/target', { site_role: role });
        expect(status === 200, `${actor.user.username} makes ${targetRole} ${role}`).toBe(roles.includes(role));
        await setSiteRole(world, target.user_id, targetRole as never);
      }
    }
    await world.sql('delete from users where id = $1', [target.user_id]);
    expect((await owner.get('/v1/site/people?query=owner')).body.people[0].assignable_roles).toEqual([]);
  });

  it('Search finds parts of usernames, names and addresses, and nothing else', async () => {
    expect(await names(moderator, 'query=MEMB')).toEqual(['member']);
    expect(await names(moderator, 'query=Mira%20M')).toEqual(['member']);
    expect(await names(moderator, 'query=owner@example')).toEqual(['owner']);
    expect(await names(moderator, 'query=%25')).toEqual([]);
    expect(await names(moderator, 'query=m_mber')).toEqual([]);
  });

  it('It can be filtered by role and state, and comes in pages, newest first', async () => {
    await world.sql("insert into users (id, username, password_hash) values ($1, 'x', '')", [world.platform.newId()]);
    expect(await names(moderator, 'role=admin')).toEqual(['admin']);
    expect(await names(moderator, 'role=none&state=active')).toEqual(['member']);
    expect(await names(moderator, 'state=pending')).toEqual(['x']);
    expect(await names(moderator, 'state=deactivated')).toEqual([]);
    const first = (await moderator.get('/v1/site/people?size=2')).body;
    expect(first.people).toHaveLength(2);
    const rest = await names(moderator, `size=100&before=${first.next}`);
    expect(rest).toEqual(['moderator', 'admin', 'owner']);
    await world.sql("delete from users where username = 'x'");
  });

  it.each([1, 2])('the database and the rules agree on the state of an account (seed %i)', async (seed) => {
    const random = randomOf(seed);
    const { db, newId } = world.platform;
    const now = new Date();
    const [past, future] = [new Date(now.getTime() - 60_000), new Date(now.getTime() + 60_000)];
    const maybe = () => (random(2) === 0 ? null : new Date());
    for (let count = 0; count < 30; count += 1) {
      await world.sql(
        `insert into users (id, username, password_hash, created_at, activated_at, approval_requested_at, suspended_by, suspended_until)
         values ($1, $2, '', now(), $3, $4, $5, $6)`,
        [newId(), `state_${seed}_${count}`, maybe(), maybe(), maybe() && newId(), [null, past, future][random(3)]],
      );
    }
    const gone = await world.sql<{ id: string }>(
      `insert into away_accounts (user_id, kind, since, ends_at)
       select id, 'deactivated', now(), now() from users where username like 'state\\_%' and random() < 0.5 returning user_id as id`,
    );
    const seen = new Map(
      (
        await world.sql<{ id: string }>(
          `insert into last_seen (user_id, seen_at) select id, now() from users where username like 'state\\_%' and random() < 0.5
           returning user_id as id`,
        )
      ).map(({ id }) => [id, now]),
    );
    const away = new Set(gone.map(({ id }) => id));
    const people = await db.kysely
      .selectFrom('users')
      .selectAll()
      .select([isInState('active', now).as('active'), isInState('pending', now).as('pending')])
      .select([isInState('suspended', now).as('suspended'), isInState('deactivated', now).as('deactivated')])
      .execute();
    for (const person of people) {
      const states = (['active', 'pending', 'suspended', 'deactivated'] as const).filter((state) => person[state]);
      expect(states, person.username).toEqual([
        stateOf({
          ...person,
          isSuspended: isSuspended(person, now),
          isAway: away.has(person.id),
          last_seen_at: seen.get(person.id) ?? (person.username.startsWith('state_') ? null : now),
        }),
      ]);
    }
    await world.sql("delete from last_seen where user_id in (select id from users where username like 'state\\_%')");
    await world.sql("delete from users where username like 'state\\_%'");
  });
});

describe("somebody else's account", () => {
  it('A reset ends the sessions and the password, notifies the person, and gives a link', async () => {
    const person = await world.person('forgetful');
    const socket = await person.socket();
    const { status, body } = await admin.post('/v1/site/people/forgetful/reset');
    expect(status).toBe(200);
    await socket.closed;
    expect((await person.get('/v1/user')).status).toBe(401);
    const old = { username: 'forgetful', password: person.user.password };
    expect((await world.stranger().post('/v1/tokens/authentication', old)).status).toBe(401);
    expect((await mailsTo(person.user.email))[0]?.subject).toContain('password was reset');
    const again = await admin.post('/v1/site/people/forgetful/reset');
    expect((await choose(tokenIn(body.login_url))).status).toBe(422);
    expect((await choose(tokenIn(again.body.login_url))).status).toBe(201);
    expect(await world.sql("select from audit_log where action = 'password.reset'")).toHaveLength(2);
  });

  it("A reset doesn't admit people who wait for approval, or never confirmed their address", async () => {
    for (const [name, change] of [
      ['waits', 'approval_requested_at = now()'],
      ['unconfirmed', 'activated_at = null'],
    ]) {
      const person = await world.person(`${name}`);
      await world.sql(`update users set ${change} where id = $1`, [person.user_id]);
      const answer = await admin.post(`/v1/site/people/${name}/reset`);
      expect(answer, name).toMatchObject({ status: 422, body: { error: { username: expect.any(String) } } });
    }
  });

  it('Ending their sessions logs them out everywhere and notifies them', async () => {
    const person = await world.person('everywhere');
    const socket = await person.socket();
    expect((await admin.delete('/v1/site/people/everywhere/sessions')).body).toEqual({});
    await socket.closed;
    expect((await person.get('/v1/user')).status).toBe(401);
    expect((await mailsTo(person.user.email))[0]?.subject).toContain('logged out');
  });

  it("A second factor that doesn't exist is already off", async () => {
    expect(await admin.delete('/v1/site/people/member/second-factor')).toMatchObject({ status: 200, body: {} });
  });

  it.each(['reset', 'sessions', 'second-factor'])('Nobody can act on an equal or higher role: %s', async (what) => {
    const act = (person: Person, username: string) =>
      what === 'reset'
        ? person.post(`/v1/site/people/${username}/reset`)
        : person.delete(`/v1/site/people/${username}/${what}`);
    const second = await world.person(`second_${what.replace('-', '_')}`);
    await setSiteRole(world, second.user_id, 'admin');
    for (const username of ['owner', second.user.username, 'admin']) {
      expect((await act(admin, username)).status, username).toBe(422);
    }
    expect((await act(moderator, 'member')).status).toBe(422);
    expect((await act(member, 'moderator')).status).toBe(422);
    expect((await act(admin, 'nobody_at_all')).status).toBe(404);
    expect((await act(owner, second.user.username)).status).toBe(200);
  });
});
