import type { Ban } from '@hubbub/contract/features/communities/bans.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/communities/bans.endpoints.ts';
import type { EndpointInput } from '@hubbub/contract/platform/endpoint.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { infiniteQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { communityKey } from '#features/communities/communities.data.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

/** A community's bans, newest first, or those of people matching a text, one page at a time. For holders of ban:users. */
export function bansOptions(handle: string, query = '') {
  return infiniteQueryOptions({
    queryKey: communityKey(handle, 'bans', query),
    queryFn: async ({ pageParam, signal }) => {
      const page = { size: limits.page.bans, before: pageParam, ...(query !== '' && { query }) };
      return (await call(endpoints.listBans, { params: { handle }, query: page }, { signal })).bans;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Ban[]) => (page.length < limits.page.bans ? undefined : page.at(-1)?.ban_id),
    // The previous list stays while a search is running, but never another community's list.
    placeholderData: (previous, of) => (of?.queryKey[1] === handle.toLowerCase() ? previous : undefined),
  });
}

function refetch(client: QueryClient, handle: string): void {
  for (const part of ['bans', 'members', 'self']) {
    void client.invalidateQueries({ queryKey: communityKey(handle, part) });
  }
}

/** Bans a person. */
export function useBanMember(handle: string) {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: ({ username, ...body }: { username: string } & EndpointInput<typeof endpoints.banMember>['body']) =>
      call(endpoints.banMember, { params: { handle, username }, body }),
    onSuccess: () => refetch(client, handle),
  });
}

function usePutOut(handle: string, endpoint: typeof endpoints.unbanMember | typeof endpoints.removeMember) {
  const client = useQueryClient();
  return useChange({
    mutationFn: (username: string) => call(endpoint, { params: { handle, username } }),
    fails: 'alert',
    onSettled: () => refetch(client, handle),
  });
}

/** Lifts a ban, so that the person may come back. */
export const useLiftBan = (handle: string) => usePutOut(handle, endpoints.unbanMember);

/** Removes a member, who may come back. */
export const useRemoveMember = (handle: string) => usePutOut(handle, endpoints.removeMember);
