import * as endpoints from '@hubbub/contract/features/accounts/confirmation.endpoints.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { withConfirm } from '#features/accounts/confirm-store.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

/** Whether the person logs in with one-time codes. */
export const totpOptions = queryOptions({
  queryKey: ['security', 'totp'],
  queryFn: ({ signal }) => call(endpoints.readTotp, {}, { signal }),
});

/** Confirms this session with the password, for ten minutes. */
export const useConfirmSession = () =>
  useChange({
    fails: 'here',
    mutationFn: (password: string) => call(endpoints.confirmSession, { body: { password } }),
  });

/** Gets a secret for an authenticator app. */
export const usePrepareTotp = (onSuccess: (prepared: { secret: string; uri: string }) => void) =>
  useChange({ fails: 'here', mutationFn: () => withConfirm(() => call(endpoints.prepareTotp)), onSuccess });

/** Turns codes on, or makes new recovery codes. Resolves to the recovery codes. */
export function useEnableTotp() {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: async (code: string) =>
      (await withConfirm(() => call(endpoints.enableTotp, { body: { code } }))).recovery_codes,
    onSuccess: () => void client.invalidateQueries({ queryKey: ['security'] }),
  });
}

/** Turns codes off. */
export function useDisableTotp() {
  const client = useQueryClient();
  return useChange({
    undone: 'one-time codes are still on',
    mutationFn: () => withConfirm(() => call(endpoints.disableTotp)),
    onSuccess: () => client.invalidateQueries({ queryKey: ['security'] }),
  });
}
