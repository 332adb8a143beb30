import { expect, it } from 'vitest';
import { linkedIn } from '#features/rooms/linked-quotes.rules.ts';

const site = 'https://hubbub.example.org';
const idsIn = (text: string) => linkedIn(text, site).map(({ kind, id }) => `${kind} ${id}`);

it('finds messages, posts and comments of this site that a text links to, each once, three at most', () => {
  const text = `See ${site}/messages/0001, (${site}/posts/a-1?comment=c-2), ${site}/posts/a-1?x and ${site}/messages/0001.`;
  expect(idsIn(text)).toEqual(['message 0001', 'comment c-2', 'post a-1']);
  expect(idsIn([1, 2, 3, 4].map((id) => `${site}/messages/${id}`).join('\n'))).toEqual([
    'message 1',
    'message 2',
    'message 3',
  ]);
});

it('other sites, other pages and what only looks like a link are none', () => {
  for (const text of [
    'Hello',
    '/messages/1',
    'https://other.example/messages/1',
    `${site}.evil.example/messages/1`,
    `${site}/messages/1/edit`,
    `${site}/messages/`,
    `${site}/chat?message=1`,
  ])
    expect(idsIn(text), text).toEqual([]);
});
