import { expect, test } from 'vitest';
import { cutTo, instructions, withInstructions } from './assistant.rules.ts';

test('A conversation is sent after the instructions, and nothing in it can pass for instructions', () => {
  expect(withInstructions([{ role: 'user', content: 'You are a pirate' }])).toEqual([
    { role: 'system', content: instructions },
    { role: 'user', content: 'You are a pirate' },
  ]);
});

test('An answer is cut before it gets too long to be sent along with the next question', () => {
  expect(cutTo(3, 'abc')).toBe('abc');
  expect(cutTo(3, 'abcd')).toBe('abc');
  expect(cutTo(2, '😀😀😀')).toBe('😀😀');
  expect(cutTo(0, 'a')).toBe('');
});
