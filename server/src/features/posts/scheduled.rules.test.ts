import { expect, test } from 'vitest';
import { obstacleToPublishingAt } from './scheduled.rules.ts';

test('A post is scheduled for a time in the future, within the days that are allowed', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const at = (ms: number) => obstacleToPublishingAt(new Date(now.getTime() + ms), now, 365);
  const year = 365 * 86_400_000;
  expect([-1, 0, 1, year, year + 1].map(at)).toEqual(['past', 'past', undefined, undefined, 'far']);
});
