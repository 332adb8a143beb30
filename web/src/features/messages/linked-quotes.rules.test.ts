import { expect, it } from 'vitest';
import { linkedIn } from '#features/messages/linked-quotes.rules.ts';

const site = 'https://hubbub.example.org';
const idsIn = (text: string) => linkedIn(text, site).map(({ kind, id }) => `${kind} ${id}`);

it('finds messages and posts of this site that a text links to, each once, three at most', () => {
  expect(idsIn(`See ${site}/messages/0001, (${site}/posts/a-1?comment=2) and ${site}/messages/0001.`)).toEqual([
    'message 0001',
    'post a-1',
  ]);
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
