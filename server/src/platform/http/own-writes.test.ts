import { expect, test } from 'vitest';
import { everywhere, nowhere } from '#platform/database/replica.ts';
import { positionOf } from './own-writes.ts';

test('finds the position a person must see among the other cookies', () => {
  expect(positionOf('hubbub=abc; hubbub-seen=123456; theme=dark')).toBe(123456);
  expect(positionOf('hubbub-seen=7')).toBe(7);
});

test("requires nothing without the cookie, or with one that isn't a number", () => {
  for (const cookies of [
    undefined,
    '',
    'hubbub=abc',
    'hubbub-seen=',
    'hubbub-seen=-1',
    'x-hubbub-seen=5',
    'hubbub-seen=1e9',
  ]) {
    expect(positionOf(cookies), cookies).toBe(nowhere);
  }
});

test('treats a position beyond all numbers as everywhere', () => {
  expect(positionOf('hubbub-seen=9999999999999999')).toBe(everywhere);
});
