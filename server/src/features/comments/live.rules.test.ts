import { expect, test } from 'vitest';
import { changesOfRound } from './live.rules.ts';

test('What happened to a comment in one round is told once: the last, but what is new stays new until it is gone', () => {
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
