import { renamePasskey as endpoint } from '@hubbub/contract/features/accounts/passkeys.endpoints.ts';
import type { Passkey } from '@hubbub/contract/features/accounts/passkeys.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { renamePasskey } from '#features/accounts/passkeys.data.ts';
import { refusalOf } from '#platform/errors.ts';
import { Button } from '#ui/button/Button.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

/** Names a passkey. */
export function PasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const formId = useId();
  const client = useQueryClient();
  const { submit, field, error, pending } = useValidatedForm({
    schema: endpoint.body,
    initial: { name: passkey.name },
    explain: refusalOf,
    onSubmit: async ({ name }) => {
      await renamePasskey(client, passkey.passkey_id, name);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Name your passkey"
      description="A name helps you tell your passkeys apart, for example by the device they're on."
      size="sm"
      footer={
        <Button type="submit" form={formId} size="lg" wide pending={pending}>
          Save
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField {...field('name')} label="Name" maxLength={limits.passkey.name} data-autofocus />
        <FormError text={error} />
      </form>
    </Dialog>
  );
}
