import { expect, test } from 'vitest';
import { banLengths, daysOf } from '#features/communities/bans.rules.ts';

test('A ban lasts 1, 7 or 30 days, or has no end.', () => {
  expect(banLengths.map(({ value }) => daysOf(value))).toEqual([1, 7, 30, undefined]);
});
