import { expect, test } from 'vitest';
import { mayDeletePost } from './posts.rules.ts';

test('A post is deleted by its author, and in a community by whoever holds ban:users there.', () => {
  expect(mayDeletePost({ userId: 'ada', isModerator: false }, { author_id: 'ada' })).toBe(true);
  expect(mayDeletePost({ userId: 'bob', isModerator: false }, { author_id: 'ada' })).toBe(false);
  expect(mayDeletePost({ userId: 'bob', isModerator: true }, { author_id: 'ada' })).toBe(true);
});
