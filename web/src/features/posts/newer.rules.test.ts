import { expect, test } from 'vitest';
import { newerText, newestKnown } from '#features/posts/newer.rules.ts';

const by = (post_id: string, username: string) => ({
  post_id,
  user: { username, name: null, profile_path: '/profiles/default.png' },
});

test('The number of new posts is a word for one, and stops at 100', () => {
  expect([1, 2, 99, 100].map(newerText)).toEqual(['1 new post', '2 new posts', '99 new posts', '100+ new posts']);
});

test("Newer posts are looked for after the newest of others', or the oldest if all are the viewer's; in an empty feed, all are newer", () => {
  expect(newestKnown([by('3', 'Me'), by('2', 'ada'), by('1', 'bob')], 'me')).toBe('2');
  expect(newestKnown([by('3', 'me'), by('2', 'me')], 'me')).toBe('2');
  expect(newestKnown([], 'me')).toBe('00000000-0000-0000-0000-000000000000');
});
