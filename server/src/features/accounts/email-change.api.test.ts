import { describe, expect, test } from 'vitest';
import { Authenticator } from '../../../test/authenticator.ts';
import { type Caller, testWorld } from '../../../test/harness.ts';
import { setRegistration } from '../../../test/site.ts';
import { factoryPassword } from './accounts.factory.ts';

const world = await testWorld();
type Person = Awaited<ReturnType<typeof world.person>>;

const confirm = (person: Caller) => person.post('/v1/user/confirm', { password: factoryPassword });
async function ask(person: Caller, email: string) {
  await confirm(person);
  return await person.patch('/v1/users/email', { email });
}
const emailOf = async (person: Person) =>
  (await world.sql<{ email: string }>('select email from users where id = $1', [person.user_id]))[0]?.email;

/** The mails to an address, the newest first. */
async function mailsTo(email: string) {
  await world.runJobs();
  return (await world.outbox()).filter(({ to }) => to === email);
}
/** The token of the newest mail to an address that links to a page; the `nth` before it. */
async function tokenIn(email: string, page: 'email' | 'email/undo', nth = 0): Promise<string> {
  const pattern = new RegExp(`/settings/${page}\\?token=([\\w-]+)`);
  const tokens = (await mailsTo(email)).flatMap(({ text }) => pattern.exec(text)?.[1] ?? []);
  return tokens[nth] ?? '';
}
const complete = (token: string) => world.stranger().put('/v1/users/email', { token });
const undo = (token: string) => world.stranger().put('/v1/users/email/undo', { token });
const isIn = async (person: { get: Person['get'] }) => (await person.get('/v1/user/check')).status === 200;
/** Changes an address, from the request to using the mailed link. */
async function move(person: Person, email: string): Promise<void> {
  expect((await ask(person, email)).status).toBe(200);
  expect((await complete(await tokenIn(email, 'email'))).status).toBe(200);
}

