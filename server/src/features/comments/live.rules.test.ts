import { expect, test } from 'vitest';
import { changesOfRound } from './live.rules.ts';

test('Several changes of a comment in one round are sent as one: the last, but a created one stays created until it is gone', () => {
  const happened = [
    { commentId: 'a', change: 'created' },
    { commentId: 'b', change: 'edited' },
    { commentId: 'a', change: 'reaction' },
    { commentId: 'c', change: 'created' },
    { commentId: 'b', change: 'reaction' },
    { commentId: 'c', change: 'deleted' },
    { commentId: 'c', change: 'edited' },
  ] as const;
  expect(changesOfRound(happened)).toEqual([
    { commentId: 'a', change: 'created' },
    { commentId: 'b', change: 'reaction' },
    { commentId: 'c', change: 'deleted' },
  ]);
});
