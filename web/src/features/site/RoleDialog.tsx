import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { type FormEvent, useId, useState } from 'react';
import { useSetRole } from '#features/site/people.data.ts';
import { roleChoices } from '#features/site/site.rules.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { RadioList } from '#ui/radio-list/RadioList.tsx';
import { toast } from '#ui/toast/toasts.ts';

const none = 'none';

/** Gives somebody one of the roles that the caller may give them, or takes theirs. */
export function RoleDialog({ person, onClose }: { person: SitePerson; onClose: () => void }) {
  const formId = useId();
  const { username } = person.user;
  const isOwn = useCurrentUser().username === username;
  const current = person.site_role ?? none;
  const [role, setRole] = useState<(typeof roleChoices)[number]['value']>(current);
  const change = useSetRole();
  const offered = [...person.assignable_roles.map((each) => each ?? none), current];

  function save(event: FormEvent): void {
    event.preventDefault();
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
    <Dialog
      open
      onOpenChange={onClose}
      title={`${username}'s role`}
      description={isOwn ? "This is your own role. You can't give it back to yourself." : undefined}
      footer={
        <Button
          wide
          type="submit"
          form={formId}
          tone={isOwn ? 'danger' : 'primary'}
          pending={change.isPending}
          disabled={role === current}
        >
          Save
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="flex flex-col gap-4">
        <RadioList
          asCards
          label="Role"
          value={role}
          onChange={setRole}
          options={roleChoices.filter(({ value }) => offered.includes(value))}
        />
        <FormError text={change.fault} />
      </form>
    </Dialog>
  );
}
