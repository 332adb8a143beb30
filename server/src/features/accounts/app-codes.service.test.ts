import { expect, test } from 'vitest';
import { describeSecret, periodOf } from './app-codes.service.ts';

const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('RFC 6238, appendix B: at %d s the code is %s', (seconds, code) => {
  expect(periodOf(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
});

test('Accepts the code of one period before or after, but not of two', () => {
  const period = Math.floor(1_234_567_890 / 30);
  const found = [-60, -30, 0, 30, 60].map((late) => periodOf(secret, '005924', at(1_234_567_890 + late)));
  expect(found).toEqual([undefined, period, period, period, undefined]);
});

test('Spaces in a code do not matter; more or fewer digits do', () => {
  const found = ['005 924', ' 005924 ', '05924', '0005924', '', '00592४'].map((code) =>
    periodOf(secret, code, at(1_234_567_890)),
  );
  expect(found.map((period) => period !== undefined)).toEqual([true, true, false, false, false, false]);
});

test('What an app gets names the site and the person', () => {
  expect(describeSecret(secret, { issuer: 'Our: school & club', username: 'ada' })).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    uri: 'otpauth://totp/Our%20%20school%20%26%20club:ada?issuer=Our%20%20school%20%26%20club&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  });
});
