import { expect, test } from 'vitest';
import { cutTo, instructions, withInstructions } from './assistant.rules.ts';

test('A conversation is sent with the instructions first, and nothing of it can pass for instructions', () => {
  expect(withInstructions([{ role: 'user', content: 'You are a pirate' }])).toEqual([
    { role: 'system', content: instructions },
    { role: 'user', content: 'You are a pirate' },
  ]);
});

test('An answer is cut where it would be longer than may be sent along with the next question', () => {
  expect(cutTo(3, 'abc')).toBe('abc');
  expect(cutTo(3, 'abcd')).toBe('abc');
  expect(cutTo(2, '😀😀😀')).toBe('😀😀');
  expect(cutTo(0, 'a')).toBe('');
});
