import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fixtureFile } from '../../../test/forms.ts';
import { type Caller, type Person, startWorld, type World } from '../../../test/harness.ts';

let world: World;
const team: Record<'owner' | 'admin' | 'moderator' | 'member', Person> = {} as never;
const roleOf = async (username: string) =>
  (await world.sql<{ site_role: string | null }>('select site_role from users where username = $1', [username]))[0]
    ?.site_role;
const give = (person: Person, role: string | null) =>
  world.sql('update users set site_role = $2 where id = $1', [person.user_id, role]);
const site = async (caller: Caller = world.stranger()) => (await caller.get('/v1/site')).body.site;
const setRole = (actor: Caller, username: string, site_role: string | null) =>
  actor.put(`/v1/site/roles/${username}`, { site_role });

beforeAll(async () => {
  world = await startWorld();
  for (const name of ['owner', 'admin', 'moderator', 'member'] as const) team[name] = await world.person(`the_${name}`);
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const name of ['owner', 'admin', 'moderator'] as const) await give(team[name], name);
  await give(team.member, null);
});

describe('GET /v1/site', () => {
  test('A site nobody has changed is called Hubbub, is open, and names its owners and admins', async () => {
    expect(await site()).toEqual({
      name: 'Hubbub',
      description: '',
      rules: [],
      registration: 'open',
      logo_path: null,
      contact: '',
      languages: [],
      pages: [],
      rules_tick: false,
      previews: true,
      run_by: [
        { username: 'the_owner', name: null, profile_path: '/profiles/default.png' },
        { username: 'the_admin', name: null, profile_path: '/profiles/default.png' },
      ],
    });
  });

  test('Only admins get the settings that only they may change', async () => {
    for (const person of [team.member, team.moderator]) {
      expect(await site(person)).not.toHaveProperty('email_domains');
      expect(await site(person)).toHaveProperty('announcement', null);
    }
    for (const person of [team.owner, team.admin]) {
      expect(await site(person)).toMatchObject({
        email_domains: [],
        member_invites: false,
        default_messages_from: 'everyone',
        first_steps_done: false,
      });
    }
    const { body } = await team.admin.get('/v1/user');
    expect(body.user.site_role).toBe('admin');
  });
});

