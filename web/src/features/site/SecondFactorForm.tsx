import type { SecondFactorPolicy, Site } from '@hubbub/contract/features/site/site.shapes.ts';
import { useState } from 'react';
import { SiteForm } from '#features/site/SiteForm.tsx';
import { RadioList } from '#ui/radio-list/RadioList.tsx';

const policies = [
  { value: 'admins', label: 'Owners and admins', hint: 'They can change the site and reset passwords.' },
  { value: 'team', label: 'The whole team', hint: 'Moderators too, who see reports.' },
  { value: 'nobody', label: 'Nobody', hint: "Anyone who guesses a team member's password can do what they can." },
] as const;

/** Who in the team needs a second factor. */
export function SecondFactorForm({ site }: { site: Site }) {
  const [policy, setPolicy] = useState<SecondFactorPolicy>(site.second_factor ?? 'admins');
  return (
    <SiteForm values={policy} change={() => ({ body: { second_factor: policy } })}>
      <p className="text-muted text-sm">
        With a second factor, a password alone isn't enough to log in. People without one have seven days from our
        notice; then their team rights pause until they set one up.
      </p>
      <RadioList asCards label="Who needs a second factor" value={policy} onChange={setPolicy} options={policies} />
    </SiteForm>
  );
}
