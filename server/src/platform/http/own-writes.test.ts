import { expect, test } from 'vitest';
import { everywhere, nowhere } from '#platform/database/replica.ts';
import { positionOf } from './own-writes.ts';

test('the place up to which somebody must see is read from the cookie among others', () => {
  expect(positionOf('hubbub=abc; hubbub-seen=123456; theme=dark')).toBe(123456);
  expect(positionOf('hubbub-seen=7')).toBe(7);
});

test('without the cookie, or with one that is no number, nothing has to be seen', () => {
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

test('a place beyond all numbers is everywhere', () => {
  expect(positionOf('hubbub-seen=9999999999999999')).toBe(everywhere);
});
