import { afterEach, describe, expect, test } from 'vitest';
import { activationTokenIn } from '#features/accounts/accounts.factory.ts';
import { loadConfig } from '#platform/config/config.ts';
import { type Person, startWorld, type World, type WorldOptions } from '../../../test/harness.ts';
import { nameOwner, ownerNotice } from './setup.service.ts';

let world: World | undefined;
afterEach(() => world?.close());

const demoPerson = (here: World, name: string) => here.person(name, { email: `${name}@neighbours.example` });

/** A world whose owner and moderator belong to the demo. */
async function openDemo(settings: WorldOptions['settings'] = {}) {
  world = await startWorld({ settings });
  const [mira, kwame] = [await demoPerson(world, 'mira'), await demoPerson(world, 'kwame')];
  await nameOwner(world.platform.db, world.platform.config, 'mira');
  await mira.put('/v1/site/roles/kwame', { site_role: 'moderator' });
  return { here: world, mira, kwame };
}

const rolesIn = async ({ sql }: World) =>
  (await sql('select username from users where site_role is not null order by 1')).map(({ username }) => username);

/** Registers with an address that isn't the demo's, up to the link in the mail. */
async function registerUntilMail({ stranger, runJobs, outbox }: World, username: string) {
  const visitor = stranger();
  const email = `${username}@example.org`;
  const { body } = await visitor.patch('/v1/register/email', { email });
  await visitor.patch('/v1/register/username', { reg_id: body.reg_id, username });
  const password = 'correct horse battery';
  await visitor.post('/v1/users', { reg_id: body.reg_id, password, confirm_password: password });
  await runJobs();
  const token = activationTokenIn((await outbox()).find(({ to }) => to === email));
  return { activate: () => visitor.put('/v1/users/activated', { token }) };
}

async function startNotice(here: World, settings: Record<string, string> = {}) {
  const config = loadConfig({ DATABASE_URL: here.databaseUrl, PORT: '0', ...settings }, '/tmp');
  return await ownerNotice(here.platform.db, config);
}

