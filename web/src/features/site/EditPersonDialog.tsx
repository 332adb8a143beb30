import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { useState } from 'react';
import { useChangePerson } from '#features/site/people.data.ts';
import { ApiError } from '#platform/errors.ts';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { toast } from '#ui/toast/toasts.ts';

const fieldNames = ['name', 'username', 'email'] as const;

/** Changes somebody's name, username or email. */
export function EditPersonDialog({ person, onClose }: { person: SitePerson; onClose: () => void }) {
  const before = { name: person.user.name ?? '', username: person.user.username, email: person.email ?? '' };
  const [given, setGiven] = useState(before);
  const change = useChangePerson();
  const faults = change.error instanceof ApiError ? change.error.fields : {};
  const isElsewhere = change.error !== null && !fieldNames.some((name) => name in faults);

  function save(): void {
    const { name, username, email } = given;
    const body = {
      ...(name !== before.name && { name: name.trim() === '' ? null : name }),
      ...(username !== before.username && { username: username.trim() }),
      ...(email !== before.email && { email: email.trim() === '' ? null : email.trim() }),
    };
    if (Object.keys(body).length === 0) {
      onClose();
      return;
    }
    change.mutate(
      { username: before.username, body },
      {
        onSuccess: () => {
          toast.success('Changes saved');
          onClose();
        },
      },
    );
  }

  const field = (name: (typeof fieldNames)[number]) => ({
    value: given[name],
    error: faults[name],
    onChange: ({ target }: { target: { value: string } }) => setGiven({ ...given, [name]: target.value }),
  });

  return (
    <FormDialog
      title={`Edit ${before.username}`}
      description="We'll tell them what you changed."
      action="Save"
      pending={change.isPending}
      error={isElsewhere ? change.fault : undefined}
      hasCancel
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" {...field('name')} />
      <TextField
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="The old one leads to them for 90 days."
        {...field('username')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        hint="It counts as confirmed. Leave it empty for somebody without one."
        {...field('email')}
      />
    </FormDialog>
  );
}
