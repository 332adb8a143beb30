import { describe, expect, test } from 'vitest';
import { Authenticator } from '../../../test/authenticator.ts';
import { type Caller, type Person, testWorld } from '../../../test/harness.ts';
import { factoryPassword } from './accounts.factory.ts';

const world = await testWorld();

/** Someone with a passkey, whose session isn't confirmed. */
async function personWithPasskey(name: string): Promise<{ person: Person; device: Authenticator }> {
  const person = await world.person(name);
  const device = new Authenticator();
  await person.post('/v1/user/confirm', { password: factoryPassword });
  const made = device.create((await person.post('/v1/passkeys/options')).body);
  expect((await person.post('/v1/passkeys', made)).status).toBe(201);
  await world.sql('update sessions set confirmed_until = null where user_id = $1', [person.user_id]);
  // Mails of different jobs arrive in any order: send this one now, so that later ones are newer.
  await world.runJobs();
  return { person, device };
}
const another = async (person: Person): Promise<Caller> =>
  world.withCookie(`hubbub=${await world.platform.sessions.create(world.platform.db.kysely, person.user_id)}`);
const logInOptions = async () => (await world.stranger().post('/v1/tokens/passkey/options')).body;
const send = (answer: object) => world.stranger().post('/v1/tokens/passkey', answer);
const logIn = async (device: Authenticator, lies = {}) => send(device.answer(await logInOptions(), lies));
const confirmOptions = async (caller: Caller) => (await caller.post('/v1/user/confirm/options')).body;
const isConfirmed = async (caller: Caller) => (await caller.post('/v1/passkeys/options')).status === 200;
const eventsOf = async (person: Person): Promise<string[]> =>
  (await person.get('/v1/user/security-log')).body.entries.map((entry: { event: string }) => entry.event);
const tooLate = { status: 422, body: { error: { passkey: 'This took too long. Try again.' } } };
const refused = {
  status: 401,
  body: { error: "This passkey doesn't open an account here. Use another one, or log in with your password." },
};

