import { expect, test } from 'vitest';
import { isMadeOfEmail, isMadeOfNames, namesOf } from './passwords.rules.ts';

const names = [...namesOf({ username: 'ada_l', name: 'Ada Lovelace', email: 'countess@example.org' }), 'Book Club'];

test.each(['adalovelace', 'Lovelace', 'ADA LOVELACE', 'countess', 'bookclub', 'ada_l_ada_l'])(
  'A password that consists only of names of the person or the site is refused: %s',
  (password) => expect(isMadeOfNames(password, names)).toBe(true),
);

test.each(['lovelace1815', '!!Countess!!', '2026 Book-Club', 'ada1lovelace2'])(
  'Digits and signs around a name make it no better: %s',
  (password) => expect(isMadeOfNames(password, names)).toBe(true),
);

test.each(['lovelace engine', 'a club for books', 'correct horse battery', '27182818', 'example.org'])(
  'A password with other words is accepted, and so is one without a name: %s',
  (password) => expect(isMadeOfNames(password, names)).toBe(false),
);

test('Names in any script count, and ones too short or without letters do not', () => {
  expect(isMadeOfNames('Ångström77', ['A\u030angstro\u0308m'])).toBe(true);
  expect(isMadeOfNames('สมชาย2026', ['สมชาย'])).toBe(true);
  expect(isMadeOfNames('jo271828182', ['Jo'])).toBe(false);
  expect(isMadeOfNames('84612345', ['12345'])).toBe(false);
});

test.each(['countess@example.org', 'Countess@Example.ORG', 'countess@example.org1', 'countess example org'])(
  "A password that is somebody's address is refused: %s",
  (password) => expect(isMadeOfEmail(password, 'countess@example.org')).toBe(true),
);

test.each(['example.org', 'countess of example.org', 'earl@example.org'])(
  'A password that only has a part of it is accepted: %s',
  (password) => expect(isMadeOfEmail(password, 'countess@example.org')).toBe(false),
);

test('Without an address, no password is refused for it', () =>
  expect(isMadeOfEmail('countess@example.org', null)).toBe(false));
