import {
  createRole as endpoint,
  type Permission,
  permissionNames,
  type Role,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { createRole } from '#features/communities/communities.data.ts';
import { formDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { Button } from '#ui/button/Button.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

const permissions = Object.entries(permissionNames) as [Permission, string][];

interface CreateRoleDialogProps {
  handle: string;
  /** The person's own permissions; they can't grant any others. */
  mine: readonly Permission[];
  onClose: () => void;
  onCreated: (role: Role) => void;
}

/** Section 6: creates a custom role with a name and some of the permissions. */
export default function CreateRoleDialog({ handle, mine, onClose, onCreated }: CreateRoleDialogProps) {
  const client = useQueryClient();
  const formId = useId();
  const draft = useMemo(() => formDraft(`role:${handle}`, ['name']), [handle]);
  const { submit, field, error, pending, form } = useValidatedForm({
    schema: endpoint.body,
    initial: { name: '', permissions: [] as Permission[] },
    carried: ['permissions'],
    draft,
    explain: refusalOf,
    onSubmit: async (values) => {
      const role = await createRole(client, handle, values);
      draft.forget();
      onCreated(role);
    },
  });
  const chosen = form.watch('permissions') ?? [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Create a role"
      footer={
        <Button type="submit" form={formId} size="lg" wide pending={pending}>
          Create Role
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField {...field('name')} label="Role name" autoComplete="off" dir="auto" data-autofocus />
        <fieldset className="flex flex-col">
          <legend className="mb-1 font-medium text-sm">Permissions</legend>
          {permissions.map(([code, label]) => (
            <Checkbox
              key={code}
              label={label}
              hint={
                mine.includes(code) ? undefined : "You can't grant this permission because you don't have it yourself."
              }
              disabled={!mine.includes(code)}
              checked={chosen.includes(code)}
              onCheckedChange={(on) =>
                form.setValue('permissions', on ? [...chosen, code] : chosen.filter((other) => other !== code), {
                  shouldDirty: true,
                })
              }
            />
          ))}
        </fieldset>
        <FormError text={error} />
      </form>
    </Dialog>
  );
}