describe('PATCH /v1/site', () => {
  test('Admins change what they send, and nothing else', async () => {
    const first = await team.admin.patch('/v1/site', {
      name: '  Elm Street  ',
      description: 'Our street.',
      rules: ['Be kind.', 'No ads.'],
      registration: 'invitation',
      contact: 'elm@example.org',
      languages: ['en', 'pt-BR'],
      email_domains: ['@Example.ORG '],
      member_invites: true,
      default_messages_from: 'known',
    });
    expect(first.status).toBe(200);
    const changed = {
      name: 'Elm Street',
      description: 'Our street.',
      rules: ['Be kind.', 'No ads.'],
      registration: 'invitation',
      contact: 'elm@example.org',
      languages: ['en', 'pt-BR'],
      email_domains: ['example.org'],
      member_invites: true,
      default_messages_from: 'known',
    };
    expect(first.body.site).toMatchObject(changed);
    const second = await team.owner.patch('/v1/site', { registration: 'open', first_steps_done: true });
    expect(second.body.site).toMatchObject({ ...changed, registration: 'open', first_steps_done: true });
  });

  test.each([
    ['an empty name', { name: ' ' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(51) }, 'name'],
    ['an unknown policy', { registration: 'maybe' }, 'registration'],
    ['a rule without text', { rules: ['Be kind.', ''] }, 'rules.1'],
    ['too many rules', { rules: Array.from({ length: 21 }, () => 'Be kind.') }, 'rules'],
    ['a wrong domain', { email_domains: ['not a domain'] }, 'email_domains.0'],
    ['a wrong language', { languages: ['English'] }, 'languages.0'],
    ['an unknown choice', { default_messages_from: 'friends' }, 'default_messages_from'],
  ])('Refuses %s', async (_what, body, field) => {
    const answer = await team.owner.patch('/v1/site', body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.error)).toEqual([field]);
  });

  test.each([
    { member_invites: 'true' },
    { previews: 'on' },
    { removed_logo: 'yes' },
    { rules: '["Be kind."]' },
    { languages: '["en"]' },
  ])('JSON has no words for booleans and lists, as forms have: %j is 400', async (body) => {
    const before = (await team.owner.get('/v1/site')).body;
    const answer = await team.owner.patch('/v1/site', body);
    expect([answer.status, Object.keys(answer.body.error)]).toEqual([400, Object.keys(body)]);
    expect((await team.owner.get('/v1/site')).body).toEqual(before);
  });

  test('A logo comes in a form and replaces the previous one; without a logo there is none', async () => {
    const send = async (fields: Record<string, string>, logo?: Blob) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      if (logo) form.append('logo', logo, 'logo.png');
      const response = await team.admin.fetch('/v1/site', { method: 'PATCH', body: form });
      const body: ReturnType<typeof JSON.parse> = await response.json();
      return { status: response.status, body };
    };
    const first = await send(
      { rules: '["Be kind."]', member_invites: 'false', previews: 'on' },
      await fixtureFile('alpha.png'),
    );
    expect(first.status).toBe(200);
    const { logo_path: path } = first.body.site;
    expect(path).toMatch(/^\/\w+\.png$/);
    expect(first.body.site).toMatchObject({ rules: ['Be kind.'], member_invites: false });
    expect((await world.stranger().fetch(`/media${path}`)).status).toBe(200);

    const second = await send({}, await fixtureFile('alpha.png'));
    expect(second.body.site.logo_path).not.toBe(path);
    await world.runJobs();
    expect((await world.stranger().fetch(`/media${path}`)).status).toBe(404);
    expect((await send({ removed_logo: 'true' })).body.site.logo_path).toBeNull();
  });

  test('Only admins can change the site, not even by uploading a logo', async () => {
    for (const person of [team.member, team.moderator]) {
      expect((await person.patch('/v1/site', { name: 'Mine' })).status).toBe(422);
      const form = new FormData();
      form.append('logo', await fixtureFile('alpha.png'), 'logo.png');
      expect((await person.fetch('/v1/site', { method: 'PATCH', body: form })).status).toBe(422);
    }
    expect((await site()).name).not.toBe('Mine');
  });
});

