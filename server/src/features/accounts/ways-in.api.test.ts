import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, test } from 'vitest';
import { Authenticator } from '../../../test/authenticator.ts';
import { type Caller, type Person, testWorld } from '../../../test/harness.ts';
import { factoryPassword } from './accounts.factory.ts';

const world = await testWorld();

const confirm = (caller: Caller) => caller.post('/v1/user/confirm', { password: factoryPassword });

/** The token of the newest mail to an address that links to a page. */
async function tokenIn(email: string, page: string): Promise<string> {
  await world.runJobs();
  const mails = (await world.outbox()).filter(({ to }) => to === email);
  const pattern = new RegExp(`/${page}\\?token=([\\w-]+)`);
  return mails.flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])[0] ?? '';
}

/** Logs in like anyone who knows the password. @returns undefined: it takes more than the password */
async function logIn(username: string, password = factoryPassword): Promise<Caller | undefined> {
  const answer = await world.stranger().fetch('/v1/tokens/authentication', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (answer.status !== 201) return undefined;
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith('hubbub='));
  return world.withCookie(cookie?.split(';', 1)[0] ?? '');
}
async function enter(username: string): Promise<Caller> {
  const caller = await logIn(username);
  if (!caller) throw new Error(`${username} can't log in`);
  await confirm(caller);
  return caller;
}

async function turnCodesOn(caller: Caller): Promise<void> {
  await confirm(caller);
  const { secret } = (await caller.post('/v1/totp')).body;
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
  expect((await caller.put('/v1/totp', { code })).status).toBe(200);
}
async function addPasskey(caller: Caller): Promise<Authenticator> {
  await confirm(caller);
  const device = new Authenticator();
  expect(
    (await caller.post('/v1/passkeys', device.create((await caller.post('/v1/passkeys/options')).body))).status,
  ).toBe(201);
  return device;
}
const logInWith = async (device: Authenticator) => {
  const options = (await world.stranger().post('/v1/tokens/passkey/options')).body;
  return (await world.stranger().post('/v1/tokens/passkey', device.answer(options))).status;
};
/** Changes an address, from the request to using the mailed link. */
async function move(caller: Caller, email: string): Promise<void> {
  await confirm(caller);
  expect((await caller.patch('/v1/users/email', { email })).status).toBe(200);
  expect(
    (await world.stranger().put('/v1/users/email', { token: await tokenIn(email, 'settings/email') })).status,
  ).toBe(200);
}
/** Chooses a password with the token from an answer. */
async function reset({ reset_token }: { reset_token: { token: string } }): Promise<string> {
  const password = 'mine and only mine';
  const body = { reset_token: reset_token.token, password, confirm_password: password };
  expect((await world.stranger().patch('/v1/users/reset-password', body)).status).toBe(200);
  return password;
}
const undoOf = async (email: string) =>
  await world.stranger().put('/v1/users/email/undo', { token: await tokenIn(email, 'settings/email/undo') });
const disownOf = async (email: string) =>
  await world.stranger().post('/v1/sessions/disown', { token: await tokenIn(email, 'not-me') });
const eventsOf = async (caller: Caller): Promise<string[]> =>
  (await caller.get('/v1/user/security-log')).body.entries.map(({ event }: { event: string }) => event);

/** Somebody with a known browser, so that log-ins from others are notified. */
async function personWith(name: string, owned?: (person: Person) => Promise<unknown>): Promise<Person> {
  const person = await world.person(name);
  await logIn(name);
  await owned?.(person);
  return person;
}
/** Moves what was added before the session in question well into the past. */
const longAgo = (person: Person) =>
  world.sql(`update totp set enabled_at = enabled_at - interval '1 hour' where user_id = $1`, [person.user_id]);

/**
 * Two ways to recover an account in which a stranger has added something: undoing a change of email, or disowning the
 * session.
 */
const ways: [
  string,
  (name: string, thief: Caller) => Promise<{ status: number; body: { reset_token: { token: string } } }>,
][] = [
  [
    'Undoing a change of email',
    async (name, thief) => {
      await move(thief, `thief_of_${name}@example.org`);
      return await undoOf(`${name}@example.org`);
    },
  ],
  ['"This wasn\'t me"', (name) => disownOf(`${name}@example.org`)],
];

