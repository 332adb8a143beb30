import { expect, test } from 'vitest';
import { diskStateOf } from './disk-watch.ts';

const mb = 1024 ** 2;
const state = (free: number, before: 'ok' | 'low' | 'full' = 'ok') =>
  diskStateOf({ free: free * mb, total: 10_000 * mb }, { bytes: 100 * mb, share: 1 }, before);

test('refuses uploads below the reserved space, and all writes below half of it', () => {
  expect([200, 100, 99, 50, 49, 0].map((free) => state(free))).toEqual(['ok', 'ok', 'low', 'low', 'full', 'full']);
});

test('a disk that was full needs some extra space before it accepts writes again', () => {
  expect([49, 55, 62, 63, 100].map((free) => state(free, 'full'))).toEqual(['full', 'full', 'full', 'low', 'ok']);
});

test('without a reserve, nothing is refused in advance', () => {
  expect(diskStateOf({ free: 0, total: mb }, { bytes: 0, share: 0 }, 'ok')).toBe('ok');
});
