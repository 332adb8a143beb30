import { confirmSession as endpoint } from '@hubbub/contract/features/accounts/confirmation.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerConfirm } from '#features/accounts/confirm-store.ts';
import { confirmWithPasskey, passkeysOptions } from '#features/accounts/passkeys.data.ts';
import { canUsePasskeys, passkeyFault } from '#features/accounts/passkeys.rules.ts';
import { confirmSession } from '#features/accounts/totp.data.ts';
import { errorTexts, isHandled, refusalOf } from '#platform/errors.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { PasswordField } from '#ui/field/PasswordField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

/** Confirms with a passkey. */
function PasskeyButton() {
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();

  async function ask(): Promise<void> {
    setPending(true);
    setFault(undefined);
    try {
      await confirmWithPasskey();
      answerConfirm(true);
    } catch (error) {
      const ofBrowser = passkeyFault(error);
      if (typeof ofBrowser === 'string') setFault(ofBrowser);
      else if (ofBrowser === undefined && !isHandled(error)) setFault(errorTexts(error).join('\n'));
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <FormError text={fault} />
      <Button tone="secondary" size="lg" wide pending={pending} onClick={() => void ask()}>
        Use a passkey
      </Button>
    </>
  );
}

/** Asks for the password or a passkey before something that changes who can get into the account. */
export function ConfirmDialog({ onClose }: { onClose: () => void }) {
  const { username } = useCurrentUser();
  const { data: passkeys = [] } = useQuery(passkeysOptions);
  const hasPasskey = passkeys.length > 0 && canUsePasskeys();
  const form = useValidatedForm({
    schema: endpoint.body,
    initial: { password: '' },
    explain: refusalOf,
    onSubmit: async (values) => {
      await confirmSession(values.password ?? '');
      answerConfirm(true);
    },
  });
  return (
    <FormDialog
      title="Confirm that it's you"
      description={`${hasPasskey ? 'Use a passkey or enter your password' : 'Enter your password'} to continue. We won't ask again for 10 minutes.`}
      size="sm"
      action="Continue"
      form={form}
      after={hasPasskey && <PasskeyButton />}
      onClose={onClose}
    >
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" data-autofocus />
    </FormDialog>
  );
}
