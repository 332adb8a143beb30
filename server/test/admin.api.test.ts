import { afterAll, describe, expect, test, vi } from 'vitest';
import { readAdminArguments, runAdmin } from '#app/admin-commands.ts';
import { loadConfig } from '#platform/config/config.ts';
import { createLog } from '#platform/logging/logging.ts';
import { openFeatures } from '../src/app.ts';
import { root, run, settingsOf } from './backup-run.ts';
import { testWorld } from './harness.ts';
import { setRegistration, setSiteRole } from './site.ts';

/** `npm run admin` beside a running server: as a process of its own where it's about that, otherwise as what that process does. */

// Processes start here, and how long that takes isn't tested.
vi.setConfig({ testTimeout: 60_000 });

const world = await testWorld();
const settings = { ...settingsOf(world), PUBLIC_URL: 'https://hub.example.org' };
const inProcess = (...args: string[]) => run('admin', args, settings);

const database = { connectionString: world.databaseUrl };
const features = await openFeatures(loadConfig(settings, root), { database, log: createLog('silent') });
afterAll(() => features.close());
/** Its output. @throws its output if it fails */
async function admin(...args: string[]): Promise<string> {
  const command = readAdminArguments(args);
  if (typeof command === 'string') throw new Error(command);
  return (await runAdmin(features, command, { width: 0 })).join('\n');
}

const logIn = (person: { user: { username: string; password: string } }) =>
  world.stranger().post('/v1/tokens/authentication', {
    username: person.user.username,
    password: person.user.password,
  });

const audited = () => world.sql('select actor_id, action, subject_kind, subject_id from audit_log order by id');

describe('npm run admin', () => {
  test('--suspend ends the sessions on a running server right away, and the audit log says that the server did it', async () => {
    const eve = await world.person('eve');
    const socket = await eve.socket();
    const { code, said } = await inProcess('--suspend', 'EVE', '--days', '3', '--reason', 'She sold her account.');
    expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/^EVE is suspended until .+ \(UTC\)/) });
    await socket.closed;
    expect((await eve.get('/v1/user')).status).toBe(401);
    const refused = await logIn(eve);
    expect(refused.status).toBe(422);
    expect(refused.body.error.account).toMatch(/suspended until .+ The reason: She sold her account\./);
    expect(await world.sql('select decided_by, action, text from decisions')).toEqual([
      { decided_by: null, action: 'suspend', text: 'She sold her account.' },
    ]);
    const subject = { actor_id: null, subject_kind: 'user', subject_id: eve.user_id };
    expect(await audited()).toEqual([{ ...subject, action: 'decision.suspend' }]);
    await world.runJobs();
    expect((await world.outbox()).map(({ to, subject: title }) => [to, title])).toContainEqual([
      eve.user.email,
      'Your account was suspended',
    ]);

    expect(await inProcess('--lift', 'eve')).toMatchObject({ code: 0 });
    expect((await logIn(eve)).status).toBe(201);
    expect((await audited()).at(-1)).toEqual({ ...subject, action: 'decision.lifted' });
    expect(await inProcess('--lift', 'eve')).toEqual({ code: 1, said: "eve isn't suspended.\n" });
  });

  test('--remove-second-factor turns off the codes of an owner who lost them', async () => {
    const olive = await world.person('olive');
    await world.sql(`insert into totp (user_id, secret, enabled_at) values ($1, '\\x00', now())`, [olive.user_id]);
    expect(await admin('--remove-second-factor', 'olive')).toContain('olive logs in with the password alone now.');
    expect((await logIn(olive)).status).toBe(201);
  });

  test('--suspend reaches any role, but not the last owner', async () => {
    const [ada, ben] = [await world.person('ada'), await world.person('ben')];
    await setSiteRole(world, ada.user_id, 'owner');
    await expect(admin('--suspend', 'ada')).rejects.toThrow(
      'Name another one first: npm run admin -- --owner USERNAME',
    );
    expect((await ada.get('/v1/user')).status).toBe(200);
    expect(await admin('--owner', 'ben')).toBe('ben is an owner of this site now.');
    expect((await ben.get('/v1/user')).body.user.site_role).toBe('owner');
    await admin('--suspend', 'ada');
    expect((await ada.get('/v1/user')).status).toBe(401);
    expect((await logIn(ada)).body.error.account).not.toContain('until');
    await expect(admin('--suspend', 'nobody_here')).rejects.toThrow('Nobody is called nobody_here.');
  });

  test('--invite prints a link that works even where registration is closed, because its maker is an owner', async () => {
    await world.sql('update users set site_role = null');
    await setRegistration(world, { registration: 'closed' });
    await expect(admin('--invite')).rejects.toThrow('This site has no owner');
    const owner = await world.person('oona');
    await setSiteRole(world, owner.user_id, 'owner');
    const said = await admin('--invite', '--uses', '1', '--days', '2');
    const [, invite] = /^https:\/\/hub\.example\.org\/invite\/(\w+)$/m.exec(said) ?? [];
    expect(said).toMatch(/^This invite from oona lets in one person until .+ \(UTC\):\n/);
    const register = (email: string) => world.stranger().patch('/v1/register/email', { email, invite });
    expect((await register('new@example.org')).status).toBe(200);
    expect((await audited()).at(-1)).toMatchObject({ actor_id: null, action: 'invite.created' });
  });

  test("A suspended owner doesn't count: another one owns the invites and stays", async () => {
    await world.sql('update users set site_role = null');
    const [amy, bea] = [await world.person('amy'), await world.person('bea')];
    for (const { user_id } of [amy, bea]) await setSiteRole(world, user_id, 'owner');
    await admin('--suspend', amy.user.username);
    expect(await admin('--invite')).toContain(`This invite from ${bea.user.username} `);
    await expect(admin('--suspend', bea.user.username)).rejects.toThrow('Name another one first');
    const down = await bea.put(`/v1/site/roles/${bea.user.username}`, { site_role: null });
    expect([down.status, down.body.error.site_role]).toEqual([422, expect.stringContaining('last owner')]);
    await admin('--lift', amy.user.username);
    expect((await bea.put(`/v1/site/roles/${bea.user.username}`, { site_role: null })).status).toBe(200);
  });

  test.each([
    [[], 'Choose one of these:'],
    [['--invite', '--suspend', 'eve'], 'Choose one of these:'],
    [['--owner', 'eve', '--days', '3'], "--owner doesn't take --days."],
    [['--suspend', 'eve', '--days', '0'], '--days takes a whole number from 1 to 3650.'],
    [['--suspend', ''], '--suspend needs a username.'],
    [['--suspend', 'eve', '--reason', 'x'.repeat(501)], 'The reason should not be more than 500 characters.'],
    [['--invite', '--uses', 'many'], '--uses takes a whole number from 1 to 1000.'],
    [['--evict', 'eve'], "Unknown option '--evict'"],
  ])('%j is refused', (args, sentence) => {
    expect(readAdminArguments(args)).toContain(sentence);
  });

  test('a refused command prints its usage, and changes nothing', async () => {
    const { code, said } = await inProcess('--evict', 'eve');
    expect({ code, said }).toEqual({ code: 64, said: expect.stringContaining('npm run admin -- --suspend USERNAME') });
  });
});