describe('PATCH /v1/users/email', () => {
  test('Needs a confirmed session', async () => {
    const person = await world.person('plain');
    expect(await person.patch('/v1/users/email', { email: 'plain2@example.org' })).toMatchObject({
      status: 422,
      body: { error: { confirm: expect.any(String) } },
    });
    expect(await mailsTo('plain2@example.org')).toEqual([]);
  });

  test('Changes nothing until the link in the mail to the new address is used, without a session', async () => {
    const person = await world.person('mover');
    expect(await ask(person, 'mover2@example.org')).toMatchObject({ status: 200, body: {} });
    const token = await tokenIn('mover2@example.org', 'email');
    expect(await emailOf(person)).toBe('mover@example.org');
    expect(await complete(token)).toMatchObject({ status: 200, body: {} });
    expect(await emailOf(person)).toBe('mover2@example.org');
    const login = { username: 'mover2@example.org', password: factoryPassword };
    expect((await world.stranger().post('/v1/tokens/authentication', login)).status).toBe(201);
  });

  test('A link works once, for 24 hours', async () => {
    const person = await world.person('once');
    await ask(person, 'once2@example.org');
    await world.runJobs();
    await world.sql(`update email_changes set expires_at = expires_at - interval '24 hours' where user_id = $1`, [
      person.user_id,
    ]);
    const gone = { status: 422, body: { error: { token: expect.any(String) } } };
    expect(await complete(await tokenIn('once2@example.org', 'email'))).toMatchObject(gone);
    await ask(person, 'once3@example.org');
    const token = await tokenIn('once3@example.org', 'email');
    const answers = await Promise.all([complete(token), complete(token), complete(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await complete('guessed')).toMatchObject(gone);
  });

  test('The latest request wins: links of earlier ones no longer work', async () => {
    const person = await world.person('changing');
    await ask(person, 'first@example.org');
    const first = await tokenIn('first@example.org', 'email');
    await ask(person, 'second@example.org');
    expect((await complete(first)).status).toBe(422);
    expect((await complete(await tokenIn('second@example.org', 'email'))).status).toBe(200);
    expect(await emailOf(person)).toBe('second@example.org');
  });

  test('Only hashes of tokens are stored', async () => {
    const person = await world.person('hashed');
    await ask(person, 'hashed2@example.org');
    const tokens = [await tokenIn('hashed2@example.org', 'email'), await tokenIn('hashed@example.org', 'email/undo')];
    const rows = await world.sql<{ row: string }>(
      `select email_changes::text as row from email_changes union all select email_undos::text from email_undos
        union all select payload::text from graphile_worker._private_jobs`,
    );
    for (const token of tokens) {
      expect(token).not.toBe('');
      expect(rows.some(({ row }) => row.includes(token) || row.includes(Buffer.from(token).toString('hex')))).toBe(
        false,
      );
    }
  });

  test("An address that already has an account gets the same answer, and the old address the same mail; the account's owner is notified", async () => {
    const [person, owner] = [await world.person('curious'), await world.person('settled')];
    const answer = await ask(person, 'SETTLED@example.org');
    const free = await ask(await world.person('curious_b'), 'nobody-there@example.org');
    expect([answer.status, answer.body]).toEqual([free.status, free.body]);
    const [told] = await mailsTo('SETTLED@example.org');
    expect(told?.subject).toMatch(/tried to use your email/);
    expect(told?.text).not.toContain('token=');
    expect((await mailsTo('curious@example.org'))[0]?.subject).toBe(
      (await mailsTo('curious_b@example.org'))[0]?.subject,
    );
    expect(await emailOf(owner)).toBe('settled@example.org');
  });

  test('Of two who want the same address, in whatever case, one gets it', async () => {
    const [one, two] = [await world.person('racer_a'), await world.person('racer_b')];
    await ask(one, 'prize@example.org');
    await ask(two, 'PRIZE@example.org');
    const tokens = [await tokenIn('prize@example.org', 'email'), await tokenIn('PRIZE@example.org', 'email')];
    const answers = await Promise.all(tokens.map((token) => complete(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("An address the site doesn't take is 422, when it's asked for and when the link is used", async () => {
    const person = await world.person('outsider');
    await ask(person, 'outsider@elsewhere.net');
    const token = await tokenIn('outsider@elsewhere.net', 'email');
    await setRegistration(world, { email_domains: ['example.org'] });
    const refused = { status: 422, body: { error: { email: expect.stringContaining('example.org') } } };
    expect(await complete(token)).toMatchObject(refused);
    expect(await ask(person, 'outsider2@elsewhere.net')).toMatchObject(refused);
    await setRegistration(world, { email_domains: [] });
    expect((await complete(token)).status).toBe(200);
  });

  test('The address the account already has is 422; another case of it is a change', async () => {
    const person = await world.person('same');
    expect((await ask(person, 'same@example.org')).status).toBe(422);
    expect((await ask(person, 'Same@example.org')).status).toBe(200);
    expect((await complete(await tokenIn('Same@example.org', 'email'))).status).toBe(200);
    expect(await emailOf(person)).toBe('Same@example.org');
  });

  test('A new password cancels a pending change: a stranger may have requested it', async () => {
    const person = await world.person('reclaimed');
    await ask(person, 'thief@example.org');
    const token = await tokenIn('thief@example.org', 'email');
    const change = {
      old_password: factoryPassword,
      password: 'an entirely new phrase',
      confirm_password: 'an entirely new phrase',
    };
    expect((await person.patch('/v1/users/password', change)).status).toBe(200);
    expect((await complete(token)).status).toBe(422);
    expect(await emailOf(person)).toBe('reclaimed@example.org');
  });
});

describe('PUT /v1/users/email', () => {
  test("A request made in a session that its person or the team has ended can't be finished by mail", async () => {
    const person = await world.person('invaded');
    const boss = await world.person('boss');
    await world.sql(`update users set site_role = 'admin' where id = $1`, [boss.user_id]);
    const thief = async () =>
      world.withCookie(`hubbub=${await world.platform.sessions.create(world.platform.db.kysely, person.user_id)}`);
    const others = async () =>
      (await person.get('/v1/sessions')).body.sessions.find(({ current }: { current: boolean }) => !current).session_id;
    const ends = [
      async () => await person.delete(`/v1/sessions/${await others()}`),
      async () => await person.delete('/v1/sessions'),
      async () => await boss.delete('/v1/site/people/invaded/sessions'),
    ];
    for (const [index, end] of ends.entries()) {
      expect((await ask(await thief(), `thief${index}@example.org`)).status).toBe(200);
      const token = await tokenIn(`thief${index}@example.org`, 'email');
      expect((await end()).status).toBe(200);
      expect((await complete(token)).status, `${index}`).toBe(422);
    }
    expect(await emailOf(person)).toBe('invaded@example.org');
  });

  test("Ending the other sessions keeps the request of one's own", async () => {
    const person = await world.person('tidying');
    await ask(person, 'tidying2@example.org');
    const token = await tokenIn('tidying2@example.org', 'email');
    expect((await person.delete('/v1/sessions')).status).toBe(200);
    expect((await complete(token)).status).toBe(200);
  });

  test("Notifies the old address and the account's owner, and adds to the security log", async () => {
    const person = await world.person('told');
    await ask(person, 'told2@example.org');
    const [asked] = await mailsTo('told@example.org');
    expect(asked?.subject).toMatch(/about to change/);
    expect(asked?.text).toContain('t•••@example.org');
    expect(asked?.text).not.toContain('told2@');
    await complete(await tokenIn('told2@example.org', 'email'));
    expect((await mailsTo('told@example.org'))[0]?.subject).toMatch(/was changed/);
    const { entries } = (await person.get('/v1/user/security-log')).body;
    const events = entries.map(({ event }: { event: string }) => event);
    expect(events.slice(0, 2)).toEqual(['email_changed', 'email_change_asked']);
    await expect
      .poll(async () => {
        await world.runJobs();
        return (await person.get('/v1/notifications')).body.notifications;
      })
      .toMatchObject([{ type: 'security', text: 'Your email was changed' }]);
  });

  test('Ends all sessions but the one that asked', async () => {
    const person = await world.person('owner_of_two');
    const other = world.withCookie(
      `hubbub=${await world.platform.sessions.create(world.platform.db.kysely, person.user_id)}`,
    );
    await move(person, 'owner_of_two2@example.org');
    expect(await isIn(person)).toBe(true);
    expect(await isIn(other)).toBe(false);
  });

  test('What was mailed to the old address no longer opens the account', async () => {
    const person = await world.person('codeless');
    await ask(person, 'codeless2@example.org');
    const token = await tokenIn('codeless2@example.org', 'email');
    await world.stranger().post('/v1/otp', { username: 'codeless' });
    await world.runJobs();
    await complete(token);
    expect(await world.sql('select from device_codes where user_id = $1', [person.user_id])).toEqual([]);
  });
});

describe('PUT /v1/users/email/undo', () => {
  test('Brings the old address back, ends all sessions and answers a reset token, once, for seven days', async () => {
    const person = await world.person('robbed');
    await move(person, 'robber@example.org');
    const token = await tokenIn('robbed@example.org', 'email/undo');
    const answers = await Promise.all([undo(token), undo(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const { reset_token } = answers.find(({ status }) => status === 200)?.body ?? {};
    expect(await emailOf(person)).toBe('robbed@example.org');
    expect(await isIn(person)).toBe(false);
    const password = 'mine and only mine';
    const reset = { reset_token: reset_token.token, password, confirm_password: password };
    expect((await world.stranger().patch('/v1/users/reset-password', reset)).status).toBe(200);
    expect((await mailsTo('robbed@example.org')).some(({ subject }) => /was undone/.test(subject))).toBe(true);
    expect((await mailsTo('robber@example.org'))[0]?.subject).toMatch(/was undone/);
  });

  test('Stops working after seven days', async () => {
    const person = await world.person('too_late');
    await move(person, 'too_late2@example.org');
    const token = await tokenIn('too_late@example.org', 'email/undo');
    await world.sql(`update email_undos set expires_at = expires_at - interval '7 days' where user_id = $1`, [
      person.user_id,
    ]);
    expect((await undo(token)).status).toBe(422);
    expect(await emailOf(person)).toBe('too_late2@example.org');
  });

  test('Undoes a chain of changes, and the link in between stops working', async () => {
    const person = await world.person('chained');
    await move(person, 'thief1@example.org');
    await move(person, 'thief2@example.org');
    const between = await tokenIn('thief1@example.org', 'email/undo');
    expect((await undo(await tokenIn('chained@example.org', 'email/undo'))).status).toBe(200);
    expect(await emailOf(person)).toBe('chained@example.org');
    expect((await undo(between)).status).toBe(422);
    expect(await emailOf(person)).toBe('chained@example.org');
  });

  test('Removes passkeys added since the change, and invalidates links mailed since', async () => {
    const person = await world.person('plundered');
    const logIn = () =>
      world.stranger().post('/v1/tokens/authentication', { username: 'plundered', password: factoryPassword });
    await logIn();
    await move(person, 'plunderer@example.org');
    const device = new Authenticator();
    const made = device.create((await person.post('/v1/passkeys/options')).body);
    expect((await person.post('/v1/passkeys', made)).status).toBe(201);
    expect((await logIn()).status).toBe(201);
    const about = (await mailsTo('plunderer@example.org')).find(({ text }) => text.includes('/not-me?token='));
    const token = /not-me\?token=([\w-]+)/.exec(about?.text ?? '')?.[1];
    expect(token).toBeDefined();
    expect((await undo(await tokenIn('plundered@example.org', 'email/undo'))).status).toBe(200);
    expect((await world.stranger().post('/v1/sessions/disown', { token })).status).toBe(422);
    const options = (await world.stranger().post('/v1/tokens/passkey/options')).body;
    expect((await world.stranger().post('/v1/tokens/passkey', device.answer(options))).status).toBe(401);
  });

  test('The link in the first mail cancels a pending change', async () => {
    const person = await world.person('watchful');
    await ask(person, 'watched@example.org');
    const token = await tokenIn('watched@example.org', 'email');
    expect((await undo(await tokenIn('watchful@example.org', 'email/undo'))).status).toBe(200);
    expect((await complete(token)).status).toBe(422);
    expect(await isIn(person)).toBe(false);
    expect(await emailOf(person)).toBe('watchful@example.org');
  });

  test('Nobody else gets the old address meanwhile, and then it is free', async () => {
    const [person, other] = [await world.person('keeper'), await world.person('wants_it')];
    await move(person, 'keeper2@example.org');
    const registering = () => world.stranger().patch('/v1/register/email', { email: 'Keeper@example.org' });
    expect((await registering()).status).toBe(409);
    await ask(other, 'keeper@example.org');
    expect(await tokenIn('keeper@example.org', 'email')).toBe('');
    await world.sql(`update email_undos set expires_at = now() where user_id = $1`, [person.user_id]);
    await world.platform.jobs.add(world.platform.db.kysely, 'accounts.remove-expired', {});
    await world.runJobs();
    expect((await registering()).status).toBe(200);
  });
});

test("People without an address get their first one, and there's nothing to undo", async () => {
  const person = await world.person('addressless');
  await world.sql('update users set email = null where id = $1', [person.user_id]);
  await move(person, 'addressed@example.org');
  expect(await emailOf(person)).toBe('addressed@example.org');
  expect(await world.sql('select from email_undos where user_id = $1', [person.user_id])).toEqual([]);
});
