import { expect, test } from 'vitest';
import { afterWrong, isFresh, mayTry, type Tries, tidyRecoveryCode } from './totp.rules.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 10, minutes));

test('At most five wrong codes count in ten minutes; after them no code is even looked at', () => {
  let tries: Tries = { tries: 0, window_began_at: null };
  for (let n = 0; n < 5; n += 1) {
    expect(mayTry(tries, at(n))).toBe(true);
    tries = afterWrong(tries, at(n));
  }
  expect([mayTry(tries, at(5)), mayTry(tries, at(9)), mayTry(tries, at(10))]).toEqual([false, false, true]);
  expect(afterWrong(tries, at(10))).toEqual({ tries: 1, window_began_at: at(10) });
});

test('A code works once: no code of the same period or an earlier one does after it', () => {
  expect([isFresh(7, null), isFresh(7, 6), isFresh(7, 7), isFresh(7, 8)]).toEqual([true, true, false, false]);
});

test('People leave out hyphens of recovery codes, and write in capitals', () => {
  expect(tidyRecoveryCode(' ABCD-efgh 2345 ')).toBe('abcdefgh2345');
});
