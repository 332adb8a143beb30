import { expect, test } from 'vitest';
import { suggestedPeople } from '#features/posts/suggested.rules.ts';

const by = (post_id: string, username: string) => ({
  post_id,
  user: { username, name: null, profile_path: '/profiles/default.png' },
});

test('People who posted lately are suggested once each, without the viewer, and at most five of them', () => {
  const pages = [
    [by('9', 'ada'), by('8', 'me'), by('7', 'Ada')],
    ['b', 'c', 'd', 'e', 'f'].map((name) => by(name, name)),
  ];
  expect(suggestedPeople(pages, 'Me').map(({ username }) => username)).toEqual(['ada', 'b', 'c', 'd', 'e']);
});
