import { expect, it } from 'vitest';
import { fieldTime, momentOf, proposedTime, zoneName } from '#features/posts/schedule.rules.ts';

it('reads from a field what it wrote, to the minute', () => {
  const time = new Date('2026-03-09T08:05:00.000Z');
  expect(fieldTime(time)).toMatch(/^2026-03-\d\dT\d\d:05$/);
  expect(momentOf(fieldTime(time))).toBe(time.toISOString());
  expect([momentOf(''), momentOf('soon')]).toEqual([null, null]);
});

it('proposes a full hour that is not too close', () => {
  const now = Date.now();
  const proposed = Date.parse(momentOf(proposedTime(now)) ?? '');
  expect(proposed - now).toBeGreaterThanOrEqual(30 * 60_000);
  expect(proposed - now).toBeLessThanOrEqual(90 * 60_000);
  expect(new Date(proposed).getMinutes()).toBe(0);
});

it('says the time zone', () => {
  expect(zoneName(new Date())).toContain(Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' '));
});
