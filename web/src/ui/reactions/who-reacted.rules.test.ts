import { expect, it } from 'vitest';
import { whoReacted } from '#ui/reactions/who-reacted.rules.ts';

const of = (count: number, ...names: string[]) => whoReacted({ count, users: names.map((username) => ({ username })) });

it('names those who reacted, and counts the others', () => {
  expect(of(1, 'ada')).toBe('ada');
  expect(of(2, 'ada', 'bob')).toBe('ada and bob');
  expect(of(3, 'ada', 'bob')).toBe('ada, bob and 1 other');
  expect(of(40, ...Array.from({ length: 40 }, (_, n) => `p${n}`))).toMatch(/p11 and 28 others$/);
  expect([of(3), whoReacted(undefined)]).toEqual(['', '']);
});
