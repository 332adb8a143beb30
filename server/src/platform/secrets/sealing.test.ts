import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSeal, sealedBytes } from './sealing.ts';

const key = randomBytes(32);
const seal = createSeal(key, 'one-time codes');
const secret = Buffer.from('12345678901234567890');

test('A sealed secret can be opened again, and reveals nothing of its content', () => {
  const sealed = seal.seal(secret, 'ada');
  expect(seal.open(sealed, 'ada')).toEqual(secret);
  expect(sealed.length).toBe(secret.length + sealedBytes);
  expect(sealed.includes(secret.subarray(0, 4))).toBe(false);
});

test('The same secret is never sealed the same way twice', () => {
  expect(seal.seal(secret, 'ada')).not.toEqual(seal.seal(secret, 'ada'));
});

test('A secret can be opened only for its owner, for its purpose and with its key', () => {
  const sealed = seal.seal(secret, 'ada');
  expect(() => seal.open(sealed, 'grace')).toThrow();
  expect(() => createSeal(key, 'anything else').open(sealed, 'ada')).toThrow();
  expect(() => createSeal(randomBytes(32), 'one-time codes').open(sealed, 'ada')).toThrow();
});

test('A secret that was changed in any byte, or cut off, does not open', () => {
  const sealed = seal.seal(secret, 'ada');
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => seal.open(changed, 'ada')).toThrow();
    expect(() => seal.open(sealed.subarray(0, at), 'ada')).toThrow();
  }
});
