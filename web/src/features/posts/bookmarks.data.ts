import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { absorbPosts } from '#features/posts/posts.data.ts';

/** Loads a page of what the person saved; the app passes it in, because the call also returns messages, which are a later feature. */
export type LoadSavedPosts = (
  before: string | undefined,
  signal: AbortSignal,
) => Promise<{ posts: Post[]; next: string | null }>;

/** The posts that the person saved, the last one first, one page at a time. */
export const bookmarksOptions = (load: LoadSavedPosts) =>
  infiniteQueryOptions({
    queryKey: ['posts', 'bookmarks'],
    meta: { offlinePages: 3 },
    queryFn: async ({ pageParam, signal }) => await absorbPosts(() => load(pageParam, signal)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // What was saved since shows up whenever the page is opened.
    staleTime: 0,
  });
