import { type Site, secondFactorPolicy } from '@hubbub/contract/features/site/site.shapes.ts';
import { z } from 'zod';
import { SiteForm } from '#features/site/SiteForm.tsx';
import { useSiteForm } from '#features/site/use-site-form.ts';
import { RadioList } from '#ui/radio-list/RadioList.tsx';

const policies = [
  { value: 'admins', label: 'Owners and admins', hint: 'They can change the site and reset passwords.' },
  { value: 'team', label: 'The whole team', hint: 'Moderators too, who see reports.' },
  { value: 'nobody', label: 'Nobody', hint: "Anyone who guesses a team member's password can do what they can." },
] as const;

const schema = z.object({ second_factor: secondFactorPolicy });

/** Who on the team needs a second factor. */
export function SecondFactorForm({ site }: { site: Site }) {
  const validated = useSiteForm({
    schema,
    initial: { second_factor: site.second_factor ?? 'admins' },
    carried: ['second_factor'],
    change: (body) => ({ body }),
  });
  const { form } = validated;
  return (
    <SiteForm form={validated}>
      <p className="text-muted text-sm">
        With a second factor, a password alone isn't enough to log in. People without one have seven days from our
        notice; then their team rights pause until they set one up.
      </p>
      <RadioList
        asCards
        label="Who needs a second factor"
        value={form.watch('second_factor')}
        onChange={(policy) => form.setValue('second_factor', policy)}
        options={policies}
      />
    </SiteForm>
  );
}
