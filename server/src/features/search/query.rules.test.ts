import { expect, test } from 'vitest';
import { readQuery } from './query.rules.ts';

const none = { from: [], places: [], has: [] };
const day = (text: string) => new Date(`${text}T00:00:00.000Z`);

test('words are separate, and a quoted phrase is one, with straight or curly quotes', () => {
  expect(readQuery('red  "green apple" “blue sea” a:b').words).toEqual(['red', 'green apple', 'blue sea', 'a:b']);
  expect(readQuery('red').filters).toBeUndefined();
});

test('a single quotation mark is ignored', () => {
  expect(readQuery('"red apple').words).toEqual(['red', 'apple']);
});

test('filters are read in any case, with @, # and quotes', () => {
  expect(readQuery('From:@ada in:club in:club/#no IN:@bob has:image,poll x')).toMatchObject({
    filters: {
      ...none,
      from: ['ada'],
      places: [{ handle: 'club' }, { handle: 'club', channel: 'no' }, { username: 'bob' }],
      has: ['image', 'poll'],
    },
  });
  expect(readQuery('in:"club/two words"').filters?.places).toEqual([{ handle: 'club', channel: 'two words' }]);
});

test('the latest after and the earliest before count', () => {
  const { filters } = readQuery('after:2026-01-01 after:2026-02-01 before:2026-04-01 before:2026-03-01');
  expect(filters).toEqual({ ...none, since: day('2026-02-01'), until: day('2026-03-01') });
});

test('an impossible date is an error, and has: with an unknown value finds nothing', () => {
  expect(readQuery('before:2026-02-30').fault).toBe('before');
  expect(readQuery('after:yesterday').fault).toBe('after');
  expect(readQuery('has:money').findsNothing).toBe(true);
});
