import { describe, expect, test } from 'vitest';
import { clockTime, relativeTime } from '#platform/time.ts';

const now = Date.parse('2026-03-12T12:00:00.000Z');
const before = (ms: number) => new Date(now - ms).toISOString();

describe('relative time', () => {
  test.each([
    [0, 'now'],
    [-60_000, 'now'],
    [59_999, 'now'],
    [60_000, '1m'],
    [59 * 60_000, '59m'],
    [60 * 60_000, '1h'],
    [23 * 3_600_000, '23h'],
    [24 * 3_600_000, '1d'],
    [6.9 * 86_400_000, '6d'],
    [10 * 86_400_000, 'Mar 2'],
    [400 * 86_400_000, 'Feb 5, 2025'],
  ])('%d ms ago is "%s"', (age, text) => {
    expect(relativeTime(before(age), now)).toBe(text);
  });
});

describe('lengths', () => {
  test.each([
    [0, '0:00'],
    [7.9, '0:07'],
    [750, '12:30'],
    [3723, '1:02:03'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
  ])('%d s is "%s"', (seconds, text) => {
    expect(clockTime(seconds)).toBe(text);
  });
});
