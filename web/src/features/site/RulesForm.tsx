import type { Site } from '@hubbub/contract/features/site/site.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { z } from 'zod';
import { SiteForm } from '#features/site/SiteForm.tsx';
import { proposedRules } from '#features/site/site.rules.ts';
import { useSiteForm } from '#features/site/use-site-form.ts';
import { Button } from '#ui/button/Button.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

const { rules: bounds } = limits.site;

const schema = z.object({
  rules: z
    .array(z.object({ text: z.string().trim() }))
    .transform((rules) => rules.flatMap(({ text }) => (text === '' ? [] : [text]))),
  rules_tick: z.boolean(),
});

interface RulesFormProps {
  site: Site;
  action: string;
  onSaved?: () => void;
}

/** The site's rules. A site without any gets three to start from. */
export function RulesForm({ site, action, onSaved }: RulesFormProps) {
  const texts = site.rules.length > 0 ? site.rules : proposedRules;
  const validated = useSiteForm({
    schema,
    initial: { rules: texts.map((text) => ({ text })), rules_tick: site.rules_tick },
    carried: ['rules', 'rules_tick'],
    change: (body) => ({ body }),
    onSaved: () => onSaved?.(),
  });
  const { form } = validated;
  const { fields: rules, append, remove } = useFieldArray({ control: form.control, name: 'rules' });

  return (
    <SiteForm form={validated} action={action}>
      {rules.map(({ id }, index) => (
        <div key={id} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <TextArea
              {...form.register(`rules.${index}.text`)}
              label={`Rule ${index + 1}`}
              rows={2}
              grows
              maxLength={bounds.text}
            />
          </div>
          <IconButton label={`Remove rule ${index + 1}`} onClick={() => remove(index)}>
            <Trash2 size={18} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {rules.length < bounds.max && (
        <Button tone="secondary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => append({ text: '' })}>
          Add a rule
        </Button>
      )}
      <Checkbox
        label="People accept the rules when they join"
        hint="They always see them. With this, they also tick that they accept them, and can't join otherwise."
        checked={form.watch('rules_tick')}
        onCheckedChange={(checked) => form.setValue('rules_tick', checked)}
      />
    </SiteForm>
  );
}
