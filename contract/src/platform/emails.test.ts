import { describe, expect, test } from 'vitest';
import { asciiDomain, toAsciiDomain } from './emails.ts';
import { email, identifier, otp, password, username } from './shapes.ts';

describe('an email', () => {
  test.each([
    ['ann@exämple.org', 'ann@xn--exmple-cua.org'],
    ['ann@EXÄMPLE.org', 'ann@xn--exmple-cua.org'],
    ['почта@пример.рф', undefined],
    ['ann@пример.рф', 'ann@xn--e1afmkfd.xn--p1ai'],
    ['ann@例え。テスト', 'ann@xn--r8jz45g.xn--zckzah'],
    ['Ann.Lee+news@Example.ORG', 'Ann.Lee+news@Example.ORG'],
    ['ann@xn--exmple-cua.org', 'ann@xn--exmple-cua.org'],
    ['ann@exämple', undefined],
    ['ann@exä mple.org', undefined],
    ['ann@exämple.org/x', undefined],
    ['ann@exämple.org:80', undefined],
    ['ann@ex@ämple.org', undefined],
    ['ann@１２７.0.0.1', undefined],
    [`ann@${'ä'.repeat(300)}.org`, undefined],
  ])('%s is %s, its international domain in punycode', (given, expected) => {
    expect(email.safeParse(given).data).toBe(expected);
    expect(identifier.safeParse(given).data).toBe(expected);
  });

  test('an address and a domain that need no punycode stay as they are', () => {
    for (const text of ['ann', 'Example.org', '-ä-', '']) expect(toAsciiDomain(text)).toBe(text);
    expect(asciiDomain('exämple.org')).toBe('xn--exmple-cua.org');
  });
});

test('spaces around identifiers, emails and codes are dropped, and those of passwords stay', () => {
  expect(email.parse(' ann@example.org\n')).toBe('ann@example.org');
  expect(identifier.parse('ann ')).toBe('ann');
  expect(identifier.parse('\tann@example.org ')).toBe('ann@example.org');
  expect(username.parse(' ann\u00a0')).toBe('ann');
  expect(otp.parse(' 123456 ')).toBe('123456');
  expect(password.parse(' long enough ')).toBe(' long enough ');
});

test("what's blank counts as missing", () => {
  for (const shape of [email, identifier, username, otp]) expect(shape.safeParse('  ').success).toBe(false);
});
