import { expect, test } from 'vitest';
import { mayEndAt, obstacleToAnswering, sortedAnswer } from './polls.rules.ts';

const now = new Date('2026-11-23T12:00:00Z');
const poll = { choices: 3, multiple: false, ends_at: new Date('2026-11-24T12:00:00Z'), mine: null };

test('an answer names its choices in order, each once', () => {
  expect(sortedAnswer([2, 0, 2, 1])).toEqual([0, 1, 2]);
});

test.each([
  ['one of the choices', poll, [2], undefined],
  ['nothing', poll, [], 'unknown'],
  ['a choice that there is not', poll, [3], 'unknown'],
  ['a negative one', poll, [-1], 'unknown'],
  ['two where one is asked for', poll, [0, 1], 'single'],
  ['two where several may be chosen', { ...poll, multiple: true }, [0, 1], undefined],
  ['the same as before', { ...poll, mine: [1] }, [1], undefined],
  ['another than before', { ...poll, mine: [1] }, [2], 'answered'],
  ['one at the end', { ...poll, ends_at: now }, [0], 'over'],
] as const)('an answer with %s', (_name, given, answer, expected) => {
  expect(obstacleToAnswering(given, answer, now)).toBe(expected);
});

test('a poll ends in the future, within a number of days', () => {
  const at = (hours: number) => mayEndAt(new Date(now.getTime() + hours * 3_600_000), now, 2);
  expect([at(-1), at(0), at(1), at(48), at(49)]).toEqual([false, false, true, true, false]);
});
