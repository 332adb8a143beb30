import * as endpoints from '@hubbub/contract/features/accounts/security.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { withConfirm } from '#features/accounts/confirm-store.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { unlessGone } from '#platform/errors.ts';

const sessionsKey = ['security', 'sessions'];

/** Where the person is logged in, this session first. */
export const sessionsOptions = queryOptions({
  queryKey: sessionsKey,
  queryFn: async ({ signal }) => (await call(endpoints.listSessions, {}, { signal })).sessions,
});

/** What happened to the person's account, newest first, a page at a time. */
export const securityLogOptions = infiniteQueryOptions({
  queryKey: ['security', 'log'],
  queryFn: ({ pageParam, signal }) => call(endpoints.listSecurityLog, { query: { before: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ entries }) => (entries.length < limits.page.list ? undefined : entries.at(-1)?._id),
  select: ({ pages }) => pages.flatMap(({ entries }) => entries),
});

/** Ends one of the person's sessions; one that has ended already is gone as well. */
export function useEndSession() {
  const client = useQueryClient();
  return useChange({
    undone: "that device wasn't logged out",
    mutationFn: (session_id: string) => unlessGone(call(endpoints.endSession, { params: { session_id } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['security'] }),
  });
}

/** Ends all of the person's sessions but this one. */
export function useEndOtherSessions() {
  const client = useQueryClient();
  return useChange({
    undone: 'no other device was logged out',
    mutationFn: () => call(endpoints.endOtherSessions),
    onSuccess: () => client.invalidateQueries({ queryKey: ['security'] }),
  });
}

/** Ends a session that wasn't the person's, and every one since, with a mail's link. Resolves to the token for setting a new password. */
export const useDisownByLink = () =>
  useChange({
    fails: 'here',
    mutationFn: async (token: string) => (await call(endpoints.disownSession, { body: { token } })).reset_token.token,
  });

/**
 * Ends one of the person's sessions that wasn't theirs, and every one since but this one. Resolves to the token for setting a new password.
 */
export function useDisownSession() {
  return useChange({
    undone: "that device wasn't logged out",
    mutationFn: (session_id: string) =>
      withConfirm(async () => {
        const { reset_token } = await call(endpoints.disownOwnSession, { params: { session_id } });
        return reset_token.token;
      }),
  });
}
