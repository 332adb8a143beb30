import { registrationPolicy, type Site, siteChange } from '@hubbub/contract/features/site/site.shapes.ts';
import { z } from 'zod';
import { SiteForm } from '#features/site/SiteForm.tsx';
import { policies } from '#features/site/site.rules.ts';
import { useSiteForm } from '#features/site/use-site-form.ts';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { RadioList } from '#ui/radio-list/RadioList.tsx';

const schema = z.object({
  registration: registrationPolicy,
  member_invites: z.boolean(),
  email_domains: z
    .string()
    .transform((text): unknown => text.split(/[\s,;]+/).filter((domain) => domain !== ''))
    .pipe(siteChange.shape.email_domains),
});

interface RegistrationFormProps {
  site: Site;
  /** Also asks for domains and whether members may invite. */
  whole?: boolean;
  action: string;
  onSaved?: () => void;
}

/** Who may register. */
export function RegistrationForm({ site, whole = false, action, onSaved }: RegistrationFormProps) {
  const validated = useSiteForm({
    schema,
    initial: {
      registration: site.registration,
      member_invites: site.member_invites ?? false,
      email_domains: (site.email_domains ?? []).join(', '),
    },
    carried: ['registration', 'member_invites'],
    change: ({ registration, ...more }) => ({ body: { registration, ...(whole && more) } }),
    onSaved: () => onSaved?.(),
  });
  const { field, form } = validated;

  return (
    <SiteForm form={validated} action={action}>
      <RadioList
        asCards
        label="Who may register"
        value={form.watch('registration')}
        onChange={(policy) => form.setValue('registration', policy)}
        options={policies}
      />
      {whole && (
        <>
          <Checkbox
            label="Members can invite people"
            hint="Otherwise, only admins can."
            checked={form.watch('member_invites')}
            onCheckedChange={(checked) => form.setValue('member_invites', checked)}
          />
          <TextField
            {...field('email_domains')}
            label="Email domains"
            hint="Only people with an address at one of these domains can register, such as school.example. Leave it empty to accept any address."
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        </>
      )}
    </SiteForm>
  );
}
