import { expect, test } from 'vitest';
import {
  afterNewPassword,
  afterWrong,
  durationOf,
  isFresh,
  mayTry,
  minutesCounted,
  noTries,
  type Tries,
  tidyRecoveryCode,
} from './totp.rules.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 10, minutes));

test('Five wrong codes in a row count, however slowly they come; after them none is even checked for ten minutes', () => {
  let tries: Tries = noTries;
  for (let n = 0; n < 5; n += 1) {
    expect(mayTry(tries, at(11 * n))).toBe(true);
    tries = afterWrong(tries, at(11 * n));
  }
  expect([mayTry(tries, at(45)), mayTry(tries, at(53)), mayTry(tries, at(54))]).toEqual([false, false, true]);
  expect(afterWrong(tries, at(54))).toEqual({ tries: 1, window_began_at: at(54), exhausted: 1 });
});

/** As many wrong codes as count, whenever they do, until tries were used up this often in a row. */
function usedUp(times: number): Tries {
  let tries: Tries = noTries;
  for (let minute = 0; tries.exhausted < times; minute += mayTry(tries, at(minute)) ? 0 : 1)
    if (mayTry(tries, at(minute))) tries = afterWrong(tries, at(minute));
  return tries;
}

test('Each time all tries were used up in a row, the wait for new ones doubles, up to most of a day', () => {
  const waits = Array.from({ length: 10 }, (_, times) => minutesCounted({ exhausted: times + 1 }));
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 1280, 1280]);
  expect(waits.map(durationOf).filter((each, index, all) => all.indexOf(each) === index)).toEqual([
    'ten minutes',
    '20 minutes',
    '40 minutes',
    '80 minutes',
    '3 hours',
    '5 hours',
    '11 hours',
    '21 hours',
  ]);
  const twice = usedUp(2);
  const began = twice.window_began_at?.getTime() ?? 0;
  const after = (minutes: number) => new Date(began + minutes * 60_000);
  expect([mayTry(twice, after(19)), mayTry(twice, after(20))]).toEqual([false, true]);
});

test('A new password gives new tries, but not again and again', () => {
  const renewed = [1, 2, 3, 4].map((times) => afterNewPassword(usedUp(times)).tries);
  expect(renewed).toEqual([0, 0, 0, 5]);
  expect(afterNewPassword(usedUp(2)).exhausted).toBe(2);
});

test("A new password doesn't reset the count of used tries while some are left", () => {
  let tries: Tries = noTries;
  for (let n = 0; n < 5; n += 1) tries = afterNewPassword(afterWrong(tries, at(n)));
  expect(tries).toMatchObject({ tries: 0, exhausted: 1 });
});

test('A code works once; after it, no code of the same or an earlier period does', () => {
  expect([isFresh(7, null), isFresh(7, 6), isFresh(7, 7), isFresh(7, 8)]).toEqual([true, true, false, false]);
});

test('People leave out hyphens of recovery codes, and write in capitals', () => {
  expect(tidyRecoveryCode(' ABCD-efgh 2345 ')).toBe('abcdefgh2345');
});
