import { describe, expect, test } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { setSiteRole } from '../../../test/site.ts';
import { factoryPassword } from './accounts.factory.ts';
import { createLoginLink } from './login-links.service.ts';

const clock = testClock();
const world = await testWorld({ clock });
const slow = await testWorld({ clock, settings: { DELETION_GRACE_DAYS: '7' } });

const day = 24 * 60 * 60 * 1000;

const logIn = async (where: typeof world, person: Person, password = factoryPassword) =>
  await where.stranger().post('/v1/tokens/authentication', { username: person.user.username, password });

const deactivate = async (person: Person) => {
  expect((await person.post('/v1/users/deactivate', {})).status).toBe(200);
};

const mailsTo = async (where: typeof world, person: Person) =>
  (await where.outbox()).filter(({ to }) => to === person.user.email);

const stateOf = async (where: typeof world, person: Person) =>
  (await where.sql<{ kind: string }>('select kind from away_accounts where user_id = $1', [person.user_id]))[0]?.kind;

const exists = async (where: typeof world, person: Person) =>
  (await where.sql('select from users where id = $1', [person.user_id])).length > 0;

/** What the job that runs every ten minutes does. */
const sweep = async (where: typeof world) => {
  await where.platform.jobs.add(where.platform.db.kysely, 'accounts.remove-expired', {});
  await where.runJobs();
};

