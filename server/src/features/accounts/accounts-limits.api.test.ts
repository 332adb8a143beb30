import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/harness.ts';
import { activationTokenIn, createActivatedUser, factoryPassword } from './accounts.factory.ts';
import { accountsLimits } from './accounts.limits.ts';
import { owaspCost } from './passwords.service.ts';

/** Load on the machine only adds to times, so the lower quartile is the most reliable. */
const lowerQuarter = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 4)] ?? 0;

describe('limits', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ settings: { RATE_LIMITS: 'on' } });
  });
  afterAll(() => world.close());

  const logIn = (username: string, password = factoryPassword) =>
    world.stranger().post('/v1/tokens/authentication', { username, password });
  const mailsTo = async (address: string) => {
    await world.platform.jobs.idle();
    return (await world.outbox()).filter((mail) => mail.to === address);
  };

  it.each(['guessed', 'guessed_but_missing'])(
    'Log-in: after 10 wrong passwords for %s answers 429, even to the right one',
    async (name) => {
      if (name === 'guessed') await world.person(name);
      for (let count = 0; count < 10; count += 1) expect((await logIn(name, 'wrong')).status).toBe(401);
      const limited = await logIn(name.toUpperCase());
      expect(limited.status).toBe(429);
      expect(limited.body).toEqual({ error: 'Too many attempts. Try again in 10 minutes.' });
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(500);
      await world.person(`${name}_neighbour`);
      expect((await logIn(`${name}_neighbour`)).status).toBe(201);
    },
  );

  it('Log-in: only failures count, and a success clears them', async () => {
    await world.person('regular');
    for (let count = 0; count < 15; count += 1) expect((await logIn('regular')).status).toBe(201);
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 9; count += 1) expect((await logIn('regular', 'wrong')).status).toBe(401);
      expect((await logIn('regular')).status).toBe(201);
    }
  });

  it.each(['forgetful', 'forgetful_but_missing'])('One-time codes: %s gets 429 after 20 requests', async (name) => {
    if (name === 'forgetful') await world.person(name);
    for (let count = 0; count < 20; count += 1) {
      expect((await world.stranger().post('/v1/otp', { username: name })).status).toBe(200);
    }
    const limited = await world.stranger().post('/v1/otp', { username: name });
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('One-time codes: one account is mailed 10 at most, by whatever name they were requested', async () => {
    const person = await world.person('two_names');
    for (let count = 0; count < 8; count += 1) {
      await world.stranger().post('/v1/otp', { username: 'two_names' });
      await world.stranger().post('/v1/otp', { username: person.user.email });
    }
    expect(await mailsTo(person.user.email)).toHaveLength(10);
  });

  it('One-time codes: an account allows 15 attempts in 10 minutes, however many codes are requested', async () => {
    await world.person('brute_forced');
    for (let count = 0; count < 15; count += 1) {
      const answer = await world.stranger().post('/v1/otp/validate', { username: 'brute_forced', otp: '000000' });
      expect(answer.status).toBe(422);
    }
    const limited = await world.stranger().post('/v1/otp/validate', { username: 'brute_forced', otp: '000000' });
    expect(limited.status).toBe(429);
  });

  it('Old passwords: after 10 wrong ones answers 429', async () => {
    const person = await world.person('hijacked');
    const body = { old_password: 'wrong', password: factoryPassword, confirm_password: factoryPassword };
    for (let count = 0; count < 10; count += 1) {
      expect((await person.patch('/v1/users/password', body)).status).toBe(422);
    }
    expect((await person.patch('/v1/users/password', { ...body, old_password: factoryPassword })).status).toBe(429);
  });

  it("Confirming: of 30 wrong passwords at once, for deleting or not, 10 count; then the right one is 429, and only that account's", async () => {
    const [person, neighbor] = [await world.person('confirming'), await world.person('confirming_neighbor')];
    const wrong = { password: 'wrong' };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 2 === 0 ? person.post('/v1/user/confirm', wrong) : person.delete('/v1/users', wrong),
      ),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(422), count(429)]).toEqual([10, 20]);
    const right = { password: factoryPassword };
    expect((await person.post('/v1/user/confirm', right)).status).toBe(429);
    expect((await person.delete('/v1/users', right)).status).toBe(429);
    expect((await neighbor.post('/v1/user/confirm', right)).status).toBe(200);
  });

  it("An unconfirmed address is mailed 3 times a day, whatever asks for it and however it's written", async () => {
    const register = async (username: string, email: string) => {
      const visitor = world.stranger();
      const { reg_id } = (await visitor.patch('/v1/register/email', { email })).body;
      await visitor.patch('/v1/register/username', { reg_id, username });
      return await visitor.post('/v1/users', { reg_id, password: factoryPassword, confirm_password: factoryPassword });
    };
    expect((await register('sleepy', 'sleepy@example.org')).status).toBe(201);
    for (let count = 0; count < 3; count += 1) {
      expect((await logIn('sleepy')).status).toBe(403);
      expect((await world.stranger().post('/v1/otp', { username: 'sleepy' })).status).toBe(200);
    }
    expect(await mailsTo('sleepy@example.org')).toHaveLength(3);
    const again = await register('sleepy_too', 'Sleepy+again@example.org');
    expect(again).toMatchObject({ status: 429, body: { error: { email: expect.any(String) } } });
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await mailsTo('Sleepy+again@example.org')).toHaveLength(0);
    expect(await world.sql("select from users where username = 'sleepy_too'")).toHaveLength(0);
  });

  it('30 people who register, log in and log out from one address hit no limit', async () => {
    const journey = async (name: string) => {
      const visitor = world.stranger();
      const email = `${name}@example.org`;
      const { reg_id } = (await visitor.patch('/v1/register/email', { email })).body;
      await visitor.patch('/v1/register/username', { reg_id, username: name });
      const password = `the password of ${name}`;
      expect((await visitor.post('/v1/users', { reg_id, password, confirm_password: password })).status).toBe(201);
      const [mail] = await mailsTo(email);
      expect((await visitor.put('/v1/users/activated', { token: activationTokenIn(mail) })).status).toBe(200);
      for (let visit = 0; visit < 5; visit += 1) expect((await logIn(name, password)).status).toBe(201);
    };
    const names = Array.from({ length: 30 }, (_, index) => `visitor_${index}`);
    for (let start = 0; start < names.length; start += 6) await Promise.all(names.slice(start, start + 6).map(journey));
  });

  it('One address is limited, whatever x-forwarded-for claims', async () => {
    const [{ points }] = accountsLimits['code-request'];
    const ask = (index: number) =>
      world.stranger().fetch('/v1/otp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${index % 250}` },
        body: JSON.stringify({ username: `flood_${index}` }),
      });
    let answer = await ask(0);
    for (let index = 1; index <= points && answer.status === 200; index += 1) answer = await ask(index);
    expect(answer.status).toBe(429);
    await world.runJobs();
  });
});

