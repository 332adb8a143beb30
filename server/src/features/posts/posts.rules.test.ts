import { expect, test } from 'vitest';
import { mayDeletePost } from './posts.rules.ts';

test('Only the author of a post may delete it.', () => {
  expect(mayDeletePost({ userId: 'ada' }, { author_id: 'ada' })).toBe(true);
  expect(mayDeletePost({ userId: 'bob' }, { author_id: 'ada' })).toBe(false);
});
