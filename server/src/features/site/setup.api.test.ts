import { afterEach, describe, expect, test } from 'vitest';
import { ownerExamination } from '#app/owner-examination.ts';
import { activationTokenIn } from '#features/accounts/accounts.factory.ts';
import { loadConfig } from '#platform/config/config.ts';
import { type Caller, startWorld, type World, type WorldOptions } from '../../../test/harness.ts';
import { nameOwner, ownerNotice } from './setup.service.ts';

let world: World | undefined;
afterEach(() => world?.close());

const open = async (settings: WorldOptions['settings'] = {}) => {
  world = await startWorld({ settings });
  return world;
};
const reachable = { PUBLIC_URL: 'http://hubbub.example.org' };

/** Registers and activates an account the way people do. */
async function register({ stranger, runJobs, outbox }: World, username: string, domain = 'example.org') {
  const visitor = stranger();
  const email = `${username}@${domain}`;
  const { body } = await visitor.patch('/v1/register/email', { email });
  await visitor.patch('/v1/register/username', { reg_id: body.reg_id, username });
  const password = 'correct horse battery';
  await visitor.post('/v1/users', { reg_id: body.reg_id, password, confirm_password: password });
  await runJobs();
  const mail = (await outbox()).find(({ to }) => to === email);
  return (await visitor.put('/v1/users/activated', { token: activationTokenIn(mail) })).body.user;
}

const noticeOf = ({ platform }: World) => ownerNotice(platform.db, platform.config);
const codeIn = (notice: string | undefined) => /\/setup\?code=([\w-]+)$/.exec(notice ?? '')?.[1] ?? '';
const setUp = (caller: Caller, code: string) => caller.post('/v1/site/setup', { code });

describe('the first owner', () => {
  test('On a server that only this machine reaches, the first activated account of an empty site is the owner', async () => {
    const here = await open();
    const isSaid = async () => (await here.stranger().get('/v1/site')).body.site.first_account_owns;
    expect(await noticeOf(here)).toContain('Register to become the owner');
    expect(await isSaid()).toBe(true);
    expect((await register(here, 'ada')).site_role).toBe('owner');
    expect(await isSaid()).toBeUndefined();
    expect((await register(here, 'ben')).site_role).toBeNull();
    expect(await noticeOf(here)).toBeUndefined();
  });

  test.each([
    ['a proxy', { TRUST_PROXY: 'loopback' }],
    ['a mail server', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hubbub@example.org' }],
  ])('A server with %s may be reached by others, so the first account is no owner', async (_, settings) => {
    const here = await open(settings);
    expect(codeIn(await noticeOf(here))).not.toBe('');
    expect((await here.stranger().get('/v1/site')).body.site.first_account_owns).toBeUndefined();
  });

  test('Accounts of the demo never qualify, and lose their roles to the first real account', async () => {
    const here = await open();
    expect((await register(here, 'mira', 'neighbours.example')).site_role).toBeNull();
    await nameOwner(here.platform.db, here.platform.config, 'mira');
    expect((await register(here, 'ada')).site_role).toBe('owner');
    expect(await here.sql(`select username from users where site_role is not null`)).toEqual([{ username: 'ada' }]);
    await expect(nameOwner(here.platform.db, here.platform.config, 'mira')).rejects.toThrow('demo world');
  });

  test('On a server that others can reach, the first person to open the set-up link becomes the owner', async () => {
    const here = await open(reachable);
    // Several processes print a link each.
    const [first, second] = [codeIn(await noticeOf(here)), codeIn(await noticeOf(here))];
    expect(first).toMatch(/^[\w-]{43}$/);
    expect((await here.sql('select * from setup_codes')).map((row) => JSON.stringify(row)).join()).not.toContain(first);
    expect((await register(here, 'ada')).site_role).toBeNull();
    const [ada, ben] = [await here.person('eve'), await here.person('ben')];
    expect((await setUp(ada, 'guessed')).status).toBe(422);
    expect((await setUp(here.stranger(), first)).status).toBe(401);
    const demo = await here.person('mira', { email: 'mira@neighbours.example' });
    expect((await setUp(demo, first)).status).toBe(422);
    expect(await setUp(ada, first)).toMatchObject({ status: 200, body: { site_role: 'owner' } });
    expect((await ada.get('/v1/user')).body.user.site_role).toBe('owner');
    for (const code of [first, second]) expect((await setUp(ben, code)).status).toBe(422);
    expect(await noticeOf(here)).toBeUndefined();
  });

  test('Of two people who open a set-up link at the same moment, one becomes the owner', async () => {
    const here = await open(reachable);
    const code = codeIn(await noticeOf(here));
    const people = [await here.person('ada'), await here.person('ben')];
    const answers = await Promise.all(people.map((person) => setUp(person, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await here.sql(`select from users where site_role = 'owner'`)).toHaveLength(1);
  });

  test('The doctor says how many passkeys were made for another address', async () => {
    const here = await open();
    const { user_id: userId } = await here.person('keyed');
    for (const [index, host] of ['old.example.org', 'old.example.org', 'localhost', null].entries())
      await here.sql(
        `insert into passkeys (id, user_id, user_handle, credential_id, public_key, counter, transports, name, created_at, rp_id)
         values (gen_random_uuid(), $1, 'x', int4send($2), 'x', 0, '{}', 'Key', now(), $3)`,
        [userId, index, host],
      );
    const config = loadConfig({ DATABASE_URL: here.databaseUrl, PORT: '0' }, '/tmp');
    expect(await ownerExamination.passkeys?.(config)).toEqual([
      expect.objectContaining({
        state: 'warning',
        found: "2 passkeys were made for old.example.org and can't be used at localhost.",
      }),
    ]);
  });

  test('An upgraded site has no owner until the command line names one; the start and the doctor report this', async () => {
    const here = await open();
    await here.sql(`update site set awaits_owner = false`);
    expect((await register(here, 'ada')).site_role).toBeNull();
    const config = loadConfig({ DATABASE_URL: here.databaseUrl, PORT: '0' }, '/tmp');
    const examined = async () => (await ownerExamination.owner?.(config))?.[0];
    const said = /has no owner.+npm run admin -- --owner USERNAME/;
    expect(await noticeOf(here)).toMatch(said);
    const finding = await examined();
    expect(`${finding?.state} ${finding?.found} ${finding?.fix}`).toMatch(said);

    await expect(nameOwner(here.platform.db, here.platform.config, 'nobody_here')).rejects.toThrow('nobody_here');
    await nameOwner(here.platform.db, here.platform.config, 'ADA');
    expect(await noticeOf(here)).toBeUndefined();
    expect(await examined()).toMatchObject({ state: 'ok' });
    const [entry] = await here.sql('select * from audit_log');
    expect(entry).toMatchObject({ actor_id: null, action: 'owner.named' });
  });
});
