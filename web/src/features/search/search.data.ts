import type { Found, FoundKind } from '@hubbub/contract/features/search/search.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/search/search.endpoints.ts';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';

/** How many of each kind are shown where there are several kinds. */
const fewer = 3;
const page = 20;

/** Only a list that's shown alone loads more pages. */
const isAlone = (kinds: readonly FoundKind[]) => kinds.length === 1;

/** What a query finds, of some kinds: the first of each, or one kind in pages. @param room the only room to look in */
export function findOptions(query: string, kinds: readonly FoundKind[], room?: string) {
  return infiniteQueryOptions({
    queryKey: ['found', query, kinds.join(','), room],
    queryFn: async ({ pageParam, signal }) => {
      const size = isAlone(kinds) ? page : fewer;
      const asked = { query, in: kinds.join(','), size, before: pageParam, room };
      return await call(endpoints.find, { query: asked }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Found) => (isAlone(kinds) ? (next[kinds[0] as FoundKind] ?? undefined) : undefined),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    // Results must be current, so they're never taken from the cache alone.
    staleTime: 0,
    gcTime: 60_000,
  });
}
