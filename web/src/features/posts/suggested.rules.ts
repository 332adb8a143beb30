import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';

/** How many people are suggested at once. */
const most = 5;

/** The people who wrote the newest posts, each once, without the viewer. */
export function suggestedPeople(pages: readonly (readonly Pick<Post, 'user'>[])[], viewer: string): Post['user'][] {
  const people = new Map<string, Post['user']>();
  for (const { user } of pages.flat()) {
    const key = user.username.toLowerCase();
    if (key !== viewer.toLowerCase() && !people.has(key)) people.set(key, user);
  }
  return [...people.values()].slice(0, most);
}
