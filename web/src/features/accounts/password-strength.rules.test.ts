import { expect, it } from 'vitest';
import { measureStrength } from '#features/accounts/measure-strength.ts';
import { wordsFor } from '#features/accounts/password-strength.rules.ts';

const textOf = (password: string, personal: string[] = []) => wordsFor(measureStrength(password, personal)).text;

it('a guessable password says why, if that is known', () => {
  expect(textOf('password')).toBe("Easy to guess: it's one of the most common passwords.");
  expect(textOf('qwertyuiop')).toMatch(/^Easy to guess: it's /);
  expect(textOf('aaaaaaaaaaa')).toBe('Easy to guess: it repeats a character.');
  expect(wordsFor({ score: 0, weakness: null }).text).toBe('Easy to guess: add a few more words.');
  expect(wordsFor({ score: 1, weakness: 'something new' }).text).toBe('Easy to guess: add a few more words.');
});

it("a better one says what it needs, and a strong one that it's strong", () => {
  expect([2, 3, 4].map((score) => wordsFor({ score, weakness: null }).text)).toEqual([
    'Could be stronger: add another word.',
    'Strong.',
    'Very strong.',
  ]);
  expect(textOf('orbit walnut seldom 7 paintings')).toBe('Very strong.');
});

it("the person's own names and the site's count as known to attackers", () => {
  const own = 'zebulonquartermain';
  expect(measureStrength(own, [own]).score).toBeLessThan(measureStrength(own, []).score);
  expect(textOf(own, [own])).toBe("Easy to guess: it has a name of yours or the site's.");
});
