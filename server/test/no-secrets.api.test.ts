import { Secret, TOTP } from 'otpauth';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Authenticator } from './authenticator.ts';
import { type Caller, type Person, testWorld } from './harness.ts';
import { setSiteRole } from './site.ts';

const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
const world = await testWorld({ log });

/** Every secret that was typed, shown or sent and that gives access, by its kind. */
const secrets = new Map<string, string>();
const secret = (what: string, value: string): string => {
  expect(value, what).not.toBe('');
  secrets.set(what, value);
  return value;
};

const passwords = [
  'first secret passphrase',
  'second secret passphrase',
  'third secret passphrase',
  'fourth secret one',
];
const [first = '', second = '', third = '', fourth = ''] = passwords.map((each, n) => secret(`password ${n}`, each));
const withConfirmation = (password: string) => ({ password, confirm_password: password });

/** The newest link to a page in the mails to an address. */
async function linkIn(email: string, page: string): Promise<string> {
  await world.runJobs();
  const mails = (await world.outbox()).filter(({ to }) => to === email);
  const pattern = new RegExp(`/${page}\\?token=([\\w-]+)`);
  return secret(page, mails.flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])[0] ?? '');
}

const cookiesOf = (headers: Headers) => headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');

async function logIn(body: object): Promise<Caller> {
  const { status, headers } = await world.stranger().post('/v1/tokens/authentication', body);
  expect(status).toBe(201);
  for (const cookie of cookiesOf(headers)) secret(`cookie ${secrets.size}`, cookie.slice(cookie.indexOf('=') + 1));
  return world.withCookie(cookiesOf(headers).join('; '));
}

/** Registers, and comes in. */
async function join(): Promise<Caller> {
  const stranger = world.stranger();
  const email = 'keeper@example.org';
  const { reg_id } = (await stranger.patch('/v1/register/email', { email })).body;
  secret('registration', reg_id);
  await stranger.patch('/v1/register/username', { reg_id, username: 'keeper', name: 'Keeper' });
  expect((await stranger.post('/v1/users', { reg_id, ...withConfirmation(first) })).status).toBe(201);
  const token = await linkIn(email, 'users/activate');
  expect((await stranger.put('/v1/users/activated', { token })).status).toBe(200);
  const wrong = secret('wrong password', 'a secret that was wrong');
  for (const username of ['keeper', secret('typed as a name', 'my_secret_as_a_name')])
    expect((await stranger.post('/v1/tokens/authentication', { username, password: wrong })).status).toBe(401);
  return await logIn({ username: 'keeper', password: first });
}

/** Adds what makes the account safer, and uses it. @returns the recovery codes */
async function protect(keeper: Caller): Promise<string[]> {
  expect((await keeper.post('/v1/totp')).status).toBe(422);
  expect(
    (await keeper.post('/v1/user/confirm', { password: secret('refused password', 'not it at all') })).status,
  ).toBe(422);
  expect((await keeper.post('/v1/user/confirm', { password: first })).status).toBe(200);
  const device = new Authenticator();
  const options = (await keeper.post('/v1/passkeys/options')).body;
  secret('challenge of a passkey', options.challenge);
  expect((await keeper.post('/v1/passkeys', device.create(options))).status).toBe(201);
  const request = (await world.stranger().post('/v1/tokens/passkey/options')).body;
  secret('challenge of a log-in', request.challenge);
  const entered = await world.stranger().post('/v1/tokens/passkey', device.answer(request));
  expect(entered.status).toBe(201);
  for (const cookie of cookiesOf(entered.headers))
    secret(`cookie ${secrets.size}`, cookie.slice(cookie.indexOf('=') + 1));
  const app = (await keeper.post('/v1/totp')).body;
  const code = TOTP.generate({ secret: Secret.fromBase32(secret('app', app.secret)) });
  const { recovery_codes } = (await keeper.put('/v1/totp', { code: secret('code of an app', code) })).body;
  for (const [n, each] of recovery_codes.entries()) secret(`recovery code ${n}`, each);
  const guess = { username: 'keeper', password: first, code: secret('wrong recovery code', 'aaaa-bbbb-cccc-dddd') };
  for (const body of [{ username: 'keeper', password: first }, guess])
    expect((await world.stranger().post('/v1/tokens/authentication', body)).status).toBe(422);
  return recovery_codes;
}

