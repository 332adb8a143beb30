import { describe, expect, it } from 'vitest';
import { createPasswords, owaspCost } from './passwords.service.ts';

const cheap = { memoryKiB: 64, passes: 1 };

/** Load on the machine only adds to times, so the lower quartile is the most reliable. */
const lowerQuarter = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 4)] ?? 0;

describe('passwords', () => {
  it("Are argon2id hashes at OWASP's parameters or above", async () => {
    expect(await createPasswords().hash('a password')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(owaspCost.memoryKiB).toBeGreaterThanOrEqual(19_456);
    expect(owaspCost.passes).toBeGreaterThanOrEqual(2);
  });

  it('Match their hash and no other', async () => {
    const passwords = createPasswords(cheap);
    const hashed = await passwords.hash('a password');
    expect(hashed).not.toBe(await passwords.hash('a password'));
    expect(await passwords.verify(hashed, 'a password')).toBe(true);
    expect(await passwords.verify(hashed, 'A password')).toBe(false);
    expect(await passwords.verify(null, 'nobody has this password')).toBe(false);
  });

  it('Are significant to the last character', async () => {
    const passwords = createPasswords(cheap);
    const hashed = await passwords.hash('🦊'.repeat(72));
    expect(await passwords.verify(hashed, `${'🦊'.repeat(71)}🦝`)).toBe(false);
  });

  it('Are hashed off the main thread', async () => {
    const passwords = createPasswords();
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    await Promise.all(Array.from({ length: 8 }, () => passwords.hash('a password')));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });

  it("Are checked in the requesting network's queue", async () => {
    const passwords = createPasswords(cheap);
    const hashed = await passwords.enqueue('192.0.2.1', (hasher) => hasher.hash('a password'));
    expect(await passwords.enqueue('192.0.2.1', (hasher) => hasher.verify(hashed, 'a password'))).toBe(true);
    expect(await passwords.enqueue('192.0.2.1', (hasher) => hasher.verify(null, 'a password'))).toBe(false);
  });

  it('Wait for each other when the server itself hashes many', async () => {
    const passwords = createPasswords(cheap);
    const hashes = await Promise.all(Array.from({ length: 1_100 }, () => passwords.hash('a password')));
    expect(new Set(hashes).size).toBe(1_100);
  });

  it('Take as long to check without an account as with one', { retry: 2 }, async () => {
    const passwords = createPasswords();
    const hashed = await passwords.hash('a password');
    await passwords.verify(null, 'warm up');
    const known: number[] = [];
    const unknown: number[] = [];
    for (let sample = 0; sample < 15; sample += 1) {
      for (const [times, stored] of [
        [known, hashed],
        [unknown, null],
      ] as const) {
        const start = performance.now();
        await passwords.verify(stored, 'a wrong one');
        times.push(performance.now() - start);
      }
    }
    expect(lowerQuarter(unknown) / lowerQuarter(known)).toBeGreaterThan(0.6);
    expect(lowerQuarter(unknown) / lowerQuarter(known)).toBeLessThan(1.7);
  });

  it('Recognize hashes of another cost', async () => {
    const hashed = await createPasswords(cheap).hash('a password');
    expect(createPasswords(cheap).isOutdated(hashed)).toBe(false);
    expect(createPasswords({ memoryKiB: 128, passes: 1 }).isOutdated(hashed)).toBe(true);
    expect(createPasswords({ memoryKiB: 64, passes: 2 }).isOutdated(hashed)).toBe(true);
  });
});
