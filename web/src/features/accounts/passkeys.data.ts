import * as confirmation from '@hubbub/contract/features/accounts/confirmation.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/accounts/passkeys.endpoints.ts';
import type { Passkey } from '@hubbub/contract/features/accounts/passkeys.shapes.ts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { withConfirm } from '#features/accounts/confirm-store.ts';
import { passkeyFault } from '#features/accounts/passkeys.rules.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { faultOf, unlessGone } from '#platform/errors.ts';

const passkeysKey = ['security', 'passkeys'];

/** The person's passkeys, newest first. */
export const passkeysOptions = queryOptions({
  queryKey: passkeysKey,
  queryFn: async ({ signal }) => (await call(endpoints.listPasskeys, {}, { signal })).passkeys,
});

/** Has the browser make a passkey, and adds it. Fails with an `ApiError`, or with what the browser's library throws. */
export function useAddPasskey(onAdded: (passkey: Passkey) => void) {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: async () => {
      const options = await withConfirm(() => call(endpoints.preparePasskey));
      const { startRegistration } = await import('@simplewebauthn/browser');
      const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
      const body = await startRegistration({ optionsJSON });
      return (await withConfirm(() => call(endpoints.addPasskey, { body }))).passkey;
    },
    onSuccess: (passkey) => {
      void client.invalidateQueries({ queryKey: ['security'] });
      onAdded(passkey);
    },
  });
}

/** Renames a passkey. */
export function useRenamePasskey(passkey_id: string) {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: (name: string) => call(endpoints.renamePasskey, { params: { passkey_id }, body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysKey }),
  });
}

/** Removes a passkey; one that was removed already is gone as well. */
export function useRemovePasskey() {
  const client = useQueryClient();
  return useChange({
    undone: "the passkey wasn't removed",
    mutationFn: (passkey_id: string) =>
      unlessGone(withConfirm(() => call(endpoints.removePasskey, { params: { passkey_id } }))),
    onSuccess: () => client.invalidateQueries({ queryKey: ['security'] }),
  });
}

/** Confirms this session with one of the person's passkeys, for ten minutes. Fails as `useAddPasskey` does. */
export const useConfirmWithPasskey = (onSuccess: () => void) =>
  useChange({
    fails: 'here',
    mutationFn: async () => {
      const options = await call(endpoints.prepareConfirmation);
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
      await call(confirmation.confirmSession, { body: await startAuthentication({ optionsJSON }) });
    },
    onSuccess,
  });

/** What people read if a passkey couldn't be used: the browser's reason, or the server's. */
export function passkeyError(error: Error | null): string | undefined {
  const ofBrowser = passkeyFault(error);
  return ofBrowser === undefined ? faultOf(error) : (ofBrowser ?? undefined);
}
