import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { setSiteRole } from '../../../test/site.ts';
import { factoryPassword } from '../accounts/accounts.factory.ts';
import { removeFactorFromServer } from './managing.service.ts';

let world: World;
let owner: Person;
let admin: Person;
let moderator: Person;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.person('owner');
  admin = await world.person('admin');
  moderator = await world.person('moderator');
  await setSiteRole(world, owner.user_id, 'owner');
  await setSiteRole(world, admin.user_id, 'admin');
  await setSiteRole(world, moderator.user_id, 'moderator');
});
afterAll(() => world.close());

const confirm = (person: Person) => person.post('/v1/user/confirm', { password: factoryPassword });
const mailsTo = async (address: string) => {
  await world.runJobs();
  return (await world.outbox()).filter((mail) => mail.to === address);
};
const told = async (person: Person): Promise<string[]> => {
  await world.runJobs();
  const { notifications } = (await person.get('/v1/notifications')).body;
  return notifications.map((one: { type: string; text: string }) => `${one.type}: ${one.text}`);
};
const audited = async (): Promise<string[]> =>
  (await owner.get('/v1/audit')).body.entries.map(
    (entry: { action: string; text: string | null }) => `${entry.action} ${entry.text ?? ''}`,
  );
const stateOf = async (username: string) =>
  (await admin.get(`/v1/site/people?query=${username}`)).body.people.find(
    (one: { user: { username: string } }) => one.user.username === username,
  );

describe('what needs a confirmed session', () => {
  it('changing, deleting and exporting somebody; only admins may do it, and only to lower roles', async () => {
    const person = await world.person('quiet');
    const calls = (by: Person, username: string) => [
      () => by.patch(`/v1/site/people/${username}`, { name: 'New' }),
      () => by.delete(`/v1/site/people/${username}`, {}),
      () => by.post(`/v1/site/people/${username}/export`),
      () => by.get(`/v1/site/people/${username}/export`),
      () => by.get(`/v1/site/people/${username}/export/file`),
    ];
    const [asking] = [await world.person('asking')];
    await setSiteRole(world, asking.user_id, 'admin');
    for (const call of calls(asking, 'quiet'))
      expect(await call()).toMatchObject({ status: 422, body: { error: { confirm: expect.any(String) } } });
    for (const one of [moderator, person, admin]) await confirm(one);
    for (const call of calls(moderator, 'quiet'))
      expect(await call()).toMatchObject({ status: 422, body: { error: { permission: expect.any(String) } } });
    for (const call of calls(person, 'asking')) expect((await call()).status).toBe(422);
    for (const username of ['asking', 'owner', 'admin']) {
      for (const call of calls(admin, username))
        expect(await call()).toMatchObject({ status: 422, body: { error: { permission: expect.any(String) } } });
    }
    for (const call of calls(admin, 'nobody_there')) expect((await call()).status).toBe(404);
  });
});

