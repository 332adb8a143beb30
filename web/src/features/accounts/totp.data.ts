import * as endpoints from '@hubbub/contract/features/accounts/confirmation.endpoints.ts';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { withConfirm } from '#features/accounts/confirm-store.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

/** Whether the person logs in with one-time codes. */
export const totpOptions = queryOptions({
  queryKey: ['security', 'totp'],
  queryFn: ({ signal }) => call(endpoints.readTotp, {}, { signal }),
});

/** Confirms this session with the password, for ten minutes. */
export async function confirmSession(password: string): Promise<void> {
  await call(endpoints.confirmSession, { body: { password } });
}

/** Gets a secret for an authenticator app. */
export const prepareTotp = () => withConfirm(() => call(endpoints.prepareTotp));

/** Turns codes on, or makes new recovery codes. @returns the recovery codes */
export async function enableTotp(client: QueryClient, code: string): Promise<string[]> {
  const { recovery_codes } = await withConfirm(() => call(endpoints.enableTotp, { body: { code } }));
  void client.invalidateQueries({ queryKey: ['security'] });
  return recovery_codes;
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
