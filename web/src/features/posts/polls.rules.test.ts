import { expect, test } from 'vitest';
import { freshPoll, isOver, pollIn, pollToSend, shareOf, timeLeft, voteCount } from '#features/posts/polls.rules.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const endingIn = (ms: number) => ({ ends_at: new Date(now + ms).toISOString() });

test.each([
  [-1, 'Final results'],
  [59_000, 'Less than a minute left'],
  [60_000, '1 minute left'],
  [59 * 60_000, '59 minutes left'],
  [60 * 60_000, '1 hour left'],
  [47 * 3_600_000, '47 hours left'],
  [3 * 86_400_000 + 1, '3 days left'],
])('with %i ms to go a poll says "%s"', (ms, text) => {
  expect(timeLeft(endingIn(ms), now)).toBe(text);
  expect(isOver(endingIn(ms), now)).toBe(ms <= 0);
});

test('shares are of the people who voted, in whole percent', () => {
  expect([shareOf(1, 3), shareOf(0, 0), shareOf(3, 3)]).toEqual([33, 0, 100]);
  expect([voteCount(0), voteCount(1), voteCount(1204)]).toEqual(['0 votes', '1 vote', '1,204 votes']);
});

test("a draft is read back as it was written, and anything else isn't a poll", () => {
  const draft = { choices: ['Red', ''], multiple: true, hours: 6 };
  expect(pollIn(JSON.stringify(draft))).toEqual(draft);
  for (const text of ['', 'nonsense', 'null', '{"choices":[1]}']) expect(pollIn(text)).toBeUndefined();
});

test('empty choices are left out, and two are needed', () => {
  expect(pollToSend({ ...freshPoll, choices: [' Red ', '', 'Blue'] }, now)).toBe(
    '{"choices":["Red","Blue"],"multiple":false,"ends_at":"2026-11-24T12:00:00.000Z"}',
  );
  expect(pollToSend({ ...freshPoll, choices: ['Red', ' '] }, now)).toBeUndefined();
});
