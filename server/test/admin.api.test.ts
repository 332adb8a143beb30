import { describe, expect, test, vi } from 'vitest';
import { readAdminArguments } from '#app/admin-commands.ts';
import { run, settingsOf } from './backup-run.ts';
import { testWorld } from './harness.ts';
import { setRegistration, setSiteRole } from './site.ts';

/** `npm run admin` as a process of its own, beside a running server. */

// A process starts in each test, and how long that takes isn't tested here.
vi.setConfig({ testTimeout: 60_000 });

const world = await testWorld();
const admin = (...args: string[]) =>
  run('admin', args, { ...settingsOf(world), PUBLIC_URL: 'https://hub.example.org' });

const logIn = (person: { user: { username: string; password: string } }) =>
  world.stranger().post('/v1/tokens/authentication', {
    username: person.user.username,
    password: person.user.password,
  });

const audited = () => world.sql('select actor_id, action, subject_kind, subject_id from audit_log order by id');

describe('npm run admin', () => {
  test('--suspend ends the sessions on a running server at once, and the audit log says that the server did it', async () => {
    const eve = await world.person('eve');
    const socket = await eve.socket();
    const { code, said } = await admin('--suspend', 'EVE', '--days', '3', '--reason', 'She sold her account.');
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

    expect(await admin('--lift', 'eve')).toMatchObject({ code: 0 });
    expect((await logIn(eve)).status).toBe(201);
    expect((await audited()).at(-1)).toEqual({ ...subject, action: 'decision.lifted' });
    expect(await admin('--lift', 'eve')).toEqual({ code: 1, said: "eve isn't suspended.\n" });
  });

  test('--remove-second-factor turns off the codes of an owner who lost everything', async () => {
    const olive = await world.person('olive');
    await world.sql(`insert into totp (user_id, secret, enabled_at) values ($1, '\\x00', now())`, [olive.user_id]);
    expect((await admin('--remove-second-factor', 'olive')).said).toContain(
      'olive logs in with the password alone now.',
    );
    expect((await logIn(olive)).status).toBe(201);
  });

  test('--suspend reaches any role, but not the last owner', async () => {
    const [ada, ben] = [await world.person('ada'), await world.person('ben')];
    await setSiteRole(world, ada.user_id, 'owner');
    expect(await admin('--suspend', 'ada')).toEqual({
      code: 1,
      said: expect.stringContaining('Name another one first: npm run admin -- --owner USERNAME'),
    });
    expect((await ada.get('/v1/user')).status).toBe(200);
    expect((await admin('--owner', 'ben')).said).toBe('ben is an owner of this site now.\n');
    expect((await ben.get('/v1/user')).body.user.site_role).toBe('owner');
    expect(await admin('--suspend', 'ada')).toMatchObject({ code: 0 });
    expect((await ada.get('/v1/user')).status).toBe(401);
    expect((await logIn(ada)).body.error.account).not.toContain('until');
    expect((await admin('--suspend', 'nobody_here')).said).toContain('Nobody is called nobody_here.');
  });

  test("--invite prints a link that works even where registration is closed, because it's an owner's", async () => {
    await world.sql('update users set site_role = null');
    await setRegistration(world, { registration: 'closed' });
    expect(await admin('--invite')).toEqual({ code: 1, said: expect.stringContaining('This site has no owner') });
    const owner = await world.person('oona');
    await setSiteRole(world, owner.user_id, 'owner');
    const { code, said } = await admin('--invite', '--uses', '1', '--days', '2');
    expect(code).toBe(0);
    const [, invite] = /^https:\/\/hub\.example\.org\/invite\/(\w+)$/m.exec(said) ?? [];
    expect(said).toMatch(/^This invite from oona lets in one person until .+ \(UTC\):\n/);
    const register = (email: string) => world.stranger().patch('/v1/register/email', { email, invite });
    expect((await register('new@example.org')).status).toBe(200);
    expect((await audited()).at(-1)).toMatchObject({ actor_id: null, action: 'invite.created' });
  });

  test("A suspended owner doesn't count: invites are another's, and that one stays", async () => {
    await world.sql('update users set site_role = null');
    const [amy, bea] = [await world.person('amy'), await world.person('bea')];
    for (const { user_id } of [amy, bea]) await setSiteRole(world, user_id, 'owner');
    expect(await admin('--suspend', amy.user.username)).toMatchObject({ code: 0 });
    expect((await admin('--invite')).said).toContain(`This invite from ${bea.user.username} `);
    expect((await admin('--suspend', bea.user.username)).said).toContain('Name another one first');
    const down = await bea.put(`/v1/site/roles/${bea.user.username}`, { site_role: null });
    expect([down.status, down.body.error.site_role]).toEqual([422, expect.stringContaining('last owner')]);
    expect(await admin('--lift', amy.user.username)).toMatchObject({ code: 0 });
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

  test("what's refused says what the command takes, and changes nothing", async () => {
    const { code, said } = await admin('--evict', 'eve');
    expect({ code, said }).toEqual({ code: 64, said: expect.stringContaining('npm run admin -- --suspend USERNAME') });
  });
});
