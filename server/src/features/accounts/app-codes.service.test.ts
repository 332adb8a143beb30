import { expect, test } from 'vitest';
import { codeOfPeriod, periodAt, toBase32, uriOf } from './app-codes.service.ts';

const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('RFC 6238, appendix B: at %d s the code is %s', (seconds, code) => {
  expect(codeOfPeriod(secret, periodAt(new Date(seconds * 1000)))).toBe(code);
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648, section 10: "%s" is %s in base32', (text, base32) => {
  expect(toBase32(Buffer.from(text))).toBe(base32);
});

test('The address names the site and the person', () => {
  expect(uriOf(secret, { issuer: 'Our: school & club', username: 'ada' })).toBe(
    'otpauth://totp/Our%20%20school%20%26%20club:ada?issuer=Our%20%20school%20%26%20club&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  );
});
