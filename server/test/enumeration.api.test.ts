import { expect, test } from 'vitest';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { Authenticator } from './authenticator.ts';
import { type Caller, type Person, testWorld } from './harness.ts';

/*
 * No refusal reveals whether an account, a link or a passkey exists. Each pair is the same call about one that exists and one that doesn't:
 * the answers are equal, and so is the work, for anyone who measures the time.
 */
const world = await testWorld();

/** Counts hashes by the queue that every request's go through. */
let hashes = 0;
const { enqueue } = world.passwords;
world.passwords.enqueue = (network, use, options) =>
  enqueue(
    network,
    (hasher) =>
      use({
        ...hasher,
        hash(secret) {
          hashes += 1;
          return hasher.hash(secret);
        },
        verify(hashed, secret) {
          hashes += 1;
          return hasher.verify(hashed, secret);
        },
      }),
    options,
  );

async function statementsRun(): Promise<number> {
  const counts = (await world.platform.metrics.show()).matchAll(
    /^hubbub_database_statement_duration_seconds_count\S* (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

type Answer = Awaited<ReturnType<Caller['post']>>;

const seen = ({ status, body, headers }: Answer) => ({
  status,
  body,
  type: headers.get('content-type'),
  cookies: headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0]),
});

/** A call's answer and its cost: its hashes, and its statements, which may include those of a job. */
async function costOf(call: () => Promise<Answer>) {
  await world.runJobs();
  const [statements, before] = [await statementsRun(), hashes];
  const answer = seen(await call());
  return { answer, hashes: hashes - before, statements: (await statementsRun()) - statements };
}

/** Both have the same answer and cost. A job may run in between, so it's enough if both took the same number of statements once. */
async function expectAlike(real: () => Promise<Answer>, none: () => Promise<Answer>): Promise<void> {
  const costs = { real: new Set<number>(), none: new Set<number>() };
  for (let round = 0; round < 20 && ![...costs.real].some((cost) => costs.none.has(cost)); round += 1) {
    const [one, other] = [await costOf(real), await costOf(none)];
    expect(one.answer).toEqual(other.answer);
    expect(one.answer.status).toBeGreaterThanOrEqual(200);
    expect(one.hashes).toBe(other.hashes);
    costs.real.add(one.statements);
    costs.none.add(other.statements);
  }
  expect(
    [...costs.real].filter((cost) => costs.none.has(cost)),
    JSON.stringify([[...costs.real], [...costs.none]]),
  ).not.toEqual([]);
}

let names = 0;
const madeUp = () => {
  names += 1;
  return `nobody_${names}`;
};
const logIn = (username: string) => () =>
  world.stranger().post('/v1/tokens/authentication', { username, password: 'not the password' });

async function personWith(name: string, change?: (person: Person) => Promise<unknown>): Promise<Person> {
  const person = await world.person(name);
  await change?.(person);
  return person;
}
async function addPasskey(person: Person): Promise<Authenticator> {
  const device = new Authenticator();
  await person.post('/v1/user/confirm', { password: factoryPassword });
  const made = device.create((await person.post('/v1/passkeys/options')).body);
  expect((await person.post('/v1/passkeys', made)).status).toBe(201);
  return device;
}
const turnCodesOn = (person: Person) =>
  world.sql(`insert into totp (user_id, secret, enabled_at) values ($1, decode(repeat('00', 20), 'hex'), now())`, [
    person.user_id,
  ]);
const suspend = (person: Person) =>
  world.sql(`update users set suspended_by = gen_random_uuid(), suspended_text = 'Spam' where id = $1`, [
    person.user_id,
  ]);

test.each<[string, ((person: Person) => Promise<unknown>)?]>([
  ['plain'],
  ['with_codes', turnCodesOn],
  ['with_passkey', addPasskey],
  ['suspended', suspend],
  ['away', (person) => person.post('/v1/users/deactivate', {})],
  ['not_activated', (person) => world.sql('update users set activated_at = null where id = $1', [person.user_id])],
])(
  'A wrong password for an account that is %s is refused as one for no account, by name and by address',
  async (name, change) => {
    await personWith(name, change);
    await expectAlike(logIn(name), logIn(madeUp()));
    await expectAlike(logIn(`${name}@example.org`), logIn(`${madeUp()}@example.org`));
  },
);

test('Asking for a code and trying one answers the same without an account', async () => {
  await personWith('forgetful');
  const ask = (username: string) => async () => {
    const answer = await world.stranger().post('/v1/otp', { username });
    return { ...answer, body: { ...answer.body, username: '' } };
  };
  await expectAlike(ask('forgetful'), ask(madeUp()));
  const attempt = (username: string) => () => world.stranger().post('/v1/otp/validate', { username, otp: '000000' });
  const [real, none] = [await attempt('forgetful')(), await attempt(madeUp())()];
  expect(seen(real)).toEqual(seen(none));
});

test('Asking for another email answers the same whether or not that has an account', async () => {
  const mover = await personWith('mover', (person) => person.post('/v1/user/confirm', { password: factoryPassword }));
  await personWith('settled');
  const ask = (email: string) => () => mover.patch('/v1/users/email', { email });
  expect((await ask('settled@example.org')()).status).toBe(200);
  await expectAlike(ask('settled@example.org'), ask(`${madeUp()}@example.org`));
});

test('A wrong answer of a passkey is refused like one of an unknown passkey', async () => {
  const device = await addPasskey(await world.person('keyed'));
  const options = async () => (await world.stranger().post('/v1/tokens/passkey/options')).body;
  const send = (answer: object) => world.stranger().post('/v1/tokens/passkey', answer);
  const right = device.answer(await options());
  const broken = { ...right, response: { ...right.response, signature: Buffer.alloc(70).toString('base64url') } };
  const unknown = { ...device.answer(await options()), id: Buffer.alloc(16, 7).toString('base64url') };
  const answers = [await send(broken), await send({ ...unknown, rawId: unknown.id })];
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  expect(seen(answers[0] as Answer)).toEqual(seen(answers[1] as Answer));
});

const newPassword = { password: 'a nanosecond of wire', confirm_password: 'a nanosecond of wire' };

test.each<[string, (token: string) => Promise<Answer>, string]>([
  ['an address', (token) => world.stranger().put('/v1/users/email', { token }), 'email_changes'],
  ['an undo', (token) => world.stranger().put('/v1/users/email/undo', { token }), 'email_undos'],
  ['a session', (token) => world.stranger().post('/v1/sessions/disown', { token }), 'disown_tokens'],
  ['a return', (token) => world.stranger().post('/v1/users/deletion', { token }), 'return_tokens'],
  ['a cancelation', (token) => world.stranger().delete('/v1/users/deletion', { token }), 'return_tokens'],
  ['a log-in', (token) => world.stranger().post('/v1/users/login-link/read', { token }), 'login_links'],
  [
    'a log-in with a new password',
    (token) => world.stranger().post('/v1/users/login-link', { token, ...newPassword }),
    'login_links',
  ],
  [
    'a reset',
    (token) => world.stranger().patch('/v1/users/reset-password', { reset_token: token, ...newPassword }),
    'reset_tokens',
  ],
])('The token of %s that is over is refused as one that never was', async (_what, send, table) => {
  const person = await world.person(`token_${(names += 1)}`);
  const token = 'A'.repeat(43);
  const columns = await world.sql<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1`,
    [table],
  );
  const values: Record<string, string> = {
    token_hash: `sha256(convert_to('${token}', 'utf8'))`,
    user_id: `'${person.user_id}'::uuid`,
    id: 'gen_random_uuid()',
    email: `'over@example.org'`,
    session: `'\\x00'::bytea`,
    since: 'now()',
    created_at: 'now()',
    expires_at: `now() - interval '1 second'`,
  };
  const given = columns.map(({ name }) => name).filter((name) => name in values);
  await world.sql(`delete from ${table}`);
  await world.sql(
    `insert into ${table} (${given.join(', ')}) values (${given.map((name) => values[name]).join(', ')})`,
  );
  await expectAlike(
    () => send(token),
    () => send('B'.repeat(43)),
  );
});

test("Somebody else's session and passkey are refused like missing ones", async () => {
  const [ana, eve] = [await personWith('ana_owns', addPasskey), await world.person('eve_looks')];
  await eve.post('/v1/user/confirm', { password: factoryPassword });
  const [{ session_id }] = (await ana.get('/v1/sessions')).body.sessions;
  await expectAlike(
    () => eve.delete(`/v1/sessions/${session_id}`),
    () => eve.delete(`/v1/sessions/${'A'.repeat(22)}`),
  );
  const [{ passkey_id }] = (await ana.get('/v1/passkeys')).body.passkeys;
  const none = '00000000-0000-7000-8000-000000000000';
  await expectAlike(
    () => eve.patch(`/v1/passkeys/${passkey_id}`, { name: 'Mine' }),
    () => eve.patch(`/v1/passkeys/${none}`, { name: 'Mine' }),
  );
  await expectAlike(
    () => eve.delete(`/v1/passkeys/${passkey_id}`),
    () => eve.delete(`/v1/passkeys/${none}`),
  );
});
