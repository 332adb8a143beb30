import { expect, test } from 'vitest';
import { createFeedWays } from './feed-ways.rules.ts';

const from = 1_000_000;

test('a page is looked for as far back as four times the last one reached', () => {
  const ways = createFeedWays();
  expect(ways.next('ada', from)).toEqual({ isSparse: false });
  ways.found('ada', { from, to: from - 5000 });
  expect(ways.next('ada', from + 100)).toEqual({ isSparse: false, isAmongThoseSince: from + 100 - 20_000 });
  expect(ways.next('bob', from)).toEqual({ isSparse: false });
  ways.found('ada', { from, to: from });
  expect(ways.next('ada', from)).toEqual({ isSparse: false, isAmongThoseSince: from - 4000 });
});

test('how far the last page reached says nothing of pages far from it', () => {
  const ways = createFeedWays();
  ways.found('ada', { from, to: from - 5000 });
  for (const other of [from - 20_001, from + 20_001]) expect(ways.next('ada', other)).toEqual({ isSparse: false });
  expect(ways.next('ada', from - 20_000)).toHaveProperty('isAmongThoseSince');
});

test("where there was none, fifty more pages aren't looked for among everyone's", () => {
  const ways = createFeedWays();
  ways.found('ada', { from, to: from - 5000 });
  ways.missed('ada');
  for (let n = 0; n < 50; n += 1) expect(ways.next('ada', from)).toEqual({ isSparse: true });
  expect(ways.next('ada', from)).toEqual({ isSparse: false });
});

test('is known for the last 20,000 people', () => {
  const ways = createFeedWays();
  for (let n = 0; n <= 20_000; n += 1) ways.found(`person ${n}`, { from, to: from - 5000 });
  expect(ways.next('person 0', from)).toEqual({ isSparse: false });
  expect(ways.next('person 1', from)).toHaveProperty('isAmongThoseSince');
});
