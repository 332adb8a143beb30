import * as endpoints from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { readinessDelay } from '#features/posts/public.ts';
import { hasUnready } from '#features/profiles/grid.rules.ts';
import { call } from '#platform/api-client.ts';

export type ProfilePage = EndpointAnswer<typeof endpoints.getProfile>;

/** A person and their posts, in pages; each page repeats the person. Rejects with `NotFound` for an unknown username. */
export function profileOptions(username: string) {
  return infiniteQueryOptions({
    queryKey: ['profile', username.toLowerCase()],
    meta: { offlinePages: 1 },
    queryFn: ({ pageParam, signal }) =>
      call(
        endpoints.getProfile,
        { params: { username }, query: { size: limits.page.grid, last_id: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.posts.length < limits.page.grid ? undefined : page.posts.at(-1)?.post_id),
    // The number of posts is exact each time a profile is opened; the cached one shows until it arrives.
    staleTime: 0,
    // Polls for media that's being checked, unless the reader has scrolled further, which would mean refetching everything.
    refetchInterval: ({ state }) => {
      const [first, ...others] = state.data?.pages ?? [];
      return first !== undefined && others.length === 0 && hasUnready(first.posts)
        ? readinessDelay(state.dataUpdateCount)
        : false;
    },
  });
}
