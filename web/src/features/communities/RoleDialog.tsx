import {
  createRole as endpoint,
  type Permission,
  permissionNames,
  type Role,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useMemo } from 'react';
import { useCreateRole } from '#features/communities/communities.data.ts';
import { useUpdateRole } from '#features/communities/settings.data.ts';
import { formDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

const permissions = Object.entries(permissionNames) as [Permission, string][];

interface RoleDialogProps {
  handle: string;
  /** The person's own permissions; they can't grant any others. */
  mine: readonly Permission[];
  /** The role to change; a new one is created without it. */
  role?: Role | undefined;
  onClose: () => void;
  onSaved: (role: Role) => void;
}

/** Creates a role with a name and some of the permissions, or changes one. */
export default function RoleDialog({ handle, mine, role: given, onClose, onSaved }: RoleDialogProps) {
  const { mutateAsync: create } = useCreateRole(handle);
  const { mutateAsync: update } = useUpdateRole(handle);
  const draft = useMemo(() => formDraft(`role:${given?.role_id ?? handle}`, ['name']), [handle, given]);
  const validated = useValidatedForm({
    schema: endpoint.body,
    initial: { name: given?.name ?? '', permissions: given?.permissions ?? ([] as Permission[]) },
    carried: ['permissions'],
    draft,
    fails: 'here',
    explain: refusalOf,
    onSubmit: async (values) => {
      const role = await (given === undefined ? create(values) : update({ role_id: given.role_id, ...values }));
      draft.forget();
      onSaved(role);
    },
  });
  const { field, form } = validated;
  const chosen = form.watch('permissions') ?? [];
  return (
    <FormDialog
      keepsDraft
      title={given === undefined ? 'Create a role' : `Change ${given.name}`}
      action={given === undefined ? 'Create Role' : 'Save'}
      form={validated}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
