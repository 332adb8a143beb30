import { expect, test } from 'vitest';
import { followed } from '#features/relations/follows.rules.ts';

test('Following a person counts once, and stopping takes it back', () => {
  const profile = { following: false, follower_count: 4 };
  expect(followed(profile, true)).toEqual({ following: true, follower_count: 5 });
  expect(followed(followed(profile, true), true)).toEqual({ following: true, follower_count: 5 });
  expect(followed(followed(profile, true), false)).toEqual(profile);
});

test('A person in a list has no count to change', () => {
  expect(followed({ following: false }, true)).toEqual({ following: true });
});
