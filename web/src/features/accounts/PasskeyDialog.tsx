import { renamePasskey as endpoint } from '@hubbub/contract/features/accounts/passkeys.endpoints.ts';
import type { Passkey } from '@hubbub/contract/features/accounts/passkeys.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useRenamePasskey } from '#features/accounts/passkeys.data.ts';
import { refusalOf } from '#platform/errors.ts';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

/** Names a passkey. */
export function PasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { mutateAsync: rename } = useRenamePasskey(passkey.passkey_id);
  const form = useValidatedForm({
    schema: endpoint.body,
    initial: { name: passkey.name },
    explain: refusalOf,
    onSubmit: async ({ name }) => {
      await rename(name);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Name your passkey"
      description="A name helps you tell your passkeys apart, for example by the device they're on."
      size="sm"
      action="Save"
      form={form}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" maxLength={limits.passkey.name} data-autofocus />
    </FormDialog>
  );
}
