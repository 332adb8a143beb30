import { expect, test } from 'vitest';
import { loadConfig } from '#platform/config/config.ts';
import { readDiskSpace, reservedSpace, spaceAboveReserve } from './free-space.ts';

const gb = 1024 ** 3;
const reserveOf = (setting: Record<string, string>) => loadConfig(setting, '/').minFreeSpace;

test('by default 1 GB stays free, or 5 % on disks smaller than 20 GB', () => {
  expect(reservedSpace(reserveOf({}), { total: 500 * gb })).toBe(gb);
  expect(reservedSpace(reserveOf({}), { total: 10 * gb })).toBe(gb / 2);
});

test('a size or a share alone is kept free as it is, and off keeps nothing', () => {
  expect(reservedSpace(reserveOf({ MIN_FREE_SPACE: '3GB' }), { total: 10 * gb })).toBe(3 * gb);
  expect(reservedSpace(reserveOf({ MIN_FREE_SPACE: '10%' }), { total: 500 * gb })).toBe(50 * gb);
  expect(reservedSpace(reserveOf({ MIN_FREE_SPACE: 'off' }), { total: 500 * gb })).toBe(0);
});

test('a share of a small disk is enough to keep a database running', () => {
  expect(reservedSpace(reserveOf({}), { total: 0.5 * gb })).toBe(64 * 1024 ** 2);
  expect(reservedSpace(reserveOf({ MIN_FREE_SPACE: '5%' }), { total: 0.1 * gb })).toBeCloseTo(0.015 * gb);
  expect(reservedSpace(reserveOf({ MIN_FREE_SPACE: '10MB' }), { total: 0.1 * gb })).toBe(10 * 1024 ** 2);
  expect(reservedSpace(reserveOf({ MIN_FREE_SPACE: 'off' }), { total: 0.1 * gb })).toBe(0);
});

test("a disk's available space is what's free minus the reserve", async () => {
  const { free, total } = await readDiskSpace(import.meta.dirname);
  expect(free).toBeGreaterThan(0);
  expect(total).toBeGreaterThanOrEqual(free);
  expect(await spaceAboveReserve(import.meta.dirname, { bytes: total, share: 1 })).toBeLessThanOrEqual(0);
  expect(await spaceAboveReserve(import.meta.dirname, { bytes: 0, share: 0 })).toBeGreaterThan(0);
});
