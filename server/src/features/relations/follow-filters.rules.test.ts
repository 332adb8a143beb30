import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFollowFilters, filterOf, filterSize } from './follow-filters.rules.ts';

test('a filter has the bits that were given, and no others', () => {
  const places = [0, 7, 8, 12_345, filterSize - 1];
  const { bits } = filterOf('1', places);
  const set = Array.from({ length: filterSize }, (_, place) => place).filter(
    (place) => (bits.readUInt8(place >> 3) >> (place & 7)) & 1,
  );
  expect(set).toEqual(places);
});

test("a filter is asked for once, at somebody's third read, and nobody waits for it", async () => {
  const filters = createFollowFilters();
  let asked = 0;
  const read = () =>
    filters.of('ada', async () => {
      asked += 1;
      return filterOf('1', []);
    })?.version;
  expect([read(), read()]).toEqual([undefined, undefined]);
  expect(asked).toBe(0);
  expect([read(), read()]).toEqual([undefined, undefined]);
  await turn();
  expect([read(), read()]).toEqual(['1', '1']);
  expect(asked).toBe(1);
});

test.each([
  ["that wasn't right", async (filters: ReturnType<typeof createFollowFilters>) => filters.drop('ada')],
  ["that couldn't be read", undefined],
])('a filter %s is asked for again after 20 reads', async (_, spoil) => {
  const filters = createFollowFilters();
  let asked = 0;
  const read = () =>
    filters.of('ada', async () => {
      asked += 1;
      if (asked === 1 && !spoil) throw new Error('the database is away');
      return filterOf(String(asked), []);
    })?.version;
  for (let n = 0; n < 3; n += 1) read();
  await turn();
  await spoil?.(filters);
  for (let n = 0; n < 20; n += 1) expect(read()).toBeUndefined();
  expect(asked).toBe(2);
  await turn();
  expect(read()).toBe('2');
});

test('filters are kept for the last 2,000 people who read them', async () => {
  const filters = createFollowFilters();
  let asked = 0;
  const read = (key: string) =>
    filters.of(key, async () => {
      asked += 1;
      return filterOf(key, []);
    })?.version;
  for (let n = 0; n <= 2000; n += 1) for (let time = 0; time < 3; time += 1) read(`person ${n}`);
  await turn();
  expect(read('person 1')).toBe('person 1');
  expect(read('person 2000')).toBe('person 2000');
  expect(read('person 0')).toBeUndefined();
  expect(asked).toBe(2001);

  for (let n = 0; n < 5000; n += 1) {
    read(`passer-by ${n}`);
    if (n % 100 === 0) expect(read('person 1'), 'whoever keeps reading keeps theirs').toBe('person 1');
  }

  for (let time = 0; time < 3; time += 1) for (let n = 0; n < 3000; n += 1) read(`one of many ${n}`);
  expect(asked, 'as long as more of them read in turn, none is asked for').toBe(2001);
});
