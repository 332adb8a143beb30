import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { z } from 'zod';
import { useChangePerson } from '#features/site/people.data.ts';
import { refusalOf } from '#platform/errors.ts';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { toast } from '#ui/toast/toasts.ts';

/** An empty name or email is sent as null; the server validates what changed. */
const schema = z.object({
  name: z.string().transform((name) => (name.trim() === '' ? null : name)),
  username: z.string().trim(),
  email: z
    .string()
    .trim()
    .transform((email) => (email === '' ? null : email)),
});

/** Changes somebody's name, username or email. */
export function EditPersonDialog({ person, onClose }: { person: SitePerson; onClose: () => void }) {
  const { name, username } = person.user;
  const { mutateAsync } = useChangePerson();
  const form = useValidatedForm({
    schema,
    initial: { name: name ?? '', username, email: person.email ?? '' },
    fails: 'here',
    explain: refusalOf,
    onSubmit: async (values) => {
      const body = {
        ...(values.name !== name && { name: values.name }),
        ...(values.username !== username && { username: values.username }),
        ...(values.email !== person.email && { email: values.email }),
      };
      if (Object.keys(body).length > 0) {
        await mutateAsync({ username, body });
        toast.success('Changes saved');
      }
      onClose();
    },
  });

  return (
    <FormDialog
      title={`Edit ${username}`}
      description="We'll tell them what you changed."
      action="Save"
      form={form}
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" {...form.field('name')} />
      <TextField
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="The old one leads to them for 90 days."
        {...form.field('username')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        hint="It counts as confirmed. Leave it empty for somebody without one."
        {...form.field('email')}
      />
    </FormDialog>
  );
}
