import { expect, test } from 'vitest';
import { median, medianOf, summarise } from './measure.ts';
import { format } from './table.ts';

test('a summary counts answers a second and finds the quantiles, whatever the order of the times', () => {
  const times = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(summarise(times, 4, 3)).toEqual({ perSecond: 50, p50: 101, p95: 191, p99: 199, count: 200, failed: 3 });
});

test('the median of an even number of runs lies between the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([9, 1, 5])).toBe(5);
});

test('of several runs the median of each figure counts, but no failure is lost', () => {
  const run = (perSecond: number, failed: number) => ({ perSecond, p50: 1, p95: 2, p99: 3, count: 10, failed });
  expect(medianOf([run(100, 0), run(300, 7), run(200, 0)])).toMatchObject({ perSecond: 200, failed: 7 });
});

test('the table says what was met and what was missed, and nothing where nothing was asked for', () => {
  const table = format([
    { what: 'One', ours: '1', ratio: 0.876, wanted: 'much', met: true },
    { what: 'Two', ours: '2', met: false },
    { what: 'Three', ours: '3' },
  ]).split('\n');
  expect(table).toHaveLength(5);
  expect(table[2]).toContain('0.88');
  expect(table[2]).toContain('met');
  expect(table[3]).toContain('MISSED');
  expect(table[4]).not.toMatch(/met|MISSED/);
});
