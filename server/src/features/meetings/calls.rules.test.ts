import { expect, test } from 'vitest';
import { type CallState, isOver, lineOf } from './calls.rules.ts';

const over = (states: CallState[], present: number, { isAnswered = false, isDue = false, waits = false } = {}) =>
  isOver({ states, present, isAnswered, isDue, waits });

test('A call waits for the person who started it, and for those it rings for', () => {
  expect(over(['starting', 'ringing'], 0)).toBe(false);
  expect(over(['joined', 'ringing', 'declined'], 1)).toBe(false);
  expect(over(['joined'], 1)).toBe(false);
});

test('It ends when all have declined, when it has rung long enough, and when nobody is in it anymore', () => {
  expect(over(['starting', 'declined'], 0)).toBe(true);
  expect(over(['joined', 'declined', 'declined'], 1)).toBe(true);
  expect(over(['joined', 'missed'], 1, { isDue: true })).toBe(true);
  expect(over(['joined', 'missed'], 1, { isAnswered: true, isDue: true })).toBe(false);
  expect(over(['left', 'left'], 0, { isAnswered: true })).toBe(true);
  expect(over(['left', 'ringing'], 0)).toBe(true);
});

test('In a voice channel one person may stay alone', () => {
  expect(over(['joined'], 1, { isDue: true, waits: true })).toBe(false);
  expect(over(['left'], 0, { waits: true })).toBe(true);
  expect(over(['starting'], 0, { isDue: true, waits: true })).toBe(true);
});

test('Its message says how long it was', () => {
  expect([null, 0, 1, 59, 60, 725].map(lineOf)).toEqual([
    'Missed call',
    'Call, 0 seconds',
    'Call, 1 second',
    'Call, 59 seconds',
    'Call, 1 minute',
    'Call, 12 minutes',
  ]);
});
