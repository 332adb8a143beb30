import { expect, test } from 'vitest';
import { withinSeconds } from './live.rules.ts';

test('Pages ask at once where few are connected, and take the longer the more there are, up to a minute', () => {
  expect([0, 1, 199, 200, 10_000, 1_000_000].map(withinSeconds)).toEqual([0, 0, 0, 1, 50, 60]);
});
