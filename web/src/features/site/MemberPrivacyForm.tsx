import { messagesFrom, type Site } from '@hubbub/contract/features/site/site.shapes.ts';
import { z } from 'zod';
import { SiteForm } from '#features/site/SiteForm.tsx';
import { useSiteForm } from '#features/site/use-site-form.ts';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { RadioList } from '#ui/radio-list/RadioList.tsx';

const senders = [
  { value: 'everyone', label: 'Everyone', hint: 'Anyone on this site can message them.' },
  {
    value: 'known',
    label: 'People they know',
    hint: "People they follow or share a community with. Anyone else's first message waits as a request.",
  },
  { value: 'nobody', label: 'Nobody', hint: 'They can message others, but nobody new can message them.' },
] as const;

const schema = z.object({
  default_messages_from: messagesFrom,
  default_read_marks: z.boolean(),
  default_presence: z.boolean(),
  previews: z.boolean(),
});
const choices = schema.keyof().options;

/** What holds for members until they choose for themselves. */
export function MemberPrivacyForm({ site }: { site: Site }) {
  const validated = useSiteForm({
    schema,
    initial: {
      default_messages_from: site.default_messages_from ?? 'everyone',
      default_read_marks: site.default_read_marks ?? true,
      default_presence: site.default_presence ?? true,
      previews: site.previews,
    },
    carried: choices,
    change: (body) => ({ body }),
  });
  const { form } = validated;
  const box = (name: 'default_read_marks' | 'default_presence' | 'previews') => ({
    checked: form.watch(name),
    onCheckedChange: (checked: boolean) => form.setValue(name, checked),
  });

  return (
    <SiteForm form={validated}>
      <p className="text-muted text-sm">This applies until members choose for themselves in their settings.</p>
      <RadioList
        asCards
        label="Who can message members"
        value={form.watch('default_messages_from')}
        onChange={(senders) => form.setValue('default_messages_from', senders)}
        options={senders}
      />
      <Checkbox
        label="Members show what they've read"
        hint="Members who hide their own don't see anybody else's."
        {...box('default_read_marks')}
      />
      <Checkbox
        label="Members show when they're online"
        hint="Members who hide their own don't see anybody else's."
        {...box('default_presence')}
      />
      <Checkbox
        label="Notifications on members' devices say who wrote what"
        hint="If you turn this off, they only say that there's something new, for everybody. The services of Apple, Google or Mozilla that pass them on can't read them either way."
        {...box('previews')}
      />
    </SiteForm>
  );
}