describe('Log-in with a passkey', () => {
  test('Opens a session, and records when the passkey was used', async () => {
    const { person, device } = await personWithPasskey('pk_in');
    const { status, body, headers } = await logIn(device);
    expect(status).toBe(201);
    expect(body.user).toMatchObject({ user_id: person.user_id, username: 'pk_in', email: 'pk_in@example.org' });
    const inside = world.withCookie(
      headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    );
    expect((await inside.get('/v1/user')).body.user.user_id).toBe(person.user_id);
    expect(await isConfirmed(inside)).toBe(false);
    const [passkey] = (await inside.get('/v1/passkeys')).body.passkeys;
    expect(Date.parse(passkey.last_used_at)).toBeGreaterThan(Date.parse(passkey.created_at));
    expect((await eventsOf(person))[0]).toBe('log_in');
  });

  test('Brings a deactivated account back', async () => {
    const { person, device } = await personWithPasskey('pk_back');
    await person.post('/v1/user/confirm', { password: factoryPassword });
    expect((await person.post('/v1/users/deactivate', {})).status).toBe(200);
    expect((await world.stranger().get('/v1/users/pk_back')).status).not.toBe(200);
    const { status, headers } = await logIn(device);
    expect(status).toBe(201);
    const inside = world.withCookie(
      headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    );
    const friend = await world.person('pk_friend');
    expect((await friend.put('/v1/users/pk_back/follow')).status).toBe(200);
    const { entries } = (await inside.get('/v1/user/security-log')).body;
    expect(entries.map(({ event }: { event: string }) => event)).toContain('reactivated');
  });

  test('Its options are the same for everybody but for the challenge, and name no passkey', async () => {
    const { person } = await personWithPasskey('pk_same');
    const [first, second] = [await logInOptions(), (await person.post('/v1/tokens/passkey/options')).body];
    expect(first.challenge).not.toBe(second.challenge);
    expect({ ...first, challenge: '' }).toEqual({ ...second, challenge: '' });
    expect(first).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' });
    expect(first.challenge).toHaveLength(43);
  });

  test('Challenges are stored as hashes and swept when they have expired', async () => {
    const { challenge } = await logInOptions();
    expect(JSON.stringify(await world.sql('select * from passkey_challenges'))).not.toContain(challenge);
    await world.sql(`update passkey_challenges set expires_at = now() - interval '1 minute'`);
    await world.platform.jobs.add(world.platform.db.kysely, 'accounts.remove-expired', {});
    await world.runJobs();
    expect(await world.sql('select from passkey_challenges')).toEqual([]);
  });

  test('Needs no one-time code, which the password still does', async () => {
    const { person, device } = await personWithPasskey('pk_coded');
    await world.sql('insert into totp (user_id, secret, enabled_at) values ($1, $2, now())', [
      person.user_id,
      Buffer.alloc(20, 7),
    ]);
    expect((await logIn(device)).status).toBe(201);
    const byPassword = { username: 'pk_coded', password: factoryPassword };
    expect((await world.stranger().post('/v1/tokens/authentication', byPassword)).body.error).toHaveProperty('code');
  });

  test('The same answer works once', async () => {
    const { device } = await personWithPasskey('pk_replay');
    const answer = device.answer(await logInOptions());
    expect((await send(answer)).status).toBe(201);
    expect(await send(answer)).toMatchObject(tooLate);
  });

  test('Of 20 answers to one challenge at once, one wins', async () => {
    const { device } = await personWithPasskey('pk_parallel');
    const options = await logInOptions();
    const answers = Array.from({ length: 20 }, () => device.answer(options));
    const statuses = (await Promise.all(answers.map(send))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(19);
  });

  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['of another port', { origin: 'http://localhost:81' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without checking who it is', { verified: false }],
    ["in another site's frame", { crossOrigin: true }],
    ['for another account', { userHandle: Buffer.alloc(32).toString('base64url') }],
    ['for no account', { userHandle: null }],
  ])('An answer made %s is refused, and used its challenge up', async (kind, lies) => {
    const { person, device } = await personWithPasskey(`pk_in_${kind.replace(/\W/g, '').slice(0, 20)}`);
    const options = await logInOptions();
    expect(await send(device.answer(options, lies))).toMatchObject(refused);
    expect(await send(device.answer(options))).toMatchObject(tooLate);
    expect((await logIn(device)).status).toBe(201);
    expect(await eventsOf(person)).not.toContain('log_in_failed');
  });

  test('A challenge that was made up, has expired or is for something else is refused', async () => {
    const { person, device } = await personWithPasskey('pk_challenges');
    const options = await logInOptions();
    const madeUp = Buffer.alloc(32, 1).toString('base64url');
    expect(await send(device.answer(options, { challenge: madeUp }))).toMatchObject(tooLate);
    const { challenge } = await confirmOptions(person);
    expect(await send(device.answer(options, { challenge }))).toMatchObject(tooLate);
    const answer = device.answer(options);
    await world.sql(`update passkey_challenges set expires_at = expires_at - interval '5 minutes'`);
    expect(await send(answer)).toMatchObject(tooLate);
  });

  test("A signature by another key is refused as an unknown passkey is, and its person's log says so", async () => {
    const { person, device } = await personWithPasskey('pk_forged');
    const options = await logInOptions();
    const own = device.answer(options);
    const { signature } = new Authenticator().answer(options).response;
    const forged = await send({ ...own, response: { ...own.response, signature } });
    const unknown = await logIn(new Authenticator(), { userHandle: 'AAAA' });
    expect(forged).toMatchObject(refused);
    expect(unknown.body).toEqual(forged.body);
    await expect.poll(() => eventsOf(person)).toContain('passkey_refused');
  });

  test("A counter that doesn't go up is refused, with an entry in the log", async () => {
    const { person, device } = await personWithPasskey('pk_copied');
    expect((await logIn(device, { counter: 7 })).status).toBe(201);
    expect(await logIn(device, { counter: 7 })).toMatchObject(refused);
    expect(await logIn(device, { counter: 6 })).toMatchObject(refused);
    expect(await logIn(device, { counter: 0 })).toMatchObject(refused);
    await expect.poll(() => eventsOf(person)).toContain('passkey_refused');
    expect((await logIn(device, { counter: 8 })).status).toBe(201);
  });

  test("An authenticator that doesn't count works every time", async () => {
    const { device } = await personWithPasskey('pk_uncounted');
    for (let times = 0; times < 2; times += 1) expect((await logIn(device, { counter: 0 })).status).toBe(201);
  });

  test('An account that is not activated is 403, one that can no longer be is 401, and one that waits is 422', async () => {
    const { person, device } = await personWithPasskey('pk_inactive');
    const set = (change: string) => world.sql(`update users set ${change} where id = $1`, [person.user_id]);
    await set('activated_at = null');
    expect((await logIn(device)).status).toBe(403);
    await set(`created_at = now() - interval '30 days'`);
    expect(await logIn(device)).toMatchObject(refused);
    await set('activated_at = now(), approval_requested_at = now()');
    expect((await logIn(device)).body.error).toHaveProperty('account');
  });

  test('A suspended account is 422 with a token for an appeal, just like a log-in with a password', async () => {
    const { person, device } = await personWithPasskey('pk_suspended');
    const admin = await world.person('pk_admin');
    await world.sql(`update users set site_role = 'admin' where id = $1`, [admin.user_id]);
    const suspension = { text: 'Enough spam.', days: 1 };
    expect((await admin.put(`/v1/users/${person.user.username}/suspension`, suspension)).status).toBeLessThan(300);
    const byPassword = { username: 'pk_suspended', password: factoryPassword };
    const other = await world.stranger().post('/v1/tokens/authentication', byPassword);
    const answer = await logIn(device);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ error: { account: expect.stringContaining('Enough spam.') } });
    expect(answer.body).toEqual(other.body);
    expect(answer.headers.get('x-decision-id')).toBe(other.headers.get('x-decision-id'));
    const token = answer.headers.get('x-appeal-token');
    expect((await world.stranger().post('/v1/decisions/appeal', { token, text: 'It was not me.' })).status).toBe(201);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test("When the team resets somebody's password, their passkeys end, too", async () => {
    const { device } = await personWithPasskey('pk_reset');
    const admin = await world.person('pk_admin_2');
    await world.sql(`update users set site_role = 'admin' where id = $1`, [admin.user_id]);
    expect((await admin.post('/v1/site/people/pk_reset/reset')).status).toBeLessThan(300);
    expect(await logIn(device)).toMatchObject(refused);
    await world.runJobs();
    expect((await world.mailTo('pk_reset@example.org'))?.text).toContain('Your passkeys were removed.');
  });

  test('From a new device it mails as other log-ins do, and ends the session that asked', async () => {
    const { person, device } = await personWithPasskey('pk_new_device');
    const byPassword = { username: 'pk_new_device', password: factoryPassword };
    expect((await world.stranger().post('/v1/tokens/authentication', byPassword)).status).toBe(201);
    const before = await another(person);
    expect((await before.post('/v1/tokens/passkey', device.answer(await logInOptions()))).status).toBe(201);
    expect((await before.get('/v1/user')).status).toBe(401);
    expect(await eventsOf(person)).toContain('new_device');
    await world.runJobs();
    expect((await world.mailTo('pk_new_device@example.org'))?.subject).toBe('New log-in to your Hubbub account');
  });
});

describe('Confirming with a passkey', () => {
  test('Confirms this session only, and names only its own passkeys', async () => {
    const { person, device } = await personWithPasskey('pk_confirm');
    const second = await another(person);
    const options = await confirmOptions(person);
    expect(options).toMatchObject({
      allowCredentials: [{ type: 'public-key', transports: ['internal'] }],
      userVerification: 'required',
    });
    const answer = device.answer(options, { userHandle: null });
    expect((await person.post('/v1/user/confirm', answer)).status).toBe(200);
    expect(await isConfirmed(person)).toBe(true);
    expect(await isConfirmed(second)).toBe(false);
    expect(await person.post('/v1/user/confirm', answer)).toMatchObject(tooLate);
  });

  test('Without passkeys there is nothing to sign', async () => {
    const person = await world.person('pk_none');
    expect((await person.post('/v1/user/confirm/options')).body.error).toHaveProperty('passkey');
  });

  test("Another session's challenge, a log-in's, and another account's passkey are refused", async () => {
    const { person, device } = await personWithPasskey('pk_confirm_ana');
    const { person: bob, device: bobs } = await personWithPasskey('pk_confirm_bob');
    const second = await another(person);
    const options = await confirmOptions(person);
    const confirm = (caller: Caller, answer: object) => caller.post('/v1/user/confirm', answer);
    expect(await confirm(second, device.answer(options))).toMatchObject(tooLate);
    expect(await confirm(bob, bobs.answer(options))).toMatchObject(tooLate);
    expect(await confirm(person, device.answer(await logInOptions()))).toMatchObject(tooLate);
    const wrong = await confirm(person, bobs.answer(options));
    expect(wrong).toMatchObject({ status: 422, body: { error: { passkey: expect.any(String) } } });
    expect(await isConfirmed(person)).toBe(false);
    await expect.poll(() => eventsOf(person)).toContain('passkey_refused');
    expect(await eventsOf(bob)).not.toContain('passkey_refused');
  });

  test('Of 20 confirmations with one challenge at once, one wins', async () => {
    const { person, device } = await personWithPasskey('pk_confirm_many');
    const options = await confirmOptions(person);
    const answers = Array.from({ length: 20 }, () => device.answer(options));
    const all = await Promise.all(answers.map((answer) => person.post('/v1/user/confirm', answer)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('Neither password nor passkey is 422, and half an answer is, too', async () => {
    const { person, device } = await personWithPasskey('pk_half');
    expect((await person.post('/v1/user/confirm', {})).body.error).toHaveProperty('password');
    const { id, ...rest } = device.answer(await confirmOptions(person));
    expect((await person.post('/v1/user/confirm', rest)).status).toBe(422);
  });
});
