import type { Site } from '@hubbub/contract/features/site/site.shapes.ts';
import { useState } from 'react';
import { SiteForm } from '#features/site/SiteForm.tsx';
import { policies } from '#features/site/site.rules.ts';
import type { SiteUpdate } from '#features/site/team.data.ts';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { RadioList } from '#ui/radio-list/RadioList.tsx';

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

  function change(): SiteUpdate {
    const given = domains.split(/[\s,;]+/).filter((domain) => domain !== '');
    return { body: { registration, ...(whole && { email_domains: given, member_invites: memberInvites }) } };
  }

  return (
    <SiteForm values={{ registration, domains, memberInvites }} change={change} action={action} onSaved={onSaved}>
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
    </SiteForm>
  );
}