describe('behind a trusted proxy', () => {
  it('The address is the one the proxy names', async () => {
    const world = await startWorld({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' } });
    try {
      await world.person('shared');
      const wrong = (address: string) =>
        world.stranger().fetch('/v1/tokens/authentication', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify({ username: 'shared', password: 'wrong' }),
        });
      for (let count = 0; count < 10; count += 1) expect((await wrong('2001:db8::1')).status).toBe(401);
      expect((await wrong('2001:db8::2')).status).toBe(429);
      expect((await wrong('198.51.100.7')).status).toBe(401);
    } finally {
      await world.close();
    }
  });
});

// A real difference shows every time; one caused by the machine doesn't.
describe('timing reveals nothing about an account', { retry: 2 }, () => {
  let world: World;
  beforeAll(async () => {
    // As in production: the cost of a password hash is what has to be hidden.
    world = await startWorld({ passwordCost: owaspCost });
    await createActivatedUser(world, { username: 'known' });
  });
  afterAll(() => world.close());

  /** Interleaved samples, so that other load affects both equally. */
  const compare = async (samples: number, call: (username: string) => Promise<unknown>) => {
    const times = { known: [] as number[], unknown: [] as number[] };
    await call('known');
    await call('unknown');
    for (let sample = 0; sample < samples; sample += 1) {
      for (const username of sample % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const start = performance.now();
        await call(username);
        times[username].push(performance.now() - start);
        await world.platform.jobs.idle();
      }
    }
    return { known: lowerQuarter(times.known), unknown: lowerQuarter(times.unknown) };
  };

  it('/v1/otp takes as long whether or not the account exists', async () => {
    const { known, unknown } = await compare(25, (username) => world.stranger().post('/v1/otp', { username }));
    expect(Math.abs(known - unknown)).toBeLessThan(Math.max(4, known * 0.5));
    // Well below the time it takes to hash a code, which happens after the response.
    expect(Math.min(known, unknown)).toBeLessThan(20);
  });

  it('/v1/otp/validate takes as long whether or not the account exists', async () => {
    const { known, unknown } = await compare(15, (username) =>
      world.stranger().post('/v1/otp/validate', { username, otp: '000000' }),
    );
    expect(unknown / known).toBeGreaterThan(0.6);
    expect(unknown / known).toBeLessThan(1.7);
  });
});
