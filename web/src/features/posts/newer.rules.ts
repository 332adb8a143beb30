import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';

/** All posts are newer. */
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** "1 new post", "12 new posts", "100+ new posts". */
export function newerText(count: number): string {
  if (count === 1) return '1 new post';
  return `${count >= limits.newerPosts ? `${limits.newerPosts}+` : count} new posts`;
}

/**
 * The post after which newer ones are looked for: the newest of others', because what the viewer has just shared may have come in above
 * posts that they haven't loaded. If all are theirs, the oldest. In an empty feed, every post is newer.
 */
export function newestKnown(page: readonly Pick<Post, 'post_id' | 'user'>[], viewer: string): string {
  const others = page.find(({ user }) => user.username.toLowerCase() !== viewer.toLowerCase());
  return (others ?? page.at(-1))?.post_id ?? beforeAll;
}
