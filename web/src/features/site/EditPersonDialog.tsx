import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { type FormEvent, useId, useState } from 'react';
import { useChangePerson } from '#features/site/people.data.ts';
import { ApiError } from '#platform/errors.ts';
import { Button } from '#ui/button/Button.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { toast } from '#ui/toast/toasts.ts';

const fieldNames = ['name', 'username', 'email'] as const;

/** Changes somebody's name, username or email. */
export function EditPersonDialog({ person, onClose }: { person: SitePerson; onClose: () => void }) {
  const formId = useId();
  const before = { name: person.user.name ?? '', username: person.user.username, email: person.email ?? '' };
  const [given, setGiven] = useState(before);
  const change = useChangePerson();
  const faults = change.error instanceof ApiError ? change.error.fields : {};
  const isElsewhere = change.error !== null && !fieldNames.some((name) => name in faults);

  function save(event: FormEvent): void {
    event.preventDefault();
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
    <Dialog
      open
      onOpenChange={onClose}
      title={`Edit ${before.username}`}
      description="We'll tell them what you changed."
      footer={
        <div className="grid grid-cols-2 gap-2">
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} pending={change.isPending}>
            Save
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="flex flex-col gap-4">
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
        <FormError text={isElsewhere ? change.fault : undefined} />
      </form>
    </Dialog>
  );
}
