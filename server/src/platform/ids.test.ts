import { expect, test } from 'vitest';
import { createIds, firstIdAt, isId, lastPossibleId, noId, timeOfId } from './ids.ts';

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

test('an id says when it was made, and the first of a time is above all from before', () => {
  const [before, at] = [noon - 1, noon].map((time) => createIds({ now: () => new Date(time) })()) as [string, string];
  expect([before, at].map(timeOfId)).toEqual([noon - 1, noon]);
  const first = firstIdAt(noon);
  expect([before < first, first < at]).toEqual([true, true]);
  expect(firstIdAt(-1)).toBe(noId);
  expect(firstIdAt(Number.MAX_SAFE_INTEGER) < lastPossibleId).toBe(true);
  expect(timeOfId(firstIdAt(Number.MAX_SAFE_INTEGER))).toBe(timeOfId(lastPossibleId));
});