describe('POST /v1/users/deactivate', () => {
  test('Ends every session, closes the sockets, and mails how to come back', async () => {
    const person = await world.person('ends_all');
    const other = (await logIn(world, person)).status;
    expect(other).toBe(201);
    const socket = await person.socket();
    await deactivate(person);
    expect((await person.get('/v1/user')).status).toBe(401);
    await socket.closed;
    await world.runJobs();
    const [mail] = await mailsTo(world, person);
    expect(mail?.text).toContain('To come back, log in');
    expect((await world.sql('select from sessions where user_id = $1', [person.user_id])).length).toBe(0);
  });

  test('Needs a session: 401 without one', async () => {
    expect((await world.stranger().post('/v1/users/deactivate', {})).status).toBe(401);
  });

  test("A wrong password brings nobody back; the right one does, and only once if it's sent twice at the same moment", async () => {
    const person = await world.person('comes_back');
    await deactivate(person);
    expect((await logIn(world, person, 'wrong')).status).toBe(401);
    expect(await stateOf(world, person)).toBe('deactivated');
    const both = await Promise.all([logIn(world, person), logIn(world, person)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(await stateOf(world, person)).toBeUndefined();
    const events = await world.sql<{ event: string }>(
      "select event from security_log where user_id = $1 and event in ('deactivated', 'reactivated') order by id",
      [person.user_id],
    );
    expect(events.map(({ event }) => event)).toEqual(['deactivated', 'reactivated']);
  });

  test('A new password for a forgotten one, and then the log-in with it, bring a person back', async () => {
    const person = await world.person('forgetful');
    await deactivate(person);
    const browser = await world.stranger().fetch('/v1/otp', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'forgetful' }),
    });
    const device = browser.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    await world.runJobs();
    const codes = (await mailsTo(world, person)).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
    const at = world.withCookie(device);
    const { body } = await at.post('/v1/otp/validate', { username: 'forgetful', otp: codes[0] });
    const password = 'a phrase of my very own';
    const reset = { reset_token: body.reset_token.token, password, confirm_password: password };
    expect((await at.patch('/v1/users/reset-password', reset)).status).toBe(200);
    expect(await stateOf(world, person)).toBe('deactivated');
    expect((await logIn(world, person, password)).status).toBe(201);
    expect(await stateOf(world, person)).toBeUndefined();
  });

  test("The team's log-in link brings a person back", async () => {
    const person = await world.person('linked_back');
    await deactivate(person);
    const link = await createLoginLink(world.platform, world.platform.db.kysely, person.user_id);
    const token = link.split('/w/')[1];
    const password = 'a phrase of my very own';
    const answer = await world.stranger().post('/v1/users/login-link', { token, password, confirm_password: password });
    expect(answer.status).toBe(201);
    expect(await stateOf(world, person)).toBeUndefined();
  });

  test("The site's last owner can't: 422", async () => {
    const owner = await world.person('only_owner');
    await world.sql("update users set site_role = 'owner' where id = $1", [owner.user_id]);
    const { status, body } = await owner.post('/v1/users/deactivate', {});
    expect([status, Object.keys(body.error)]).toEqual([422, ['site_role']]);
    const other = await world.person('other_owner');
    await world.sql("update users set site_role = 'owner' where id = $1", [other.user_id]);
    await deactivate(other);
    // One who is away can't run the site.
    expect((await owner.post('/v1/users/deactivate', {})).status).toBe(422);
    expect((await owner.delete('/v1/users')).status).toBe(422);
  });

  test('A month before the year is over a mail says so, and then the account is deleted', async () => {
    const person = await world.person('year_away');
    await deactivate(person);
    clock.advance(334 * day);
    await sweep(world);
    expect((await mailsTo(world, person)).filter(({ subject }) => subject.includes('soon delete'))).toEqual([]);
    clock.advance(2 * day);
    await sweep(world);
    await sweep(world);
    expect((await mailsTo(world, person)).filter(({ subject }) => subject.includes('soon delete'))).toHaveLength(1);
    clock.advance(28 * day);
    await sweep(world);
    expect(await exists(world, person)).toBe(true);
    clock.advance(2 * day);
    await sweep(world);
    expect(await exists(world, person)).toBe(false);
  });

  test('A server that was off for months first warns people whose time is over, and deletes their accounts two weeks later', async () => {
    const person = await world.person('off_for_long');
    await deactivate(person);
    clock.advance(500 * day);
    await sweep(world);
    expect(await exists(world, person)).toBe(true);
    clock.advance(13 * day);
    await sweep(world);
    expect(await exists(world, person)).toBe(true);
    clock.advance(2 * day);
    await sweep(world);
    expect(await exists(world, person)).toBe(false);
  });

  test('The team sees that somebody has deactivated their account, and until when it stays', async () => {
    const moderator = await world.person('looks');
    await world.sql("update users set site_role = 'moderator' where id = $1", [moderator.user_id]);
    const person = await world.person('seen_away');
    await deactivate(person);
    const { people } = (await moderator.get('/v1/site/people?state=deactivated&query=seen_away')).body;
    expect(people).toMatchObject([{ state: 'deactivated', deletes_at: expect.any(String) }]);
  });
});

