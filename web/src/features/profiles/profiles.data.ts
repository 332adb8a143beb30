import * as endpoints from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { readinessDelay } from '#features/posts/public.ts';
import { hasUnready } from '#features/profiles/grid.rules.ts';
import { type CallOptions, call } from '#platform/api-client.ts';
import { storeUser } from '#platform/session.ts';

export type ProfilePage = EndpointAnswer<typeof endpoints.getProfile>;

/** A person and their posts, by pages; each page repeats the person. Rejects with `NotFound` for a username that nobody has. */
export function profileOptions(username: string) {
  return infiniteQueryOptions({
    queryKey: ['profile', username.toLowerCase()],
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.getProfile, { params: { username }, query: { last_id: pageParam } }, { signal }),
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

interface ProfileChange {
  name: string;
  bio: string;
  removedProfile: 'true' | 'false';
  profile_pic?: readonly File[];
}

/** Section 7, POST /v1/profile; the answer is kept in the local storage. */
export async function updateProfile(change: ProfileChange, options?: CallOptions): Promise<User> {
  const { user } = await call(endpoints.updateProfile, { form: change }, options);
  storeUser(user);
  return user;
}
