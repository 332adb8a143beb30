import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { setSiteRole } from '../../../test/site.ts';
import { joiningLimits } from './joining.limits.ts';

const [usual] = joiningLimits.registrations;
const [slowed] = joiningLimits['registrations-without-proof'];

describe('Open registration survives abuse: registrations that come faster than usual', () => {
  let world: World;
  let admin: Person;
  beforeAll(async () => {
    world = await startWorld({ settings: { RATE_LIMITS: 'on' } });
    admin = await world.person('admin');
    await setSiteRole(world, admin.user_id, 'admin');
  });
  afterAll(() => world.close());

  let count = 0;
  const begin = (more: object = {}) => {
    count += 1;
    return world.stranger().patch('/v1/register/email', { email: `person_${count}@example.org`, ...more });
  };
  const challenge = async () => (await world.stranger().get('/v1/site/challenge')).body.challenge;
  const proofOf = async (given: Awaited<ReturnType<typeof challenge>>) => {
    const solution = await solveChallenge({ challenge: given, deriveKey });
    return Buffer.from(JSON.stringify({ challenge: given, solution })).toString('base64');
  };

  it("Trying an address that has an account doesn't count as a registration", async () => {
    for (let number = 0; number < usual.points + 1; number += 1) {
      expect((await begin({ email: 'admin@example.org' })).status).toBe(409);
    }
    expect(await challenge()).toBeNull();
  });

  it('At the usual rate, no registration needs a proof: a class of 30 behind one address gets in', async () => {
    for (let number = 0; number < usual.points; number += 1) {
      expect(await challenge()).toBeNull();
      expect((await begin()).status).toBe(200);
    }
  });

  it('A proof of work gets you in, once', async () => {
    const proof = await proofOf(await challenge());
    expect((await begin({ proof })).status).toBe(200);
    expect(await begin({ proof })).toMatchObject({ status: 422, body: { error: { proof: expect.any(String) } } });
    for (let number = 0; number < slowed.points * 2; number += 1) {
      expect((await begin({ proof: await proofOf(await challenge()) })).status).toBe(200);
    }
  });

  it("A solution of somebody else's challenge, a guessed one, or something else is refused", async () => {
    const made = await challenge();
    const solution = await solveChallenge({ challenge: made, deriveKey });
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    const forged = { ...made, parameters: { ...made.parameters, cost: 1 } };
    for (const proof of [
      encode({ challenge: forged, solution: await solveChallenge({ challenge: made, deriveKey }) }),
      encode({ challenge: made, solution: { ...solution, derivedKey: made.parameters.keyPrefix } }),
      encode({ challenge: { ...made, signature: undefined }, solution }),
      encode({ challenge: made }),
      encode(null),
      'nonsense',
    ]) {
      expect((await begin({ proof })).status).toBe(422);
    }
  });

  it('An invite that admits new accounts never needs one', async () => {
    const { code } = (await admin.post('/v1/invites', { uses: 30 })).body.invite;
    for (let number = 0; number < slowed.points * 2; number += 1) {
      expect((await begin({ invite: code })).status).toBe(200);
    }
  });

  it('Registrations without one are slowed down to a few a minute', async () => {
    for (let number = 0; number < slowed.points; number += 1) expect((await begin()).status).toBe(200);
    const slow = await begin();
    expect(slow.status).toBe(429);
    expect(Number(slow.headers.get('retry-after'))).toBeLessThanOrEqual(slowed.seconds);
    expect((await begin({ proof: await proofOf(await challenge()) })).status).toBe(200);
  });
});

it('With RATE_LIMITS=off, no registration needs a proof', async () => {
  const world = await startWorld();
  try {
    for (let number = 0; number < usual.points + 10; number += 1) {
      const { status } = await world.stranger().patch('/v1/register/email', { email: `p${number}@example.org` });
      expect(status).toBe(200);
    }
    expect((await world.stranger().get('/v1/site/challenge')).body).toEqual({ challenge: null });
  } finally {
    await world.close();
  }
});
