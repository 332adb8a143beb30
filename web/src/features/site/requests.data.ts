import * as endpoints from '@hubbub/contract/features/site/joining.endpoints.ts';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { overviewOptions } from '#features/site/team.data.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

const requestsKey = ['site-requests'];

/** People who wait for approval, newest first. */
export const requestsOptions = infiniteQueryOptions({
  queryKey: requestsKey,
  queryFn: ({ pageParam, signal }) =>
    call(endpoints.listRequests, { query: { ...(pageParam !== '' && { before: pageParam }) } }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
});

export function useDecideRequest() {
  const client = useQueryClient();
  return useChange({
    undone: 'nothing was decided. Somebody else may have been faster',
    mutationFn: ({ username, decision }: { username: string; decision: 'accept' | 'refuse' }) =>
      call(endpoints.decideRequest, { params: { username }, body: { decision } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: requestsKey }),
        client.invalidateQueries({ queryKey: overviewOptions.queryKey }),
      ]),
  });
}
