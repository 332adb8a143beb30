import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { setSiteRole } from '../../../test/site.ts';
import { isPaused, needsSecondFactor } from './second-factor.rules.ts';
import { nameOwner } from './setup.service.ts';

const world = await testWorld();

const policies = ['nobody', 'admins', 'team'] as const;
const roles = ['owner', 'admin', 'moderator', null] as const;

beforeEach(async () => {
  await world.sql('update users set site_role = null');
  await world.sql('delete from second_factor_notices');
  await world.sql('insert into site (id) values (gen_random_uuid()) on conflict (is_only) do nothing');
  await world.sql(`update site set second_factor = 'admins'`);
});

async function member(name: string, role: (typeof roles)[number]): Promise<Person> {
  const person = await world.person(name);
  await setSiteRole(world, person.user_id, role);
  return person;
}

/** Runs the job that's scheduled every ten minutes. */
async function tell(): Promise<void> {
  await world.platform.jobs.add(world.platform.db.kysely, 'site.tell-of-second-factor', {});
  await world.runJobs();
}

const passDays = (days: number) =>
  world.sql(`update second_factor_notices set due_at = due_at - make_interval(days => $1)`, [days]);

async function turnOn(person: Person): Promise<void> {
  await person.post('/v1/user/confirm', { password: factoryPassword });
  const { secret } = (await person.post('/v1/totp')).body;
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
  expect((await person.put('/v1/totp', { code })).status).toBe(200);
}

const givePasskey = (person: Person) =>
  world.sql(
    `insert into passkeys (id, user_id, user_handle, credential_id, public_key, counter, transports, name, created_at)
       values (gen_random_uuid(), $1, '\\x01', uuid_send($1), '\\x03', 0, '{}', 'Key', now())`,
    [person.user_id],
  );

const mailsTo = async (person: Person) =>
  (await world.outbox()).filter(({ to }) => to === person.user.email).map(({ subject }) => subject);
const toldOf = async (person: Person) =>
  (await person.get('/v1/notifications')).body.notifications.map(({ text }: { text: string }) => text);