describe('editing somebody', () => {
  beforeEach(() => confirm(admin));

  it("changes name, username and email right away; the old name leads to them, and they're notified", async () => {
    const person = await world.person('maria', { name: 'Maria' });
    const change = { name: 'Maria Sol', username: 'maria_sol', email: 'maria.sol@example.org' };
    const { status, body } = await admin.patch('/v1/site/people/maria', change);
    expect(status).toBe(200);
    expect(body).toMatchObject({ user: { username: 'maria_sol', name: 'Maria Sol' }, email: 'maria.sol@example.org' });
    expect((await person.get('/v1/users/maria')).body.user.username).toBe('maria_sol');
    for (const address of ['maria@example.org', 'maria.sol@example.org']) {
      const [mail] = (await mailsTo(address)).slice(-1);
      expect(mail?.text).toContain('Its username is maria_sol now');
    }
    expect(await told(person)).toContain("security: The site's team changed your name, username or email");
    expect((await audited())[0]).toBe('person.changed name, username, email');
    // The person doesn't have to wait afterwards, and neither does the team.
    expect((await admin.patch('/v1/site/people/maria_sol', { username: 'maria_luz' })).status).toBe(200);
    expect((await person.patch('/v1/users', { username: 'maria_own' })).status).toBe(200);
  });

  it('a taken name or email is 409, an invalid one is named, and then nothing changes', async () => {
    await world.person('taken_name');
    await world.person('nils');
    const change = (body: object) => admin.patch('/v1/site/people/nils', body);
    expect(await change({ name: 'X', username: 'Taken_Name' })).toMatchObject({
      status: 409,
      body: { error: { username: expect.any(String) } },
    });
    expect(await change({ email: 'taken_name@example.org' })).toMatchObject({
      status: 409,
      body: { error: { email: expect.any(String) } },
    });
    expect(await change({ username: 'admin' })).toMatchObject({ status: 409 });
    expect(await change({ username: 'no spaces' })).toMatchObject({
      status: 422,
      body: { error: { username: expect.any(String) } },
    });
    expect(await change({ email: 'nowhere' })).toMatchObject({
      status: 422,
      body: { error: { email: expect.any(String) } },
    });
    expect(await change({ email: 'x@neighbours.example' })).toMatchObject({ status: 422 });
    expect((await stateOf('nils')).email).toBe('nils@example.org');
  });

  it('codes mailed to an old email no longer work, but links that the team handed out do', async () => {
    await world.person('otto');
    const { login_url } = (await admin.post('/v1/site/people/otto/reset')).body;
    await world.stranger().post('/v1/users/forgot-password', { username: 'otto' });
    expect((await admin.patch('/v1/site/people/otto', { email: 'otto.new@example.org' })).status).toBe(200);
    const [row] = await world.sql<{ codes: string }>(
      `select count(*)::text as codes from device_codes join users on users.id = user_id where username = 'otto'`,
    );
    expect(row?.codes).toBe('0');
    const token = login_url.split('/').at(-1);
    expect((await world.stranger().post('/v1/users/login-link/read', { token })).status).toBe(200);
  });

  it('links mailed to any former email no longer work', async () => {
    const pia = await world.person('pia', { email: 'pia@former.example' });
    const { username } = pia.user;
    await confirm(pia);
    await pia.patch('/v1/users/email', { email: 'pia@thief.example' });
    const linkIn = async (address: string, page: RegExp) =>
      (await mailsTo(address)).map(({ text }) => page.exec(text)?.[1]).find((found) => found !== undefined);
    const token = await linkIn('pia@thief.example', /settings\/email\?token=([\w-]+)/);
    expect((await world.stranger().put('/v1/users/email', { token })).status).toBe(200);
    // The very first log-in notifies nobody of a new device.
    for (const _ of [1, 2])
      await world.stranger().post('/v1/tokens/authentication', { username, password: factoryPassword });
    const disown = await linkIn('pia@thief.example', /not-me\?token=([\w-]+)/);
    const undo = await linkIn('pia@former.example', /email\/undo\?token=([\w-]+)/);
    expect([disown, undo]).toEqual([expect.any(String), expect.any(String)]);
    expect((await admin.patch('/v1/site/people/pia', { email: 'pia@example.org' })).status).toBe(200);
    expect((await world.stranger().put('/v1/users/email/undo', { token: undo })).status).toBe(422);
    expect((await world.stranger().post('/v1/sessions/disown', { token: disown })).status).toBe(422);
    expect((await stateOf('pia')).email).toBe('pia@example.org');
  });

  it('a log-in link that went to a wrong email is mailed again to the right one; the one on the slip keeps working', async () => {
    const people = [{ username: 'rosa', email: 'rosa@wrong.example' }];
    const { body } = await admin.post('/v1/site/people?mail=true', { people });
    const codeIn = async (address: string) => /\/w\/(\w+)/.exec((await mailsTo(address))[0]?.text ?? '')?.[1];
    const read = async (token: string | undefined) =>
      (await world.stranger().post('/v1/users/login-link/read', { token })).status;
    const wrong = await codeIn('rosa@wrong.example');
    expect(await read(wrong)).toBe(200);
    expect((await admin.patch('/v1/site/people/rosa', { email: 'rosa@right.example' })).status).toBe(200);
    expect(await read(wrong)).toBe(422);
    const mails = await mailsTo('rosa@right.example');
    const right = mails.map(({ text }) => /\/w\/(\w+)/.exec(text)?.[1]).find((code) => code !== undefined);
    expect(await read(right)).toBe(200);
    expect(await read(body.people[0].login_url.split('/').at(-1))).toBe(200);
  });
});