/** Changes the password and the address in every way there is. */
async function change(keeper: Caller, recovery: string[]): Promise<void> {
  expect(
    (await keeper.patch('/v1/users/password', { old_password: 'wrong', ...withConfirmation(second) })).status,
  ).toBe(422);
  expect((await keeper.patch('/v1/users/password', { old_password: first, ...withConfirmation(second) })).status).toBe(
    200,
  );
  await keeper.post('/v1/user/confirm', { password: second });
  expect((await keeper.patch('/v1/users/email', { email: 'moved@example.org' })).status).toBe(200);
  const stranger = world.stranger();
  expect(
    (await stranger.put('/v1/users/email', { token: await linkIn('moved@example.org', 'settings/email') })).status,
  ).toBe(200);
  const undo = await linkIn('keeper@example.org', 'settings/email/undo');
  expect((await stranger.put('/v1/users/email/undo', { token: undo })).status).toBe(200);
  const forgotten = await stranger.post('/v1/otp', { username: 'keeper' });
  const browser = world.withCookie(cookiesOf(forgotten.headers).join('; '));
  await world.runJobs();
  const mail = (await world.outbox()).find(({ to, text }) => to === 'keeper@example.org' && /\b\d{6}\b/.test(text));
  const otp = secret('mailed code', /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '');
  const { reset_token } = (await browser.post('/v1/otp/validate', { username: 'keeper', otp })).body;
  const reset = { reset_token: secret('reset token', reset_token.token), ...withConfirmation(third) };
  expect((await browser.patch('/v1/users/reset-password', reset)).status).toBe(200);
  await logIn({ username: 'keeper', password: third, code: recovery[0] });
}

/** The team resets the password, and the person comes back with the link, leaves and disowns. */
async function beHandled(admin: Person): Promise<void> {
  const { login_url } = (await admin.post('/v1/site/people/keeper/reset')).body;
  const token = secret('log-in link', /\/w\/(\w{10})$/.exec(login_url)?.[1] ?? '');
  const stranger = world.stranger();
  const used = await stranger.post('/v1/users/login-link', { token, ...withConfirmation(fourth) });
  expect([201, 422]).toContain(used.status);
}

test('After every way in and every change, no line of the log and no row has a password, code, token or cookie', async () => {
  const admin = await world.person('the_team');
  await setSiteRole(world, admin.user_id, 'admin');
  const keeper = await join();
  await change(keeper, await protect(keeper));
  await beHandled(admin);
  await world.runJobs();
  expect(secrets.size).toBeGreaterThan(25);
  const written = lines.join('\n').toLowerCase();
  expect(lines.filter((line) => line.includes('"security":')).length).toBeGreaterThan(10);
  const tables = await world.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const rows: string[] = [];
  for (const { name } of tables)
    for (const { row } of await world.sql<{ row: string }>(
      `select lower(to_jsonb(each)::text) as row from ${name} each`,
    ))
      rows.push(`${name}: ${row}`);
  // Six digits are in many a time or size, so a mailed or an app's code counts where it stands alone.
  const isIn = (text: string, value: string) =>
    /^\d{6}$/.test(value)
      ? new RegExp(`(?<![\\d.])"?${value}(?![\\d.])`).test(text)
      : text.includes(value.toLowerCase());
  for (const [what, value] of secrets) {
    expect(isIn(written, value), `${what} in the log`).toBe(false);
    expect(
      rows.filter((row) => isIn(row, value)),
      what,
    ).toEqual([]);
  }
});
