import * as emails from '@hubbub/contract/features/accounts/email.endpoints.ts';
import * as names from '@hubbub/contract/features/accounts/usernames.endpoints.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { withConfirm } from '#features/accounts/confirm-store.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

/** Requests a change of address; the new one gets a link. */
export const useRequestEmailChange = () =>
  useChange({
    fails: 'here',
    mutationFn: (email: string) => withConfirm(() => call(emails.requestEmailChange, { body: { email } })),
  });

/** Completes a change of address with its link. */
export const useCompleteEmailChange = (token: string, onSuccess: () => Promise<void>) =>
  useChange({ fails: 'here', mutationFn: () => call(emails.completeEmailChange, { body: { token } }), onSuccess });

/** Brings an old address back. @returns the token for setting a new password */
export const useUndoEmailChange = () =>
  useChange({
    fails: 'here',
    mutationFn: async (token: string) => (await call(emails.undoEmailChange, { body: { token } })).reset_token.token,
  });

/** The person's former usernames, and when they can change theirs again. */
export const usernamesOptions = queryOptions({
  queryKey: ['usernames'],
  queryFn: async ({ signal }) => (await call(names.readUsernames, {}, { signal })).usernames,
});

/** Sets whether former usernames lead to the person. */
export function useKeepUsernames() {
  const client = useQueryClient();
  return useChange({
    undone: 'your old usernames stay as they were',
    mutationFn: async (keep: boolean) => (await call(names.keepUsernames, { body: { keep } })).usernames,
    onSuccess: (usernames) => client.setQueryData(usernamesOptions.queryKey, usernames),
  });
}