describe('deleting somebody', () => {
  beforeEach(() => confirm(admin));

  it('deletes at once if the site gives no days; the person reads why, and the log has no name', async () => {
    const person = await world.person('leaver');
    expect(await admin.delete('/v1/site/people/leaver', { text: 'You moved away.' })).toMatchObject({
      status: 200,
      body: {},
    });
    expect((await person.get('/v1/user')).status).toBe(401);
    expect((await owner.get('/v1/users/leaver')).status).toBe(404);
    const [mail] = (await mailsTo('leaver@example.org')).slice(-1);
    expect(mail?.text).toContain('You moved away.');
    const [entry] = (await owner.get('/v1/audit')).body.entries;
    expect(entry).toMatchObject({ action: 'person.deleted', subject: { kind: 'user', name: null } });
    expect((await world.sql('select from last_seen where user_id = $1', [person.user_id])).length).toBe(0);
  });
});

describe('people who never logged in, and when somebody was last here', () => {
  it('somebody the team added is pending until they log in', async () => {
    const { people } = (await admin.post('/v1/site/people', { people: [{ username: 'pupil' }] })).body;
    expect(await stateOf('pupil')).toMatchObject({ state: 'pending', last_seen_at: null });
    const pending = (await admin.get('/v1/site/people?state=pending')).body.people;
    expect(pending.map((one: { user: { username: string } }) => one.user.username)).toContain('pupil');
    const url = new URL(people[0].login_url);
    const password = 'a password of their own';
    const token = url.searchParams.get('token') ?? url.pathname.split('/').at(-1);
    expect(
      (await world.stranger().post('/v1/users/login-link', { token, password, confirm_password: password })).status,
    ).toBe(201);
    expect(await stateOf('pupil')).toMatchObject({ state: 'active', last_seen_at: expect.any(String) });
  });

  it('the time when somebody was last here outlives their sessions', async () => {
    const person = await world.person('gone_home');
    const before = (await stateOf('gone_home')).last_seen_at;
    expect(before).toEqual(expect.any(String));
    expect((await person.post('/v1/users/logout')).status).toBeLessThan(300);
    await admin.delete('/v1/site/people/gone_home/sessions');
    expect(await stateOf('gone_home')).toMatchObject({ state: 'active', last_seen_at: before });
  });
});

describe('an owner who lost their second factor', () => {
  it('logs in with the password alone once the server has removed their second factor, and has time for another one', async () => {
    const olive = await world.person('olive');
    await setSiteRole(world, olive.user_id, 'owner');
    await world.sql(`insert into totp (user_id, secret, enabled_at) values ($1, '\\x00', now())`, [olive.user_id]);
    await world.sql(`insert into second_factor_notices (user_id, due_at, stage) values ($1, now(), 'paused')`, [
      olive.user_id,
    ]);
    const { username } = olive.user;
    const logIn = () => world.stranger().post('/v1/tokens/authentication', { username, password: factoryPassword });
    expect((await logIn()).body.error).toHaveProperty('code');
    await removeFactorFromServer(world.platform, 'Olive');
    expect((await logIn()).status).toBe(201);
    expect(await told(olive)).toContain("security: The site's team turned your one-time codes off");
    expect((await audited())[0]).toBe('codes.removed ');
    expect(await world.sql('select from second_factor_notices where user_id = $1', [olive.user_id])).toEqual([]);
    await expect(removeFactorFromServer(world.platform, 'olive')).rejects.toThrow("doesn't log in with one-time codes");
    await expect(removeFactorFromServer(world.platform, 'nobody')).rejects.toThrow('No account');
  });
});
