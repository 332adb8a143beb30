import type { SecondFactorPolicy, Site } from '@hubbub/contract/features/site/site.shapes.ts';
import { type FormEvent, useState } from 'react';
import { useUpdateSite } from '#features/site/team.data.ts';
import { useUnsaved } from '#features/site/use-unsaved.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { RadioList } from '#ui/radio-list/RadioList.tsx';
import { toast } from '#ui/toast/toasts.ts';

const policies = [
  { value: 'admins', label: 'Owners and admins', hint: 'They can change the site and reset passwords.' },
  { value: 'team', label: 'The whole team', hint: 'Moderators too, who see reports.' },
  { value: 'nobody', label: 'Nobody', hint: "Anyone who guesses a team member's password can do what they can." },
] as const;

/** Who in the team needs a second factor. */
export function SecondFactorForm({ site }: { site: Site }) {
  const [policy, setPolicy] = useState<SecondFactorPolicy>(site.second_factor ?? 'admins');
  const update = useUpdateSite();
  const noteSaved = useUnsaved(policy);

  function save(event: FormEvent): void {
    event.preventDefault();
    update.mutate(
      { body: { second_factor: policy } },
      {
        onSuccess: () => {
          noteSaved();
          toast.success('Changes saved');
        },
      },
    );
  }

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-5">
      <p className="text-muted text-sm">
        With a second factor, a password alone isn't enough to log in. People without one have seven days from our
        notice; then their team rights pause until they set one up.
      </p>
      <RadioList asCards label="Who needs a second factor" value={policy} onChange={setPolicy} options={policies} />
      <FormError text={update.fault} />
      <Button type="submit" size="lg" pending={update.isPending}>
        Save
      </Button>
    </form>
  );
}
