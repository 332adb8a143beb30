import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { useState } from 'react';
import { useSetRole } from '#features/site/people.data.ts';
import { roleChoices } from '#features/site/site.rules.ts';
import { useCurrentUser } from '#platform/session.ts';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { RadioList } from '#ui/radio-list/RadioList.tsx';
import { toast } from '#ui/toast/toasts.ts';

const none = 'none';

/** Gives somebody one of the roles that the caller may give them, or takes theirs. */
export function RoleDialog({ person, onClose }: { person: SitePerson; onClose: () => void }) {
  const { username } = person.user;
  const isOwn = useCurrentUser().username === username;
  const current = person.site_role ?? none;
  const [role, setRole] = useState<(typeof roleChoices)[number]['value']>(current);
  const change = useSetRole();
  const offered = [...person.assignable_roles.map((each) => each ?? none), current];

  function save(): void {
    change.mutate(
      { username, role: role === none ? null : role, isOwn },
      {
        onSuccess: () => {
          toast.success('Changes saved');
          onClose();
        },
      },
    );
  }

  return (
    <FormDialog
      title={`${username}'s role`}
      description={isOwn ? "This is your own role. You can't give it back to yourself." : undefined}
      action="Save"
      tone={isOwn ? 'danger' : 'primary'}
      disabled={role === current}
      form={{ submit: save, error: change.fault, pending: change.isPending }}
      onClose={onClose}
    >
      <RadioList
        asCards
        label="Role"
        value={role}
        onChange={setRole}
        options={roleChoices.filter(({ value }) => offered.includes(value))}
      />
    </FormDialog>
  );
}