describe.each(ways)('%s', (way, takeBack) => {
  const prefix = way.startsWith('Undoing') ? 'undo' : 'disown';

  test("Turns off codes that were turned on since the stranger's session began, and the owner can log in", async () => {
    const name = `${prefix}_codes`;
    const person = await personWith(name);
    const thief = await enter(name);
    await turnCodesOn(thief);
    const { status, body } = await takeBack(name, thief);
    expect(status).toBe(200);
    const owner = await logIn(name, await reset(body));
    expect(owner).toBeDefined();
    expect(await world.sql('select from recovery_codes where user_id = $1', [person.user_id])).toEqual([]);
    expect(await eventsOf(owner as Caller)).toContain('codes_off');
    await world.runJobs();
    const told = (await world.outbox()).find(
      ({ subject, to }) => to === `${name}@example.org` && /removed/.test(subject),
    );
    expect(told?.subject).toMatch(/^We removed one-time codes from/);
  });

  test('Removes a passkey that the same session added before, and says so', async () => {
    const name = `${prefix}_passkey`;
    await personWith(name);
    const thief = await enter(name);
    const device = await addPasskey(thief);
    const { status, body } = await takeBack(name, thief);
    expect(status).toBe(200);
    expect(await logInWith(device)).toBe(401);
    const owner = await logIn(name, await reset(body));
    expect(await eventsOf(owner as Caller)).toContain('passkey_removed');
    await world.runJobs();
    const told = (await world.outbox()).find(
      ({ subject, to }) => to === `${name}@example.org` && /removed/.test(subject),
    );
    expect(told?.subject).toMatch(/^We removed passkeys from/);
  });
});

describe("Someone who reads another person's mail", () => {
  let person: Person;
  beforeAll(async () => {
    person = await personWith('careful', turnCodesOn);
    await longAgo(person);
  });

  test("Doesn't get past codes that were on before the session in question began", async () => {
    const session = world.withCookie(
      `hubbub=${await world.platform.sessions.create(world.platform.db.kysely, person.user_id)}`,
    );
    await move(session, 'careful2@example.org');
    const { status, body } = await undoOf('careful@example.org');
    expect(status).toBe(200);
    expect(await logIn('careful', await reset(body))).toBeUndefined();
    expect(await world.sql('select from recovery_codes where user_id = $1', [person.user_id])).toHaveLength(10);
  });
});

test("Undoing an old change, whose session's beginning isn't stored, goes back to when it was requested", async () => {
  const person = await personWith('of_old');
  const thief = await enter('of_old');
  const before = await addPasskey(thief);
  await world.sql(`update passkeys set created_at = created_at - interval '1 hour' where user_id = $1`, [
    person.user_id,
  ]);
  await move(thief, 'thief_of_old@example.org');
  const since = await addPasskey(thief);
  await world.sql('update email_undos set since = null where user_id = $1', [person.user_id]);
  await world.sql('update passkeys set since = null where user_id = $1', [person.user_id]);
  expect((await undoOf('of_old@example.org')).status).toBe(200);
  expect([await logInWith(before), await logInWith(since)]).toEqual([201, 401]);
});

const emailOf = async (person: Person) =>
  (await world.sql<{ email: string }>('select email from users where id = $1', [person.user_id]))[0]?.email;
/** A session of the person in a browser that's known. */
const sessionOf = async (person: Person): Promise<Caller> => {
  const token = await world.platform.sessions.create(world.platform.db.kysely, person.user_id);
  return world.withCookie(`hubbub=${token}`);
};
const sessionsOf = async (caller: Caller): Promise<{ session_id: string; current: boolean; created_at: string }[]> =>
  (await caller.get('/v1/sessions')).body.sessions;
/** Disowns the newest session that isn't the caller's own. */
async function disownNewest(caller: Caller) {
  const others = (await sessionsOf(caller)).filter(({ current }) => !current);
  const newest = others.sort((one, other) => (one.created_at < other.created_at ? 1 : -1))[0];
  return await caller.post(`/v1/sessions/${newest?.session_id}/disown`);
}

