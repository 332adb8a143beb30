import * as endpoints from '@hubbub/contract/features/posts/posts.endpoints.ts';
import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { absorbPosts } from '#features/posts/posts.data.ts';
import { call } from '#platform/api-client.ts';

interface Page {
  posts: Post[];
  next: string | null;
}

/** The posts that the person saved, the last one first, one page at a time. */
export const bookmarksOptions = infiniteQueryOptions({
  queryKey: ['posts', 'bookmarks'],
  queryFn: async ({ pageParam, signal }): Promise<Page> =>
    await absorbPosts(() => call(endpoints.listBookmarks, { query: { before: pageParam } }, { signal })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  // What was saved since shows up whenever the page is opened.
  staleTime: 0,
});
