import type { Site } from '@hubbub/contract/features/site/site.shapes.ts';
import { RadioGroup } from 'radix-ui';
import { type FormEvent, useId, useState } from 'react';
import { policies, type Registration } from '#features/site/site.rules.ts';
import { faultOf, useUpdateSite } from '#features/site/team.data.ts';
import { Button } from '#ui/button/Button.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { toast } from '#ui/toast/toasts.ts';

function Policies({ value, onChange }: { value: Registration; onChange: (value: Registration) => void }) {
  const id = useId();
  return (
    <RadioGroup.Root
      aria-label="Who may register"
      value={value}
      onValueChange={(next) => onChange(next as Registration)}
      className="flex flex-col gap-2"
    >
      {policies.map(({ value: own, label, hint }) => (
        <RadioGroup.Item
          key={own}
          value={own}
          aria-labelledby={`${id}-${own}`}
          aria-describedby={`${id}-${own}-hint`}
          className="group flex min-h-14 items-center gap-3 rounded-control border border-line bg-raised px-4 py-2 text-left hover:border-line-strong data-[state=checked]:border-accent-text"
        >
          <span
            aria-hidden="true"
            className="inline-flex size-5 shrink-0 items-center justify-center rounded-full border-2 border-line-strong group-data-[state=checked]:border-accent-text"
          >
            <RadioGroup.Indicator className="size-2.5 rounded-full bg-accent-text" />
          </span>
          <span className="min-w-0">
            <span id={`${id}-${own}`} className="block font-semibold">
              {label}
            </span>
            <span id={`${id}-${own}-hint`} className="block text-muted text-sm">
              {hint}
            </span>
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

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

  function save(event: FormEvent): void {
    event.preventDefault();
    const given = domains.split(/[\s,;]+/).filter((domain) => domain !== '');
    const body = { registration, ...(whole && { email_domains: given, member_invites: memberInvites }) };
    update.mutate(
      { body },
      {
        onSuccess: () => {
          toast.success('Changes saved');
          onSaved?.();
        },
      },
    );
  }

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-5">
      <Policies value={registration} onChange={setRegistration} />
      {whole && (
        <>
          <Checkbox
            label="Members may invite people"
            hint="Otherwise only admins do."
            checked={memberInvites}
            onCheckedChange={setMemberInvites}
          />
          <TextField
            label="Email domains"
            hint="Only people with such an address can register, such as school.example. Leave it empty to accept any."
            value={domains}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => setDomains(event.target.value)}
          />
        </>
      )}
      <FormError text={faultOf(update.error)} />
      <Button type="submit" size="lg" pending={update.isPending}>
        {action}
      </Button>
    </form>
  );
}