describe("the demo's team", () => {
  test("The demo's accounts run a site only until somebody real registers", async () => {
    const { here, mira, kwame } = await openDemo();
    expect(await rolesIn(here)).toEqual(['kwame', 'mira']);
    expect(await startNotice(here)).toMatch(/demo world.+roles end when somebody registers/);
    const ada = await registerUntilMail(here, 'ada');
    expect(await rolesIn(here)).toEqual(['kwame', 'mira']);

    expect((await ada.activate()).body.user.site_role).toBe('owner');
    expect(await rolesIn(here)).toEqual(['ada']);
    expect((await mira.get('/v1/audit')).status).toBe(422);
    expect((await kwame.get('/v1/reports')).status).toBe(422);
    expect(await startNotice(here)).toBeUndefined();
    const taken = await here.sql(
      `select actor_id, text from audit_log where action = 'role.changed' order by id desc limit 2`,
    );
    expect(taken).toEqual(Array(2).fill({ actor_id: null, text: 'none' }));
  });

  test("The changes that the demo's owner made to the site end with their role", async () => {
    const { here, mira } = await openDemo();
    const {
      run_by: _before,
      first_account_owns: isFree,
      ...untouched
    } = (await here.stranger().get('/v1/site')).body.site;
    expect(isFree).toBe(true);
    const change = { name: 'Elm Street', rules: ['Be kind.'], registration: 'approval', member_invites: true };
    expect((await mira.patch('/v1/site', change)).status).toBe(200);
    const form = new FormData();
    form.set('content', 'Hello.');
    const { body } = await mira.upload('/v1/posts', form);
    await mira.put('/v1/site/announcement', { post_id: body.post.post_id });

    const ada = await (await registerUntilMail(here, 'ada')).activate();
    expect(ada.body.user).toMatchObject({ username: 'ada', site_role: 'owner' });
    // The owner isn't left waiting for an approval that nobody could give.
    expect(await here.sql('select from users where approval_requested_at is not null')).toEqual([]);
    const {
      run_by: runBy,
      first_account_owns: isStillFree,
      ...site
    } = (await here.stranger().get('/v1/site')).body.site;
    expect(isStillFree).toBeFalsy();
    expect(runBy).toMatchObject([{ username: 'ada' }]);
    expect(site).toEqual(untouched);
    expect(await here.sql('select from site_announcement')).toEqual([]);
  });

  test("Once somebody added by the demo's team logs in, its roles end, but nobody becomes the owner", async () => {
    const { here, mira } = await openDemo();
    const added = await mira.post('/v1/site/people', { people: [{ name: 'Tom', username: 'tom' }] });
    expect(added.status).toBe(201);
    expect(await rolesIn(here)).toEqual(['kwame', 'mira']);
    expect((await mira.get('/v1/audit')).status).toBe(200);
    const url = new URL(added.body.people[0].login_url);
    const password = 'a password of their own';
    const link = {
      token: url.searchParams.get('token') ?? url.pathname.split('/').at(-1),
      password,
      confirm_password: password,
    };
    expect((await here.stranger().post('/v1/users/login-link', link)).status).toBe(201);
    expect(await rolesIn(here)).toEqual([]);
    expect((await mira.put('/v1/site/roles/tom', { site_role: 'owner' })).status).toBe(422);
    await expect(nameOwner(here.platform.db, here.platform.config, 'mira')).rejects.toThrow('somebody real');
    expect(await startNotice(here)).toMatch(/has no owner.+npm run admin/);
  });

  test("The first person to register, before people added by the demo's team log in, becomes the owner", async () => {
    const { here, mira } = await openDemo();
    await mira.post('/v1/site/people', { people: [{ name: 'Tom', username: 'tom' }] });
    expect((await (await registerUntilMail(here, 'ada')).activate()).body.user.site_role).toBe('owner');
    expect(await rolesIn(here)).toEqual(['ada']);
  });

  test('An owner without an email address is real', async () => {
    const { here, mira } = await openDemo();
    await mira.post('/v1/site/people', { people: [{ name: 'Tom', username: 'tom' }] });
    await nameOwner(here.platform.db, here.platform.config, 'tom');
    expect(await startNotice(here)).toBeUndefined();
    expect(await rolesIn(here)).toEqual(['tom']);
  });

  test("The demo's accounts can neither get nor keep roles on a site that others can reach", async () => {
    const { here } = await openDemo();
    const reachable = { PUBLIC_URL: 'https://hubbub.example.org' };
    const config = loadConfig({ DATABASE_URL: here.databaseUrl, PORT: '0', ...reachable }, '/tmp');
    expect(await startNotice(here, reachable)).toMatch(/no longer have roles.+\nSet up this site.+\/setup\?code=/);
    expect(await rolesIn(here)).toEqual([]);
    expect(await startNotice(here, reachable)).not.toMatch('no longer');
    await expect(nameOwner(here.platform.db, config, 'mira')).rejects.toThrow('others can reach');
  });

  test('If an account is activated at the moment a demo account gets a role, only one of the two stands', async () => {
    world = await startWorld();
    const here = world;
    const people: Person[] = [];
    for (const name of ['mira', 'kwame', 'lea']) people.push(await demoPerson(here, name));
    const ada = await registerUntilMail(here, 'ada');
    await Promise.allSettled([
      ada.activate(),
      ...people.map(({ user }) => nameOwner(here.platform.db, here.platform.config, user.username)),
    ]);
    expect(await rolesIn(here)).toEqual(['ada']);
  });

  test("The demo's last owner can delete their account, and the site then waits for its first owner", async () => {
    const { here, mira, kwame } = await openDemo();
    await mira.patch('/v1/site', { name: 'Elm Street' });
    for (const person of [mira, kwame]) expect((await person.delete('/v1/users')).status).toBe(200);
    expect((await here.stranger().get('/v1/site')).body.site.name).toBe('Hubbub');
    expect(await startNotice(here)).toMatch('Register to become the owner');
    expect((await (await registerUntilMail(here, 'ada')).activate()).body.user.site_role).toBe('owner');
  });
});
