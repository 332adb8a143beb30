import * as endpoints from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';
import { storeUser } from '#platform/session.ts';

/** A person and their posts, by pages; each page repeats the person. */
export function profileOptions(username: string) {
  return infiniteQueryOptions({
    queryKey: ['profile', username.toLowerCase()],
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.getProfile, { params: { username }, query: { last_id: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.posts.length < limits.page.grid ? undefined : page.posts.at(-1)?.post_id),
  });
}

interface ProfileChange {
  name: string;
  bio: string;
  removedProfile: 'true' | 'false';
  profile_pic?: readonly File[];
}

/** Section 7, POST /v1/profile; the answer is kept in the local storage. */
export async function updateProfile(change: ProfileChange): Promise<User> {
  const { user } = await call(endpoints.updateProfile, { form: change });
  storeUser(user);
  return user;
}
