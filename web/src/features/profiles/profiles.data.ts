import * as endpoints from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { readinessDelay } from '#features/posts/public.ts';
import { hasUnready } from '#features/profiles/grid.rules.ts';
import { call } from '#platform/api-client.ts';

export type ProfilePage = EndpointAnswer<typeof endpoints.getProfile>;

/** A person and their posts, by pages; each page repeats the person. Rejects with `NotFound` for a username that nobody has. */
export function profileOptions(username: string) {
  return infiniteQueryOptions({
    queryKey: ['profile', username.toLowerCase()],
    queryFn: ({ pageParam, signal }) =>
      call(
        endpoints.getProfile,
        { params: { username }, query: { size: limits.page.grid, last_id: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.posts.length < limits.page.grid ? undefined : page.posts.at(-1)?.post_id),
    // The count of posts is exact whenever a profile is opened; what was read before is shown meanwhile.
    staleTime: 0,
    // Media that is being checked shows as soon as it may; who has read further is not made to read all of it again.
    refetchInterval: ({ state }) => {
      const [first, ...others] = state.data?.pages ?? [];
      return first !== undefined && others.length === 0 && hasUnready(first.posts)
        ? readinessDelay(state.dataUpdateCount)
        : false;
    },
  });
}