describe('with days to change their mind', () => {
  const leave = async (person: Person) => {
    expect((await person.delete('/v1/users')).status).toBe(200);
    await slow.runJobs();
    const text = (await mailsTo(slow, person))
      .map((mail) => mail.text)
      .find((each) => each.includes('/keep-account?token='));
    return /keep-account\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
  };

  test('A deleted account is gone for everybody right away, and no log-in opens it: 401', async () => {
    const person = await slow.person('changes_mind');
    const other = await slow.person('looks_on');
    await leave(person);
    expect((await other.get('/v1/users/changes_mind')).status).toBe(404);
    expect((await logIn(slow, person)).status).toBe(401);
    expect((await slow.stranger().patch('/v1/register/email', { email: person.user.email })).status).toBe(409);
  });

  test('No code is mailed for it, and no link that was sent before opens it', async () => {
    const person = await slow.person('no_way_in');
    await leave(person);
    const before = (await mailsTo(slow, person)).length;
    expect((await slow.stranger().post('/v1/otp', { username: 'no_way_in' })).status).toBe(200);
    await slow.runJobs();
    expect(await mailsTo(slow, person)).toHaveLength(before);
  });

  test("The link in the mail brings it back, once, and opening it isn't enough", async () => {
    const person = await slow.person('back_by_link');
    const token = await leave(person);
    const stranger = slow.stranger();
    const read = await stranger.post('/v1/users/deletion', { token });
    expect(read).toMatchObject({ status: 200, body: { username: 'back_by_link' } });
    expect((await logIn(slow, person)).status).toBe(401);
    expect((await stranger.delete('/v1/users/deletion', { token })).status).toBe(200);
    expect((await stranger.delete('/v1/users/deletion', { token })).status).toBe(422);
    expect((await logIn(slow, person)).status).toBe(201);
    clock.advance(8 * day);
    await sweep(slow);
    expect(await exists(slow, person)).toBe(true);
  });

  test("Changing the address of a stolen account can't keep its owner from coming back", async () => {
    const person = await slow.person('taken_over');
    const stranger = slow.stranger();
    await person.post('/v1/user/confirm', { password: factoryPassword });
    await person.patch('/v1/users/email', { email: 'taker@example.org' });
    await slow.runJobs();
    const tokenTo = async (email: string, page: string) => {
      await slow.runJobs();
      const mails = (await slow.outbox()).filter(({ to, text }) => to === email && text.includes(`${page}?token=`));
      return /token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1];
    };
    expect(
      (await stranger.put('/v1/users/email', { token: await tokenTo('taker@example.org', '/settings/email') })).status,
    ).toBe(200);
    expect((await person.delete('/v1/users')).status).toBe(200);
    const takers = await tokenTo('taker@example.org', '/keep-account');
    const undo = await tokenTo(person.user.email ?? '', '/settings/email/undo');
    expect((await stranger.put('/v1/users/email/undo', { token: undo })).status).toBe(200);
    const own = await tokenTo(person.user.email ?? '', '/keep-account');
    expect((await stranger.delete('/v1/users/deletion', { token: takers })).status).toBe(422);
    expect((await stranger.delete('/v1/users/deletion', { token: own })).status).toBe(200);
  });

  test('"This wasn\'t me" about the log-in that changed the address mails the link to the old one, too', async () => {
    const person = await slow.person('robbed');
    const stranger = slow.stranger();
    await logIn(slow, person);
    const answer = await stranger.fetch('/v1/tokens/authentication', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'robbed', password: factoryPassword }),
    });
    const cookie = answer.headers.getSetCookie().find((each) => each.startsWith('hubbub='));
    const thief = slow.withCookie(cookie?.split(';', 1)[0] ?? '');
    const tokenTo = async (email: string, page: string) => {
      await slow.runJobs();
      const mails = (await slow.outbox()).filter(({ to, text }) => to === email && text.includes(`${page}?token=`));
      return /token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1];
    };
    const disown = await tokenTo('robbed@example.org', '/not-me');
    await thief.post('/v1/user/confirm', { password: factoryPassword });
    await thief.patch('/v1/users/email', { email: 'robber@example.org' });
    const change = await tokenTo('robber@example.org', '/settings/email');
    expect((await stranger.put('/v1/users/email', { token: change })).status).toBe(200);
    expect((await thief.delete('/v1/users')).status).toBe(200);
    const takers = await tokenTo('robber@example.org', '/keep-account');
    expect((await stranger.post('/v1/sessions/disown', { token: disown })).status).toBe(200);
    const own = await tokenTo('robbed@example.org', '/keep-account');
    expect(own).toBeDefined();
    expect((await stranger.delete('/v1/users/deletion', { token: takers })).status).toBe(422);
    expect((await stranger.delete('/v1/users/deletion', { token: own })).status).toBe(200);
  });

  test('Once the time is over, the link stops working and the account is deleted', async () => {
    const person = await slow.person('too_late');
    const token = await leave(person);
    clock.advance(7 * day);
    expect((await slow.stranger().delete('/v1/users/deletion', { token })).status).toBe(422);
    await sweep(slow);
    expect(await exists(slow, person)).toBe(false);
    expect((await mailsTo(slow, person)).some(({ subject }) => subject.includes('was deleted'))).toBe(true);
    const { sql } = slow;
    expect(await sql('select from return_tokens where user_id = $1', [person.user_id])).toEqual([]);
  });

  test('An account without an address is deleted right away, because nothing could bring it back', async () => {
    const person = await slow.person('no_address');
    await slow.sql('update users set email = null where id = $1', [person.user_id]);
    expect((await person.delete('/v1/users')).status).toBe(200);
    expect(await exists(slow, person)).toBe(false);
  });

  test('Members learn from the site how long it is', async () => {
    const person = await slow.person('reads_site');
    expect((await person.get('/v1/site')).body.site.deletion_grace_days).toBe(7);
  });
});

