import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { Authenticator } from '../../../test/authenticator.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { factoryPassword } from './accounts.factory.ts';
import { owaspCost } from './passwords.service.ts';

/**
 * `TIMING_ROUNDS=1000` measures as exactly as a quiet machine allows. Few rounds only detect much more computing, or
 * skipped hashing: they measure CPU time, which other programs change little.
 */
const rounds = Number(process.env.TIMING_ROUNDS ?? 20);
const isExact = rounds >= 1000;
const tolerance = isExact ? 0.02 : 0.3;

/** Milliseconds that have passed, or that this process has computed. */
function now(): number {
  if (isExact) return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

// As in production: what a hash takes has to be the same.
const world = await testWorld({ passwordCost: owaspCost });

async function turnCodesOn(person: Person): Promise<void> {
  expect((await person.post('/v1/user/confirm', { password: factoryPassword })).status).toBe(200);
  const { secret } = (await person.post('/v1/totp')).body;
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
  expect((await person.put('/v1/totp', { code })).status).toBe(200);
}

async function addPasskey(person: Person): Promise<void> {
  expect((await person.post('/v1/user/confirm', { password: factoryPassword })).status).toBe(200);
  const made = new Authenticator().create((await person.post('/v1/passkeys/options')).body);
  expect((await person.post('/v1/passkeys', made)).status).toBe(201);
}

/** Accounts in every state that could log in with the right password, and one that doesn't exist. */
const kinds: Record<string, ((person: Person) => Promise<unknown>) | undefined> = {
  plain: () => Promise.resolve(),
  with_codes: turnCodesOn,
  with_passkey: addPasskey,
  suspended: ({ user_id: id }) =>
    world.sql(`update users set suspended_by = id, suspended_until = now() + interval '3 days' where id = $1`, [id]),
  waiting: ({ user_id: id }) => world.sql('update users set approval_requested_at = now() where id = $1', [id]),
  away: async (person) => expect((await person.post('/v1/users/deactivate', {})).status).toBe(200),
  nobody: undefined,
};

const medianOf = (times: number[]) => times.sort((one, other) => one - other)[times.length >> 1] ?? Number.NaN;

async function refuse(username: string): Promise<number> {
  const began = now();
  const { status } = await world
    .stranger()
    .post('/v1/tokens/authentication', { username, password: 'not the password' });
  expect(status).toBe(401);
  return now() - began;
}

/** Interleaved, so that other load affects all of them equally. */
async function measure(names: readonly string[]): Promise<Record<string, number>> {
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (const name of names) await refuse(name);
  for (let round = 0; round < rounds; round += 1) {
    const order = [...names.slice(round % names.length), ...names.slice(0, round % names.length)];
    if (round % 2 === 1) order.reverse();
    for (const name of order) times.get(name)?.push(await refuse(name));
    await world.platform.jobs.idle();
  }
  return Object.fromEntries([...times].map(([name, list]) => [name, medianOf(list)]));
}

// A real difference shows every time; one caused by the machine doesn't.
test('a refused log-in takes equally long for any name, with a second factor, without one, or unknown', {
  retry: 2,
  timeout: 1_200_000,
}, async () => {
  for (const [name, make] of Object.entries(kinds)) {
    const [known] = await world.sql('select from users where username = $1', [name]);
    if (make && !known) await make(await world.person(name));
  }
  const medians = await measure(Object.keys(kinds));
  const shares = Object.entries(medians).map(
    ([name, time]) => [name, time / (medians.plain ?? Number.NaN) - 1] as const,
  );
  if (isExact)
    process.stdout.write(`${shares.map(([name, share]) => `${name} ${(100 * share).toFixed(2)} %`).join(', ')}\n`);
  expect(shares.filter(([, share]) => Math.abs(share) > tolerance)).toEqual([]);
});
