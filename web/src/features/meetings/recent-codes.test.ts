// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { keepCode, recentCodes } from '#features/meetings/recent-codes.ts';

beforeEach(() => localStorage.clear());

it('the last ten codes opened in this browser are kept, the latest first, each once', () => {
  for (let number = 1; number <= 12; number += 1) keepCode(`room-${number}`);
  keepCode('room-5');
  expect(recentCodes()).toEqual([5, 12, 11, 10, 9, 8, 7, 6, 4, 3].map((number) => `room-${number}`));
});

it("what isn't a list of codes counts as none", () => {
  for (const kept of ['nonsense', '{}', '[1, null]']) {
    localStorage.setItem('meeting_codes', kept);
    expect(recentCodes()).toEqual([]);
  }
});
