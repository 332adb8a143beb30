import { expect, test } from 'vitest';
import { createIds, isId } from './ids.ts';

const noon = Date.UTC(2026, 10, 22, 12);

test('ids ascend whether the clock stands still, advances or goes back', () => {
  let time = noon;
  const newId = createIds({ now: () => new Date(time) });
  const ids: string[] = [];
  for (const step of [0, 1, 1000, -3_600_000, -1, 5, 3_600_000, 0]) {
    time += step;
    for (let n = 0; n < 100; n += 1) ids.push(newId());
  }
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every(isId)).toBe(true);
});

test("an id begins with its clock's milliseconds", () => {
  const newId = createIds({ now: () => new Date(noon) });
  expect(Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16)).toBe(noon);
});
