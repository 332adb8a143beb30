import { describe, expect, test } from 'vitest';
import { claimFault, describeItem } from './imports.rules.ts';

const now = new Date('2026-01-01T00:00:00.000Z');

describe('the date that an archive claims has to be plausible', () => {
  test.for<[string, RegExp | undefined]>([
    ['2025-12-31T23:59:59.000Z', undefined],
    ['2026-01-01T00:00:00.001Z', /future/],
    ['1999-12-31T23:59:59.000Z', /can't be right/],
    ['nonsense', /can't be right/],
  ])('%s', ([claimed, fault]) => {
    const text = claimFault(new Date(claimed), now);
    if (fault === undefined) expect(text).toBeUndefined();
    else expect(text).toMatch(fault);
  });
});

test('a post is described by its day and its first words', () => {
  const created_at = '2024-03-05T10:00:00.000Z';
  expect(describeItem({ content: ' A\nwalk ', created_at })).toBe('The post of 2024-03-05, “A walk”,');
  expect(describeItem({ content: '😀'.repeat(50), created_at })).toContain(`“${'😀'.repeat(40)}…”`);
  expect(describeItem({ content: '', created_at })).toBe('The post of 2024-03-05');
});