describe('"This wasn\'t me"', () => {
  test('Restores the address that the stranger changed, and notifies both addresses', async () => {
    const person = await personWith('robbed');
    const thief = await enter('robbed');
    await move(thief, 'thief_of_robbed@example.org');
    await move(thief, 'thief2_of_robbed@example.org');
    const { status, body } = await disownOf('robbed@example.org');
    expect(status).toBe(200);
    expect(await emailOf(person)).toBe('robbed@example.org');
    await world.runJobs();
    const told = (await world.outbox()).filter(({ subject }) => /was undone/.test(subject)).map(({ to }) => to);
    expect(told).toEqual(expect.arrayContaining(['robbed@example.org', 'thief2_of_robbed@example.org']));
    const owner = await logIn('robbed', await reset(body));
    expect(await eventsOf(owner as Caller)).toContain('email_change_undone');
    expect((await undoOf('robbed@example.org')).status).toBe(422);
  });

  test('Keeps what an earlier session has added and changed meanwhile', async () => {
    const person = await personWith('at_home');
    const thief = await enter('at_home');
    const device = await addPasskey(person);
    await turnCodesOn(person);
    await move(person, 'new_home@example.org');
    expect((await disownOf('at_home@example.org')).status).toBe(200);
    expect((await thief.get('/v1/user')).status).toBe(401);
    expect([await logInWith(device), await logIn('at_home'), await emailOf(person)]).toEqual([
      201,
      undefined,
      'new_home@example.org',
    ]);
  });

  test('Keeps the address set by an earlier session, even if the stranger requested another one before that', async () => {
    const person = await personWith('moved');
    const thief = await enter('moved');
    expect((await thief.patch('/v1/users/email', { email: 'thief_of_moved@example.org' })).status).toBe(200);
    await move(person, 'moved2@example.org');
    expect((await disownOf('moved@example.org')).status).toBe(200);
    expect(await emailOf(person)).toBe('moved2@example.org');
    await world.runJobs();
    expect((await world.outbox()).filter(({ to }) => to === 'moved2@example.org')).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringMatching(/was undone/) }),
    );
  });

  test('Invalidates recovery codes that the stranger made', async () => {
    const person = await personWith('recoded', turnCodesOn);
    await world.sql('update totp set last_period = last_period - 10 where user_id = $1', [person.user_id]);
    const thief = await sessionOf(person);
    await world.sql('update totp set recovery_since = now() where user_id = $1', [person.user_id]);
    expect((await thief.get('/v1/totp')).body).toEqual({ enabled: true, recovery_codes_left: 10 });
    await confirm(person);
    expect((await disownNewest(person)).status).toBe(200);
    expect((await person.get('/v1/totp')).body).toEqual({ enabled: true, recovery_codes_left: 0 });
  });

  test("In the settings, ends a session and every one since but the caller's own, with what they've added", async () => {
    const person = await personWith('watchful');
    const thief = await enter('watchful');
    const stolen = await addPasskey(thief);
    await move(thief, 'thief_of_watchful@example.org');
    const own = await sessionOf(person);
    await confirm(own);
    const device = await addPasskey(own);
    const { status, body } = await disownNewest(own);
    expect({ status, body }).toEqual({
      status: 200,
      body: { reset_token: { token: expect.any(String), expiry: expect.any(String) } },
    });
    expect((await thief.get('/v1/user')).status).toBe(401);
    expect((await own.get('/v1/user')).status).toBe(200);
    expect([await logInWith(stolen), await logInWith(device), await emailOf(person)]).toEqual([
      401,
      201,
      'watchful@example.org',
    ]);
    expect(await eventsOf(own)).toContain('disowned');
    expect(await logIn('watchful', await reset(body))).toBeDefined();
  });

  test('The next log-in is notified, even if no browser is known anymore', async () => {
    const person = await world.person('forgotten');
    const first = await enter('forgotten');
    await confirm(person);
    expect((await disownNewest(person)).status).toBe(200);
    expect((await first.get('/v1/user')).status).toBe(401);
    await enter('forgotten');
    expect(await eventsOf(person)).toContain('new_device');
    expect((await disownOf('forgotten@example.org')).status).toBe(200);
  });

  test("In the settings, needs a confirmed session, and works only for the caller's other sessions", async () => {
    const [person, other] = [await personWith('sure'), await personWith('stranger')];
    const own = await sessionOf(person);
    const [first] = await sessionsOf(own);
    const path = `/v1/sessions/${first?.session_id}/disown`;
    expect(await own.post(path)).toMatchObject({ status: 422, body: { error: { confirm: expect.any(String) } } });
    await confirm(own);
    expect(await own.post(path)).toMatchObject({ status: 422, body: { error: { session_id: expect.any(String) } } });
    await confirm(other);
    expect((await other.post(path)).status).toBe(404);
    expect((await own.get('/v1/user')).status).toBe(200);
  });
});
