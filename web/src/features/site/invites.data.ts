import * as endpoints from '@hubbub/contract/features/site/joining.endpoints.ts';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, call } from '#platform/api-client.ts';
import { type Failure, useChange } from '#platform/change.ts';

/** What an invite's link leads to. */
export const inviteOptions = (code: string) =>
  queryOptions({
    queryKey: ['invite', code],
    queryFn: async ({ signal }) => (await call(endpoints.readInvite, { params: { code } }, { signal })).invite,
    staleTime: 60_000,
  });

const invitesKey = ['invites'];

/** The caller's invites, to the site and to communities or to one community, newest first; everybody's for admins. */
export const invitesOptions = (community?: string) =>
  infiniteQueryOptions({
    queryKey: community === undefined ? invitesKey : [...invitesKey, community.toLowerCase()],
    queryFn: ({ pageParam, signal }) =>
      call(
        endpoints.listInvites,
        { query: { community_handle: community, ...(pageParam !== '' && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export function useCreateInvite(fails: Failure['fails']) {
  const client = useQueryClient();
  return useChange({
    fails,
    mutationFn: async (body: BodyOf<typeof endpoints.createInvite>) =>
      (await call(endpoints.createInvite, { body })).invite,
    onSuccess: () => client.invalidateQueries({ queryKey: invitesKey }),
  });
}

export function useWithdrawInvite() {
  const client = useQueryClient();
  return useChange({
    undone: 'the invite still works',
    mutationFn: (invite_id: string) => call(endpoints.deleteInvite, { params: { invite_id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: invitesKey }),
  });
}
