import * as endpoints from '@hubbub/contract/features/user-search/user-search.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';

/** The ten people whose usernames and names match best. An outdated search is aborted, so the last answer is the one shown. */
export function userSearchOptions(query: string) {
  return queryOptions({
    queryKey: ['user-search', query],
    queryFn: async ({ signal }) => {
      const { users } = await call(endpoints.searchUsers, { query: { query, size: limits.page.users } }, { signal });
      return users;
    },
    enabled: query !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}
