import { confirmSession as endpoint } from '@hubbub/contract/features/accounts/confirmation.endpoints.ts';
import { useId } from 'react';
import { answerConfirm } from '#features/accounts/confirm-store.ts';
import { confirmSession } from '#features/accounts/totp.data.ts';
import { refusalOf } from '#platform/errors.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { PasswordField } from '#ui/field/PasswordField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

/** Asks for the password before something that changes who can get into the account. */
export function ConfirmDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const { username } = useCurrentUser();
  const { submit, field, error, pending } = useValidatedForm({
    schema: endpoint.body,
    initial: { password: '' },
    explain: refusalOf,
    onSubmit: async (values) => {
      await confirmSession(values.password);
      answerConfirm(true);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Confirm that it's you"
      description="Enter your password to continue. We won't ask again for 10 minutes."
      size="sm"
      footer={
        <Button type="submit" form={formId} size="lg" wide pending={pending}>
          Continue
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" data-autofocus />
        <FormError text={error} />
      </form>
    </Dialog>
  );
}
