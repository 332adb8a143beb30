import type { Site } from '@hubbub/contract/features/site/site.shapes.ts';
import { type FormEvent, useState } from 'react';
import { policies } from '#features/site/site.rules.ts';
import { useUpdateSite } from '#features/site/team.data.ts';
import { useUnsaved } from '#features/site/use-unsaved.ts';
import { Button } from '#ui/button/Button.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { RadioList } from '#ui/radio-list/RadioList.tsx';
import { toast } from '#ui/toast/toasts.ts';

interface RegistrationFormProps {
  site: Site;
  /** Also asks for domains and whether members may invite. */
  whole?: boolean;
  action: string;
  onSaved?: () => void;
}

/** Who may register. */
export function RegistrationForm({ site, whole = false, action, onSaved }: RegistrationFormProps) {
  const [registration, setRegistration] = useState(site.registration);
  const [domains, setDomains] = useState((site.email_domains ?? []).join(', '));
  const [memberInvites, setMemberInvites] = useState(site.member_invites ?? false);
  const update = useUpdateSite();
  const noteSaved = useUnsaved({ registration, domains, memberInvites });

  function save(event: FormEvent): void {
    event.preventDefault();
    const given = domains.split(/[\s,;]+/).filter((domain) => domain !== '');
    const body = { registration, ...(whole && { email_domains: given, member_invites: memberInvites }) };
    update.mutate(
      { body },
      {
        onSuccess: () => {
          noteSaved();
          toast.success('Changes saved');
          onSaved?.();
        },
      },
    );
  }

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-5">
      <RadioList asCards label="Who may register" value={registration} onChange={setRegistration} options={policies} />
      {whole && (
        <>
          <Checkbox
            label="Members can invite people"
            hint="Otherwise, only admins can."
            checked={memberInvites}
            onCheckedChange={setMemberInvites}
          />
          <TextField
            label="Email domains"
            hint="Only people with an address at one of these domains can register, such as school.example. Leave it empty to accept any address."
            value={domains}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => setDomains(event.target.value)}
          />
        </>
      )}
      <FormError text={update.fault} />
      <Button type="submit" size="lg" pending={update.isPending}>
        {action}
      </Button>
    </form>
  );
}
