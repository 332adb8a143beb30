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

/** Logs in, as whoever knows the password does. @returns undefined: it takes more than the password */
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
/** Changes an address, with all of it. */
async function move(caller: Caller, email: string): Promise<void> {
  await confirm(caller);
  expect((await caller.patch('/v1/users/email', { email })).status).toBe(200);
  expect(
    (await world.stranger().put('/v1/users/email', { token: await tokenIn(email, 'settings/email') })).status,
  ).toBe(200);
}
/** Chooses a password with what a link answered. */
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

/** Somebody whose browser is known, so that a stranger's is told of. */
async function personWith(name: string, owned?: (person: Person) => Promise<unknown>): Promise<Person> {
  const person = await world.person(name);
  await logIn(name);
  await owned?.(person);
  return person;
}
/** What was added before the session of interest began was added well before. */
const longAgo = (person: Person) =>
  world.sql(`update totp set enabled_at = enabled_at - interval '1 hour' where user_id = $1`, [person.user_id]);

/** Takes the person's address away and brings it back, or disowns the session, in which the stranger has added something. */
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

  test('Turns off codes that were turned on since the session began that it is about, and its person logs in', async () => {
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

describe('Whoever reads the mail of somebody', () => {
  let person: Person;
  beforeAll(async () => {
    person = await personWith('careful', turnCodesOn);
    await longAgo(person);
  });

  test("Doesn't get past codes that were on before the session began that the link is about", async () => {
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

test('A change that was asked for before the beginning of sessions was kept is undone from when it was asked for', async () => {
  const person = await personWith('of_old');
  const thief = await enter('of_old');
  const before = await addPasskey(thief);
  await world.sql(`update passkeys set created_at = created_at - interval '1 hour' where user_id = $1`, [
    person.user_id,
  ]);
  await move(thief, 'thief_of_old@example.org');
  const since = await addPasskey(thief);
  await world.sql('update email_undos set since = null where user_id = $1', [person.user_id]);
  expect((await undoOf('of_old@example.org')).status).toBe(200);
  expect([await logInWith(before), await logInWith(since)]).toEqual([201, 401]);
});
