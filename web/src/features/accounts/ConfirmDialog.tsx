import { confirmSession as endpoint } from '@hubbub/contract/features/accounts/confirmation.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { answerConfirm } from '#features/accounts/confirm-store.ts';
import { passkeyError, passkeysOptions, useConfirmWithPasskey } from '#features/accounts/passkeys.data.ts';
import { canUsePasskeys } from '#features/accounts/passkeys.rules.ts';
import { useConfirmSession } from '#features/accounts/totp.data.ts';
import { refusalOf } from '#platform/errors.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { PasswordField } from '#ui/field/PasswordField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

/** Confirms with a passkey. */
function PasskeyButton() {
  const confirm = useConfirmWithPasskey(() => answerConfirm(true));
  return (
    <>
      <FormError text={passkeyError(confirm.error)} />
      <Button tone="secondary" size="lg" wide pending={confirm.isPending} onClick={() => confirm.mutate()}>
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
  const { mutateAsync: confirmSession } = useConfirmSession();
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