describe('an account that the team deletes', () => {
  const deletedByTeam = async (person: Person, text?: string) => {
    const admin = await slow.person(`admin_of_${person.user.username}`);
    await setSiteRole(slow, admin.user_id, 'admin');
    await admin.post('/v1/user/confirm', { password: factoryPassword });
    const path = `/v1/site/people/${person.user.username}`;
    expect((await admin.delete(path, { text })).status).toBe(200);
    await slow.runJobs();
    return { again: () => admin.delete(path, {}) };
  };

  test("its owner has the same days to change their mind, reads why, and gets another mail once they're back", async () => {
    const person = await slow.person('given_days');
    const { again } = await deletedByTeam(person, 'You asked us to.');
    expect(await stateOf(slow, person)).toBe('deleting');
    expect((await logIn(slow, person)).status).toBe(401);
    const mails = await mailsTo(slow, person);
    expect(mails.at(-1)?.text).toContain('You asked us to.');
    const token = /token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1];
    expect((await again()).status).toBe(200);
    await slow.runJobs();
    expect(await mailsTo(slow, person)).toHaveLength(mails.length);
    expect((await slow.stranger().delete('/v1/users/deletion', { token })).status).toBe(200);
    const { body } = await logIn(slow, person);
    expect(body.user.username).toBe('given_days');
    const log = await slow.sql('select event from security_log where user_id = $1 order by id', [person.user_id]);
    expect(log.map(({ event }) => event)).toContain('deleted_by_team');
  });

  test('so does the owner of one that was deactivated', async () => {
    const person = await slow.person('was_away');
    await deactivate(person);
    await deletedByTeam(person);
    expect(await stateOf(slow, person)).toBe('deleting');
    expect((await logIn(slow, person)).status).toBe(401);
  });

  test("without an address there's no way back, so it's gone right away", async () => {
    const person = await slow.person('no_address');
    await slow.sql('update users set email = null where id = $1', [person.user_id]);
    await deletedByTeam(person);
    expect(await exists(slow, person)).toBe(false);
  });

  test('gets no new log-in link; the link that restores it goes to an email that the team sets, and the previous one stops working', async () => {
    const [admin, person] = [await slow.person('deleting_admin'), await slow.person('moves_house')];
    await setSiteRole(slow, admin.user_id, 'admin');
    await admin.post('/v1/user/confirm', { password: factoryPassword });
    const linkTo = async (address: string) => {
      await slow.runJobs();
      return /keep-account\?token=([\w-]+)/.exec((await slow.mailTo(address, /deleting/))?.text ?? '')?.[1];
    };
    expect((await admin.delete('/v1/site/people/moves_house', {})).status).toBe(200);
    const before = await linkTo(person.user.email);
    const reset = await admin.post('/v1/site/people/moves_house/reset');
    expect(reset).toMatchObject({
      status: 422,
      body: { error: { username: expect.stringContaining('being deleted') } },
    });
    expect((await admin.patch('/v1/site/people/moves_house', { email: 'moved@example.org' })).status).toBe(200);
    const after = await linkTo('moved@example.org');
    const comeBack = (token: string | undefined) => slow.stranger().delete('/v1/users/deletion', { token });
    expect((await comeBack(before)).status).toBe(422);
    expect((await comeBack(after)).status).toBe(200);
  });
});