describe('A second factor of the team', () => {
  test('Owners and admins have seven days after the notice; then only their team rights pause', async () => {
    const admin = await member('notified', 'admin');
    expect((await admin.get('/v1/site')).body.site).not.toHaveProperty('second_factor_notice');
    await tell();
    const notice = (await admin.get('/v1/site')).body.site.second_factor_notice;
    expect(notice.paused).toBe(false);
    expect(Date.parse(notice.due_at) - Date.now()).toBeGreaterThan(6.9 * 24 * 60 * 60 * 1000);
    expect(await mailsTo(admin)).toContain('Set up a second factor for Hubbub');
    expect(await toldOf(admin)).toContain('Your role needs a second factor. Set one up before your team rights pause');
    expect((await admin.get('/v1/audit')).status).toBe(200);

    await passDays(7);
    const refused = await admin.get('/v1/audit');
    expect(refused.status).toBe(422);
    expect(refused.body.error.permission).toMatch(/Turn on one-time codes/);
    for (const path of ['/v1/site/people', '/v1/site/requests', '/v1/reports', '/v1/appeals', '/v1/site/overview'])
      expect((await admin.get(path)).status, path).toBe(422);
    expect((await admin.patch('/v1/site', { second_factor: 'nobody' })).status).toBe(422);
    expect((await admin.post('/v1/invites', {})).status).toBe(422);
    expect((await admin.get('/v1/site')).body.site).toMatchObject({ second_factor_notice: { paused: true } });
    expect((await admin.get('/v1/site')).body.site).not.toHaveProperty('email_domains');
    expect((await admin.get('/v1/posts')).status).toBe(200);
    expect((await admin.get('/v1/user')).body.user.site_role).toBe('admin');
  });

  test('Turning codes on brings the rights back at once, in the same session; turning them off pauses them at once', async () => {
    const owner = await member('returning', 'owner');
    await tell();
    await passDays(8);
    expect((await owner.get('/v1/audit')).status).toBe(422);
    await turnOn(owner);
    expect((await owner.get('/v1/audit')).status).toBe(200);
    expect((await owner.get('/v1/site')).body.site).not.toHaveProperty('second_factor_notice');
    expect((await owner.delete('/v1/totp')).status).toBe(200);
    expect((await owner.get('/v1/audit')).status).toBe(422);
  });

  test('A passkey is a second factor, too', async () => {
    const admin = await member('keyed', 'admin');
    await tell();
    await passDays(8);
    expect((await admin.get('/v1/audit')).status).toBe(422);
    await givePasskey(admin);
    expect((await admin.get('/v1/audit')).status).toBe(200);
  });

  test("A passkey that was made for another address isn't: it can't be used here", async () => {
    const admin = await member('moved', 'admin');
    await tell();
    await passDays(8);
    await givePasskey(admin);
    const isMadeFor = (host: string) =>
      world.sql('update passkeys set rp_id = $2 where user_id = $1', [admin.user_id, host]);
    await isMadeFor('elsewhere.example');
    expect((await admin.get('/v1/audit')).status).toBe(422);
    await isMadeFor('localhost');
    expect((await admin.get('/v1/audit')).status).toBe(200);
  });

  test("They're notified a day before the deadline and when their rights pause, each once", async () => {
    const admin = await member('forgetful_admin', 'admin');
    for (const days of [0, 0, 6, 0, 1, 0]) {
      await passDays(days);
      await tell();
    }
    const mails = (await mailsTo(admin)).filter((subject) => /second factor|paused/.test(subject));
    expect(mails.reverse()).toEqual([
      'Set up a second factor for Hubbub',
      'Set up a second factor for Hubbub',
      'Your team rights on Hubbub are paused',
    ]);
    expect((await toldOf(admin))[0]).toBe('Your team rights are paused until you set up a second factor');
  });

  test("People who use codes, or whose role doesn't need them, get no notice", async () => {
    const [coded, moderator, person] = [
      await member('coded_admin', 'admin'),
      await member('free_moderator', 'moderator'),
      await member('nobody_special', null),
    ];
    await turnOn(coded);
    await tell();
    expect(await world.sql('select from second_factor_notices')).toEqual([]);
    expect(await mailsTo(moderator)).toEqual(await mailsTo(person));
  });

  test('The site chooses who needs one; people who need it again later get another seven days', async () => {
    const [owner, moderator] = [await member('choosing', 'owner'), await member('chosen', 'moderator')];
    expect((await owner.get('/v1/site')).body.site.second_factor).toBe('admins');
    expect((await owner.patch('/v1/site', { second_factor: 'team' })).body.site.second_factor).toBe('team');
    await tell();
    await passDays(7);
    expect((await moderator.get('/v1/reports')).status).toBe(422);
    // The only person left who can change this is one who sets up a second factor.
    await turnOn(owner);
    await owner.patch('/v1/site', { second_factor: 'admins' });
    expect((await moderator.get('/v1/reports')).status).toBe(200);
    await tell();
    await owner.patch('/v1/site', { second_factor: 'team' });
    await tell();
    expect((await moderator.get('/v1/reports')).status).toBe(200);
    expect((await owner.patch('/v1/site', { second_factor: 'everyone' })).status).toBe(422);
  });

  test('An owner can be given new time on the server', async () => {
    const owner = await member('stuck', 'owner');
    await tell();
    await passDays(7);
    expect((await owner.get('/v1/audit')).status).toBe(422);
    await nameOwner(world.platform.db, world.platform.config, 'stuck');
    expect((await owner.get('/v1/audit')).status).toBe(200);
    await tell();
    expect((await owner.get('/v1/site')).body.site.second_factor_notice.paused).toBe(false);
  });

  test("Pausing a person's rights doesn't let anybody outrank them", async () => {
    const [admin, other] = [await member('working', 'admin'), await member('pausing', 'owner')];
    await turnOn(admin);
    await tell();
    await passDays(7);
    expect((await admin.delete('/v1/site/people/pausing/sessions')).status).toBe(422);
    expect((await other.get('/v1/user')).status).toBe(200);
  });

  test('The invites of a person whose rights are paused wait for them', async () => {
    const owner = await member('inviting', 'owner');
    await owner.patch('/v1/site', { registration: 'invitation' });
    const { code } = (await owner.post('/v1/invites', {})).body.invite;
    const isValid = async () => (await world.stranger().get(`/v1/invites/code/${code}`)).body.invite.valid;
    await tell();
    expect(await isValid()).toBe(true);
    await passDays(7);
    expect(await isValid()).toBe(false);
    await turnOn(owner);
    expect(await isValid()).toBe(true);
    await owner.patch('/v1/site', { registration: 'open' });
  });
});

test('The database and the rules agree for every combination of site, role, notice and second factor', async () => {
  const [plain, coded] = [await world.person('plain_one'), await world.person('coded_one')];
  await turnOn(coded);
  for (const policy of policies) {
    await world.sql('update site set second_factor = $1', [policy]);
    for (const role of roles) {
      for (const [person, usesSecondFactor] of [
        [plain, false],
        [coded, true],
      ] as const) {
        await setSiteRole(world, person.user_id, role);
        for (const days of [null, -1, 1]) {
          await world.sql('delete from second_factor_notices');
          const dueAt = days === null ? null : new Date(Date.now() + days * 24 * 60 * 60 * 1000);
          if (dueAt)
            await world.sql(`insert into second_factor_notices values ($1, $2, 'asked')`, [person.user_id, dueAt]);
          const [row] = await world.sql<{ needs: boolean; on_team: boolean }>(
            'select needs_second_factor(site_role) as needs, is_on_team(id) as on_team from users where id = $1',
            [person.user_id],
          );
          const paused = isPaused(policy, { role, usesSecondFactor, dueAt }, new Date());
          expect(row).toEqual({ needs: needsSecondFactor(policy, role), on_team: role !== null && !paused });
        }
      }
    }
  }
});
