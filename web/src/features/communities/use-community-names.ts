import { useInfiniteQuery } from '@tanstack/react-query';
import { joinedOptions } from '#features/communities/communities.data.ts';

/** A community's name by its handle, as far as it's known: of those the person is in. */
export type NameOf = (handle: string) => string;

export function useCommunityNames(): NameOf {
  const { data } = useInfiniteQuery(joinedOptions);
  return (handle) => data?.pages.flat().find(({ community_handle }) => community_handle === handle)?.name ?? handle;
}
