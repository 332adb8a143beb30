import { listBookmarks } from '@hubbub/contract/features/search/search.endpoints.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { LoadSavedPosts } from '#features/posts/public.ts';
import { call } from '#platform/api-client.ts';

/** A page of the posts that the person saved, the last one first. */
export const loadSavedPosts: LoadSavedPosts = async (before, signal) => {
  const { posts = [], next } = await call(listBookmarks, { query: { before } }, { signal });
  return { posts, next };
};

/** The messages that the person saved, the last one first, one page at a time. */
export const savedMessagesOptions = infiniteQueryOptions({
  queryKey: ['messages', 'saved'],
  meta: { offlinePages: 1 },
  queryFn: ({ pageParam, signal }) => call(listBookmarks, { query: { in: 'messages', before: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  select: ({ pages }) => pages.flatMap(({ messages = [] }) => messages),
  // What was saved since shows up whenever the page is opened.
  staleTime: 0,
});
