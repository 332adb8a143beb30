import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFeedWays, createHorizon } from './feed-ways.rules.ts';

test("whose page was among everyone's posts is looked for there, until there's none", () => {
  const ways = createFeedWays();
  expect(ways.next('ada')).toBeUndefined();
  ways.found('ada');
  for (let n = 0; n < 100; n += 1) expect(ways.next('ada')).toBe('dense');
  expect(ways.next('bob')).toBeUndefined();
  ways.missed('ada');
  for (let n = 0; n < 50; n += 1) expect(ways.next('ada')).toBe('sparse');
  expect(ways.next('ada')).toBeUndefined();
});

test('where pages were found is known for the last 20,000 people', () => {
  const ways = createFeedWays();
  for (let n = 0; n <= 20_000; n += 1) ways.found(`person ${n}`);
  expect(ways.next('person 0')).toBeUndefined();
  expect(ways.next('person 1')).toBe('dense');
});

test('how far everyone is looked through is asked once a minute, and nobody waits for it', async () => {
  let asked = 0;
  let answer = 'first';
  const horizon = createHorizon(async () => {
    asked += 1;
    if (answer === 'none') throw new Error('the database is away');
    return answer;
  });
  const at = (seconds: number) => horizon.id(new Date(seconds * 1000));
  expect([at(0), at(0)]).toEqual([undefined, undefined]);
  await turn();
  expect([at(1), at(59)]).toEqual(['first', 'first']);
  expect(asked).toBe(1);
  answer = 'second';
  expect(at(61)).toBe('first');
  await turn();
  expect(at(62)).toBe('second');
  answer = 'none';
  expect(at(130)).toBe('second');
  await turn();
  expect(at(182)).toBeUndefined();
  expect(asked).toBe(4);
});
