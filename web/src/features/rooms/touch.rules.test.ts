import { expect, it } from 'vitest';
import { gestureOf, isReply, pullOf } from '#features/rooms/touch.rules.ts';

it('tells a press from a swipe to the right, and leaves everything else to the page', () => {
  expect(gestureOf(0, 0)).toBe('press');
  expect(gestureOf(6, -7)).toBe('press');
  expect(gestureOf(20, 4)).toBe('swipe');
  expect(gestureOf(20, 18)).toBe('other');
  expect(gestureOf(2, 30)).toBe('other');
  expect(gestureOf(-30, 0)).toBe('other');
});

it('lets a message follow the finger, never to the left, and never far', () => {
  expect(pullOf(-20)).toBe(0);
  expect(pullOf(30)).toBe(30);
  const pulls = Array.from({ length: 400 }, (_, dx) => pullOf(dx));
  expect(pulls).toEqual(pulls.toSorted((a, b) => a - b));
  expect(Math.max(...pulls)).toBeLessThan(80);
});

it('replies once the swipe has gone far enough', () => {
  expect([20, 55, 56, 300].map(isReply)).toEqual([false, false, true, true]);
});
