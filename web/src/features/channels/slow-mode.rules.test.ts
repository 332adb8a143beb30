import { expect, it } from 'vitest';
import { secondsUntil, slowModes, spokenDuration } from '#features/channels/slow-mode.rules.ts';

it('says durations like people do', () => {
  expect([1, 30, 60, 90, 300, 3600, 21_600].map(spokenDuration)).toEqual([
    '1 second',
    '30 seconds',
    '1 minute',
    '90 seconds',
    '5 minutes',
    '1 hour',
    '6 hours',
  ]);
});

it('offers the usual values, and the one that was set another way', () => {
  expect(slowModes(0)[0]).toEqual({ value: '0', label: 'Off' });
  expect(slowModes(0)).toHaveLength(14);
  expect(
    slowModes(7)
      .map(({ value }) => value)
      .slice(0, 4),
  ).toEqual(['0', '5', '7', '10']);
});

it('counts the seconds that are left, and none afterwards', () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z');
  expect(secondsUntil('2026-11-20T12:00:04.200Z', now)).toBe(5);
  expect(secondsUntil('2026-11-20T11:59:00.000Z', now)).toBe(0);
  expect(secondsUntil(null, now)).toBe(0);
});
