import { hash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { type Caller, type Person, testWorld } from '../../../test/harness.ts';
import { codeIn, factoryPassword } from './accounts.factory.ts';
import { createLoginLink } from './login-links.service.ts';

const world = await testWorld();

const codeOf = (secret: string, periodsAhead = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + periodsAhead * 30_000 });
/** A code that isn't valid now or within two periods. */
const wrongCode = (secret: string): string => {
  const near = new Set([-2, -1, 0, 1, 2].map((ahead) => codeOf(secret, ahead)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ?? '';
};
const confirm = (caller: Caller) => caller.post('/v1/user/confirm', { password: factoryPassword });
const logIn = (username: string, code?: string, password = factoryPassword) =>
  world.stranger().post('/v1/tokens/authentication', { username, password, ...(code !== undefined && { code }) });

/** Turns codes on, and moves on to the next period, so that the next code is fresh. */
async function enroll(person: Person): Promise<{ secret: string; recovery: string[] }> {
  await confirm(person);
  const { secret } = (await person.post('/v1/totp')).body;
  const { status, body } = await person.put('/v1/totp', { code: codeOf(secret) });
  expect(status).toBe(200);
  await world.sql('update totp set last_period = last_period - 10 where user_id = $1', [person.user_id]);
  return { secret, recovery: body.recovery_codes };
}

describe('POST /v1/user/confirm', () => {
  test('A wrong password is 422, and the session is not confirmed', async () => {
    const person = await world.person('unsure');
    expect(await person.post('/v1/user/confirm', { password: 'not the password' })).toMatchObject({
      status: 422,
      body: { error: { password: expect.any(String) } },
    });
    expect(await person.post('/v1/totp')).toMatchObject({
      status: 422,
      body: { error: { confirm: expect.any(String) } },
    });
  });

  test('Confirms this session only, for ten minutes', async () => {
    const person = await world.person('sure');
    const other = world.withCookie(
      `hubbub=${await world.platform.sessions.create(world.platform.db.kysely, person.user_id)}`,
    );
    expect(await confirm(person)).toMatchObject({ status: 200, body: {} });
    expect((await other.post('/v1/totp')).body.error).toHaveProperty('confirm');
    expect((await person.post('/v1/totp')).status).toBe(200);
    await world.sql(
      `update sessions set confirmed_until = confirmed_until - interval '10 minutes' where user_id = $1`,
      [person.user_id],
    );
    expect((await person.post('/v1/totp')).body.error).toHaveProperty('confirm');
  });
});

describe('One-time codes', () => {
  test('Are on once the first code is right; before that nothing changes', async () => {
    const person = await world.person('careful');
    await confirm(person);
    const { secret, uri } = (await person.post('/v1/totp')).body;
    expect(uri).toMatch(/^otpauth:\/\/totp\/.*careful\?.*issuer=/);
    expect(uri).toContain(secret);
    expect((await person.put('/v1/totp', { code: wrongCode(secret) })).body.error).toHaveProperty('code');
    expect((await person.get('/v1/totp')).body).toEqual({ enabled: false, recovery_codes_left: 0 });
    expect((await logIn('careful')).status).toBe(201);
    const { body } = await person.put('/v1/totp', { code: codeOf(secret) });
    expect(new Set(body.recovery_codes).size).toBe(10);
    expect((await person.get('/v1/totp')).body).toEqual({ enabled: true, recovery_codes_left: 10 });
    expect((await person.post('/v1/totp')).status).toBe(409);
  });

  test('Log-in asks for a code after the password was right, and not before', async () => {
    const person = await world.person('coded');
    const { secret } = await enroll(person);
    expect((await logIn('coded', undefined, 'not the password')).status).toBe(401);
    expect((await logIn('coded', codeOf(secret), 'not the password')).status).toBe(401);
    const asked = await logIn('coded');
    expect(asked).toMatchObject({ status: 422, body: { error: { code: expect.any(String) } } });
    expect(asked.headers.get('set-cookie')).toBeNull();
    expect((await logIn('coded', codeOf(secret))).status).toBe(201);
  });

  test("A code can't be replayed, and neither can one before it", async () => {
    const person = await world.person('replayed');
    const { secret } = await enroll(person);
    const code = codeOf(secret);
    const before = codeOf(secret, -1);
    expect((await logIn('replayed', code)).status).toBe(201);
    for (const used of [code, before]) expect((await logIn('replayed', used)).body.error).toHaveProperty('code');
  });

  test('Of the same code sent twice at once, one works', async () => {
    const person = await world.person('doubled');
    const { secret } = await enroll(person);
    const code = codeOf(secret);
    const answers = await Promise.all([logIn('doubled', code), logIn('doubled', code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  test.each(['an app', 'recovery'])(
    'A right code of %s sent six times at once counts as one try and logs in once',
    async (kind) => {
      const name = `eager_${kind.length}`;
      const { secret, recovery } = await enroll(await world.person(name));
      const tries = async () =>
        (await world.sql('select tries from totp join users on users.id = user_id where username = $1', [name]))[0]
          ?.tries;
      expect((await logIn(name, wrongCode(secret))).status).toBe(422);
      expect(await tries()).toBe(1);
      const code = kind === 'recovery' ? recovery[0] : codeOf(secret);
      const answers = await Promise.all(Array.from({ length: 6 }, () => logIn(name, code)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
      expect(await tries()).toBe(0);
      expect((await logIn(name, recovery[1])).status, 'and the next code works').toBe(201);
    },
  );

  test('Of 41 wrong codes at once, at most five count, and after them the right one is refused', async () => {
    const person = await world.person('besieged');
    const { secret } = await enroll(person);
    const wrong = wrongCode(secret);
    const answers = await Promise.all(Array.from({ length: 41 }, () => logIn('besieged', wrong)));
    expect(answers.filter(({ status }) => status === 201)).toEqual([]);
    expect(await world.sql('select tries from totp where user_id = $1', [person.user_id])).toEqual([{ tries: 5 }]);
    expect((await logIn('besieged', codeOf(secret))).status).toBe(422);
    await world.sql(`update totp set window_began_at = window_began_at - interval '10 minutes' where user_id = $1`, [
      person.user_id,
    ]);
    expect((await logIn('besieged', codeOf(secret))).status).toBe(201);
  });

  test("After more wrong codes the wait gets longer each time, and the account's owner is notified and can choose a new password", async () => {
    const person = await world.person('guessed');
    const { secret } = await enroll(person);
    const wrong = wrongCode(secret);
    const guess = async () => {
      for (let tries = 0; tries < 5; tries += 1) expect((await logIn('guessed', wrong)).status).toBe(422);
      return (await logIn('guessed', codeOf(secret))).body.error.code;
    };
    const wait = (minutes: number) =>
      world.sql('update totp set window_began_at = window_began_at - make_interval(mins => $2) where user_id = $1', [
        person.user_id,
        minutes,
      ]);
    expect(await guess()).toBe('Too many wrong codes. Wait ten minutes, then try again.');
    await wait(10);
    expect(await guess()).toBe('Too many wrong codes. Wait 20 minutes, then try again.');
    await wait(10);
    expect((await logIn('guessed', codeOf(secret))).status).toBe(422);
    await world.runJobs();
    const mails = (await world.outbox()).filter(({ to }) => to === 'guessed@example.org');
    expect(mails.filter(({ subject }) => subject === 'Wrong codes for your Hubbub account')).toHaveLength(2);
    const { notifications } = (await person.get('/v1/notifications')).body;
    expect(notifications.map(({ text }: { text: string }) => text)).toContain(
      'Someone who knows your password entered wrong codes',
    );
    const password = 'nobody else knows this';
    const body = { old_password: factoryPassword, password, confirm_password: password };
    expect((await person.patch('/v1/users/password', body)).status).toBe(200);
    expect((await logIn('guessed', codeOf(secret), password)).status).toBe(201);
    expect(await world.sql('select exhausted from totp where user_id = $1', [person.user_id])).toEqual([
      { exhausted: 0 },
    ]);
  });

  test("Wrong codes while they're being set up notify nobody", async () => {
    const person = await world.person('mistyping');
    await confirm(person);
    const { secret } = (await person.post('/v1/totp')).body;
    for (let tries = 0; tries < 5; tries += 1)
      expect((await person.put('/v1/totp', { code: wrongCode(secret) })).status).toBe(422);
    expect((await person.put('/v1/totp', { code: codeOf(secret) })).body.error.code).toMatch(/^Too many wrong codes/);
    await world.runJobs();
    expect((await world.outbox()).filter(({ to }) => to === person.user.email)).toEqual([]);
    expect((await person.get('/v1/notifications')).body.notifications).toEqual([]);
  });

  test("A recovery code works once, even if it's sent twice at the same time, and its owner is notified", async () => {
    const person = await world.person('lost');
    const { recovery } = await enroll(person);
    const [first = '', second = ''] = recovery;
    const answers = await Promise.all([logIn('lost', first), logIn('lost', first)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await logIn('lost', second.toUpperCase().replaceAll('-', ' '))).status).toBe(201);
    expect((await person.get('/v1/totp')).body).toEqual({ enabled: true, recovery_codes_left: 8 });
    await world.runJobs();
    const subjects = (await world.outbox()).filter(({ to }) => to === 'lost@example.org').map(({ subject }) => subject);
    expect(subjects).toContain('A recovery code for Hubbub was used');
  });

  test('A recovery code has at least 112 random bits, and shorter ones that people saved before still work', async () => {
    const person = await world.person('lost_before');
    const { recovery } = await enroll(person);
    for (const code of recovery) {
      expect(code).toMatch(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4})*$/);
      expect(code.replaceAll('-', '').length * Math.log2(32)).toBeGreaterThanOrEqual(112);
    }
    await world.sql('insert into recovery_codes (user_id, code_hash) values ($1, $2)', [
      person.user_id,
      hash('sha256', `${person.user_id} abcdefghjkmnpqrs`, 'buffer'),
    ]);
    expect((await logIn('lost_before', 'abcd-efgh-jkmn-pqrs')).status).toBe(201);
    expect((await logIn('lost_before', 'abcd-efgh-jkmn-pqrs')).status).toBe(422);
  });

  test("Somebody else's recovery code doesn't work", async () => {
    const [ana, bob] = [await world.person('ana_coded'), await world.person('bob_coded')];
    await enroll(ana);
    const { recovery } = await enroll(bob);
    expect((await logIn('ana_coded', recovery[0])).status).toBe(422);
  });

  test('Secrets and recovery codes are in no later answer, and recovery codes are stored as hashes', async () => {
    const person = await world.person('secretive');
    const { secret, recovery } = await enroll(person);
    const answers = await Promise.all(
      ['/v1/totp', '/v1/user', '/v1/user/security-log'].map((path) => person.get(path)),
    );
    const stored = await world.sql('select to_jsonb(recovery_codes)::text as row from recovery_codes');
    const text = JSON.stringify([answers.map(({ body }) => body), stored]);
    for (const hidden of [secret, ...recovery]) expect(text).not.toContain(hidden);
  });

  test('Secrets are stored sealed for their account, and older ones keep working until a job seals them', async () => {
    const [person, thief] = [await world.person('sealed'), await world.person('thief')];
    const { secret } = await enroll(person);
    const plain = Buffer.from(Secret.fromBase32(secret).bytes);
    const stored = async () =>
      (await world.sql<{ secret: Buffer }>('select secret from totp where user_id = $1', [person.user_id]))[0]?.secret;
    expect((await stored())?.includes(plain)).toBe(false);
    await world.sql('update totp set secret = $2, last_period = last_period - 10 where user_id = $1', [
      person.user_id,
      plain,
    ]);
    expect((await logIn('sealed', codeOf(secret))).status).toBe(201);
    await world.platform.jobs.add(world.platform.db.kysely, 'accounts.remove-expired', {});
    await world.runJobs();
    expect((await stored())?.includes(plain)).toBe(false);
    await world.sql('update totp set last_period = last_period - 10 where user_id = $1', [person.user_id]);
    expect((await logIn('sealed', codeOf(secret))).status).toBe(201);
    // Someone who can write to the table can't give themselves another account's secret that they know.
    await enroll(thief);
    await world.sql('update totp set secret = $2 where user_id = $1', [thief.user_id, await stored()]);
    expect((await logIn('thief', codeOf(secret))).status).toBe(500);
  });

  test('A new code replaces the recovery codes, and their owner is notified', async () => {
    const person = await world.person('renewed');
    const { secret, recovery } = await enroll(person);
    const { body } = await person.put('/v1/totp', { code: codeOf(secret) });
    expect(body.recovery_codes).toHaveLength(10);
    expect((await logIn('renewed', recovery[0])).status).toBe(422);
    expect((await logIn('renewed', body.recovery_codes[0])).status).toBe(201);
    await world.runJobs();
    const told = (await world.outbox()).filter(({ to }) => to === person.user.email).map(({ subject }) => subject);
    expect(told).toContain('You have new recovery codes for Hubbub');
    const { notifications } = (await person.get('/v1/notifications')).body;
    expect(notifications.map(({ text }: { text: string }) => text)).toContain(
      'New recovery codes were made for your account',
    );
  });

  test("Turning them off needs a confirmed session, so that a stolen one can't", async () => {
    const person = await world.person('off');
    await enroll(person);
    await world.sql('update sessions set confirmed_until = null where user_id = $1', [person.user_id]);
    expect((await person.delete('/v1/totp')).body.error).toHaveProperty('confirm');
    await confirm(person);
    expect(await person.delete('/v1/totp')).toMatchObject({ status: 200, body: {} });
    expect((await logIn('off')).status).toBe(201);
    await world.runJobs();
    const { notifications } = (await person.get('/v1/notifications')).body;
    expect(notifications.map(({ text }: { text: string }) => text)).toContain('One-time codes were turned off');
  });

  test("Resetting a forgotten password doesn't bypass them", async () => {
    const person = await world.person('forgetful');
    const { secret } = await enroll(person);
    const browser = world.stranger();
    await browser.post('/v1/otp', { username: 'forgetful' });
    await world.runJobs();
    const mailed = (await world.outbox()).find(({ to, text }) => to === person.user.email && /^\d{6}$/m.test(text));
    const { reset_token } = (await browser.post('/v1/otp/validate', { username: 'forgetful', otp: codeIn(mailed) }))
      .body;
    const fresh = { password: 'a brand new password', confirm_password: 'a brand new password' };
    const reset = await browser.patch('/v1/users/reset-password', { reset_token: reset_token.token, ...fresh });
    expect(reset.status).toBe(200);
    expect(reset.headers.get('set-cookie') ?? '').not.toContain('hubbub=');
    expect((await logIn('forgetful', undefined, fresh.password)).body.error).toHaveProperty('code');
    expect((await logIn('forgetful', codeOf(secret), fresh.password)).status).toBe(201);
  });

  test("A log-in link of the team asks for a code, too, and a wrong one doesn't use it up", async () => {
    const person = await world.person('linked');
    const { secret } = await enroll(person);
    const link = await createLoginLink(world.platform, world.platform.db.kysely, person.user_id);
    const token = link.split('/w/')[1];
    const fresh = { password: 'a brand new password', confirm_password: 'a brand new password' };
    const enter = (code?: string) =>
      world.stranger().post('/v1/users/login-link', { token, ...fresh, ...(code !== undefined && { code }) });
    for (const code of [undefined, wrongCode(secret)]) {
      const refused = await enter(code);
      expect(refused).toMatchObject({ status: 422, body: { error: { code: expect.any(String) } } });
      expect(refused.headers.get('set-cookie') ?? '').not.toContain('hubbub=');
    }
    expect((await logIn('linked', undefined, fresh.password)).status).toBe(401);
    expect((await enter(codeOf(secret))).status).toBe(201);
  });
});

describe('DELETE /v1/users', () => {
  test('Of an account with codes needs a confirmed session or the password', async () => {
    const person = await world.person('leaver');
    await enroll(person);
    await world.sql('update sessions set confirmed_until = null where user_id = $1', [person.user_id]);
    expect((await person.delete('/v1/users')).body.error).toHaveProperty('confirm');
    expect((await person.delete('/v1/users', { password: 'wrong' })).body.error).toHaveProperty('password');
    expect((await person.delete('/v1/users', { password: factoryPassword })).status).toBe(200);
    for (const table of ['totp', 'recovery_codes', 'security_log', 'disown_tokens'])
      expect(await world.sql(`select from ${table} where user_id = $1`, [person.user_id])).toEqual([]);
  });

  test('Of any other account works as before, and a wrong password stops it', async () => {
    const person = await world.person('plain_leaver');
    expect((await person.delete('/v1/users', { password: 'wrong' })).status).toBe(422);
    expect((await person.delete('/v1/users')).status).toBe(200);
  });
});

test("The site's team can turn somebody's codes off, and the person is notified", async () => {
  const [boss, person] = [await world.person('boss'), await world.person('locked_out')];
  await world.sql(`update users set site_role = 'admin' where id = $1`, [boss.user_id]);
  await enroll(person);
  expect((await boss.delete('/v1/site/people/locked_out/second-factor')).status).toBe(200);
  expect((await logIn('locked_out')).status).toBe(201);
  await world.runJobs();
  const { notifications } = (await person.get('/v1/notifications')).body;
  expect(notifications.map(({ text }: { text: string }) => text)).toContain(
    "The site's team turned your one-time codes off",
  );
});
