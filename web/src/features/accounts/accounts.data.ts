import * as endpoints from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '#platform/api-client.ts';
import { clearDrafts } from '#platform/drafts.ts';
import { pathTo } from '#platform/paths.ts';
import { clearSession, storeUser } from '#platform/session.ts';

/** The caller as the server knows it. Reading it checks the session: a 401 leads to log-in. */
export const ownUserOptions = queryOptions({
  queryKey: ['own-user'],
  queryFn: async ({ signal }) => {
    const { user } = await call(endpoints.getOwnUser, {}, { signal });
    storeUser(user);
    return user;
  },
  staleTime: 5 * 60_000,
});

/** Section 4: calls the logout endpoint, then clears all local storage and goes to log-in. */
export function useLogOut() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(endpoints.logOut),
    onSuccess: () => {
      clearDrafts();
      clearSession();
      void navigate(pathTo('login'), { replace: true });
    },
  });
}
