import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { describe, expect, test } from 'vitest';
import { estimateHeight, feedPosts, isAtBottom, isNearBottom, withNewPost } from '#features/posts/feed.rules.ts';

describe('the next page', () => {
  const viewport = 800;
  test.each([
    [0, 3000, false],
    [1699, 3000, false],
    [1700, 3000, true],
    [2200, 3000, true],
  ])('at %d of %d: %s', (scrollY, content, near) => {
    expect(isNearBottom({ scrollY, viewport, content })).toBe(near);
  });

  test("loads right away if there's nothing to scroll", () => {
    expect(isAtBottom({ scrollY: 0, viewport, content: 640 })).toBe(true);
    expect(isAtBottom({ scrollY: 0, viewport, content: 900 })).toBe(false);
  });
});

describe('the posts of the feed', () => {
  const post = (post_id: string) => ({ post_id }) as Post;

  test('are in page order, each once, without deleted ones', () => {
    const pages = [[post('d'), post('c')], [post('c'), post('b')], [], [post('a')]];
    expect(feedPosts(pages, new Set(['b'])).map(({ post_id }) => post_id)).toEqual(['d', 'c', 'a']);
  });

  test('start with the one that was just shared', () => {
    const pages = [
      { posts: [post('c'), post('b')], next: 'b' },
      { posts: [post('a')], next: null },
    ];
    const feed = { pages, pageParams: [undefined, 'b'] };
    const after = withNewPost(feed, post('d'));
    expect(after?.pages.map((page) => page.posts.map(({ post_id }) => post_id))).toEqual([['d', 'c', 'b'], ['a']]);
    expect(after?.pages.map(({ next }) => next)).toEqual(['b', null]);
    expect(after?.pageParams).toEqual(feed.pageParams);
    expect(withNewPost(undefined, post('a'))).toBeUndefined();
  });
});

describe("a post's estimated height", () => {
  const picture = { type: 'image/jpeg', path: '/a.jpg', width: 400, height: 300 } as Post['files'][number];

  test('grows with text and media', () => {
    const short = estimateHeight({ content: 'Hello', files: [] }, 634, () => false);
    const long = estimateHeight({ content: 'Hello\n'.repeat(5), files: [] }, 634, () => false);
    const pictured = estimateHeight({ content: 'Hello', files: [picture] }, 634, () => false);
    expect(long).toBeGreaterThan(short);
    expect(pictured - short).toBeCloseTo(12 + 600 * 0.75, 0);
    expect(estimateHeight({ content: 'Hello', files: [picture, picture] }, 634, () => false)).toBeGreaterThan(pictured);
  });
});