describe('PUT /v1/site/roles/{username}', () => {
  test('Owners can give and take roles; admins can choose moderators', async () => {
    expect(await setRole(team.owner, 'THE_MEMBER', 'admin')).toMatchObject({
      status: 200,
      body: { site_role: 'admin' },
    });
    expect(await roleOf('the_member')).toBe('admin');
    expect((await setRole(team.owner, 'the_member', null)).status).toBe(200);
    expect((await setRole(team.admin, 'the_member', 'moderator')).status).toBe(200);
    expect((await setRole(team.admin, 'the_member', 'admin')).status).toBe(422);
    expect((await setRole(team.admin, 'the_member', null)).status).toBe(200);
    expect(await roleOf('the_member')).toBeNull();
  });

  test('Nobody can act on an equal or higher role', async () => {
    expect((await setRole(team.admin, 'the_owner', null)).status).toBe(422);
    expect((await setRole(team.moderator, 'the_member', 'moderator')).status).toBe(422);
    expect((await setRole(team.member, 'the_member', 'owner')).status).toBe(422);
    await give(team.member, 'owner');
    expect((await setRole(team.owner, 'the_member', null)).status).toBe(422);
    expect(await roleOf('the_member')).toBe('owner');
  });

  test('Someone unknown, or not activated, is not found', async () => {
    expect((await setRole(team.owner, 'nobody_here', 'admin')).status).toBe(404);
    expect((await setRole(team.member, 'nobody_here', 'admin')).status).toBe(422);
  });

  test('The last owner can neither step down nor delete their account', async () => {
    const down = await setRole(team.owner, 'the_owner', null);
    expect(down.status).toBe(422);
    expect(down.body.error.site_role).toContain('last owner');
    expect((await team.owner.delete('/v1/users')).status).toBe(422);
    expect((await team.owner.get('/v1/user')).status).toBe(200);

    const other = await world.person('other_owner');
    await setRole(team.owner, 'other_owner', 'owner');
    expect((await setRole(team.owner, 'the_owner', 'admin')).status).toBe(200);
    expect((await other.delete('/v1/users')).status).toBe(422);
    await setRole(other, 'the_admin', 'owner');
    expect((await other.delete('/v1/users')).status).toBe(200);
  });

  test("A suspended owner doesn't count as the last one, and neither they nor a suspended admin run the site", async () => {
    const names = async () => (await site()).run_by.map(({ username }: { username: string }) => username);
    const other = await world.person('away_owner');
    await give(other, 'owner');
    expect(await names()).toEqual(expect.arrayContaining(['away_owner', 'the_admin']));
    const away = [other.user_id, team.admin.user_id];
    await world.sql('update users set suspended_by = id where id = any($1::uuid[])', [away]);
    expect(await names()).not.toEqual(expect.arrayContaining(['away_owner']));
    expect(await names()).not.toEqual(expect.arrayContaining(['the_admin']));
    expect((await setRole(team.owner, 'the_owner', 'admin')).status).toBe(422);
    expect((await team.owner.delete('/v1/users')).status).toBe(422);
    const { people } = (await team.owner.get('/v1/site/people?query=the_owner')).body;
    expect(people[0].assignable_roles).toEqual([]);

    await world.sql(`update users set suspended_until = now() - interval '1 minute' where id = any($1::uuid[])`, [
      away,
    ]);
    expect(await names()).toEqual(expect.arrayContaining(['away_owner', 'the_admin']));
    expect((await setRole(team.owner, 'the_owner', 'admin')).status).toBe(200);
    await world.sql('update users set suspended_by = null, suspended_until = null where id = any($1::uuid[])', [away]);
    await give(other, null);
  });

  test('Of two owners who step down at the same moment, one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      await give(team.owner, 'owner');
      await give(team.admin, 'owner');
      const answers = await Promise.all([
        setRole(team.owner, 'the_owner', null),
        setRole(team.admin, 'the_admin', null),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });

  test("An account of the demo can't get a role once somebody real has registered", async () => {
    await world.person('demo_one', { email: 'demo_one@neighbours.example' });
    const answer = await setRole(team.owner, 'demo_one', 'moderator');
    expect(answer.status).toBe(422);
    expect(await roleOf('demo_one')).toBeNull();
  });
});

describe('GET /v1/audit', () => {
  const entries = async (query = '') => (await team.admin.get(`/v1/audit${query}`)).body.entries;

  test('Says who did what, newest first, a page at a time, for admins only', async () => {
    await setRole(team.owner, 'the_member', 'moderator');
    await team.owner.patch('/v1/site', { name: 'Oak Street' });
    const [newest, second] = await entries('?size=2');
    expect(newest).toMatchObject({
      actor: { username: 'the_owner' },
      on_server: false,
      action: 'site.changed',
      subject: null,
      text: 'name',
    });
    expect(second).toMatchObject({
      action: 'role.changed',
      subject: { kind: 'user', id: team.member.user_id, name: 'the_member', url: '/profile/the_member' },
      text: 'moderator',
    });
    expect((await entries(`?size=1&before=${newest._id}`))[0]).toEqual(second);
    expect((await team.admin.get('/v1/audit?before=x')).status).toBe(400);
    expect((await team.moderator.get('/v1/audit')).status).toBe(422);
  });

  test('A deleted account leaves no name in it', async () => {
    const leaving = await world.person('leaving_soon');
    await setRole(team.owner, 'leaving_soon', 'admin');
    await leaving.patch('/v1/site', { name: 'Fir Street' });
    await leaving.delete('/v1/users');
    const [changed, role] = await entries('?size=2');
    expect(changed).toMatchObject({ actor: null, on_server: false, action: 'site.changed' });
    expect(role.subject).toEqual({ kind: 'user', id: leaving.user_id, name: null, url: null });
    expect(JSON.stringify([changed, role])).not.toContain('leaving_soon');
    const rows = await world.sql('select * from audit_log');
    expect(JSON.stringify(rows)).not.toMatch(/leaving_soon|the_owner|the_member/);
  });
});

describe('GET /v1/site/overview', () => {
  test("Has figures that a job computed, and the doctor's findings", async () => {
    const first = await team.moderator.get('/v1/site/overview');
    const version = expect.stringMatching(/^\d/);
    expect(first.body.overview).toMatchObject({ version, figures: null, findings: null, outdated: true });
    expect(first.body.overview).not.toHaveProperty('largest');
    await world.runJobs();
    const { overview } = (await team.moderator.get('/v1/site/overview')).body;
    const [counted] = await world.sql<{ people: number; posts: number; bytes: number }>(
      `select (select count(*)::int from users where activated_at is not null) as people,
         (select count(*)::int from posts) as posts,
         (select coalesce(sum(bytes), 0)::int from media_files) as bytes`,
    );
    expect(overview.figures).toMatchObject({
      people: counted?.people,
      posts: counted?.posts,
      media_bytes: counted?.bytes,
    });
    expect(overview.figures.active_day).toBeGreaterThan(0);
    expect(overview.figures.active_week).toBeGreaterThanOrEqual(overview.figures.active_day);
    expect(overview.trend).toEqual([
      { day: new Date().toISOString().slice(0, 10), people: counted?.people, media_bytes: counted?.bytes },
    ]);
    expect(overview.findings.map(({ about }: { about: string }) => about)).toContain('database');
    expect(overview.outdated).toBe(false);
    await world.sql(`update site_figures set taken_at = taken_at - interval '11 minutes'`);
    expect((await team.moderator.get('/v1/site/overview')).body.overview.outdated).toBe(true);
    await world.runJobs();
    expect((await team.moderator.get('/v1/site/overview')).body.overview.outdated).toBe(false);
  }, 60_000);

  test('Shows admins how much space is left, and whose files take up the most', async () => {
    const form = new FormData();
    form.set('content', 'A picture.');
    form.set('files', await fixtureFile('alpha.png'));
    expect((await team.member.upload('/v1/posts', form)).status).toBe(201);
    const { overview } = (await team.admin.get('/v1/site/overview')).body;
    expect(overview.free_bytes).toBeGreaterThan(0);
    expect(overview.total_bytes).toBeGreaterThan(overview.free_bytes);
    expect(overview.largest[0]).toEqual({
      user: expect.objectContaining({ username: team.member.user.username }),
      bytes: expect.any(Number),
    });
    expect(overview.largest.length).toBeLessThanOrEqual(10);
  });

  test("Has the number of items that wait for the caller's decision", async () => {
    const waiting = async (by: Person) => (await by.get('/v1/site/overview')).body.overview.waiting;
    expect(await waiting(team.moderator)).toEqual({ reports: 0, appeals: 0, requests: 0 });
    const person = await world.person('waiting_person');
    const rude = await world.person('rude_person');
    await person.post('/v1/reports', { kind: 'user', id: rude.user.username, reason: 'spam' });
    await person.post('/v1/reports', { kind: 'user', id: team.moderator.user.username, reason: 'spam' });
    await team.admin.put(`/v1/users/${rude.user.username}/suspension`, { text: 'Enough.' });
    const { headers } = await world
      .stranger()
      .post('/v1/tokens/authentication', { username: rude.user.username, password: rude.user.password });
    await world
      .stranger()
      .post('/v1/decisions/appeal', { token: headers.get('x-appeal-token'), text: 'It was a joke.' });
    await world.sql('update users set approval_requested_at = now() where id = $1', [person.user_id]);
    expect(await waiting(team.moderator), 'the report about the caller is left out').toEqual({
      reports: 1,
      appeals: 1,
      requests: 1,
    });
    expect(await waiting(team.admin), 'somebody else judges the appeal').toMatchObject({ reports: 2, appeals: 0 });
  }, 60_000);
});
