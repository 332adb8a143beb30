import { expect, test } from 'vitest';
import { banLengths, daysOf, endOf } from '#features/communities/bans.rules.ts';

test('A ban lasts 1, 7 or 30 days, or has no end.', () => {
  expect(banLengths.map(({ value }) => daysOf(value))).toEqual([1, 7, 30, undefined]);
});

test("A ban's end is a date in the reader's language, or none.", () => {
  expect(endOf('2026-12-03T12:00:00.000Z', 'en')).toBe('Until December 3, 2026');
  expect(endOf(null, 'en')).toBe('No end');
});
