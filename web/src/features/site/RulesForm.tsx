import type { Site } from '@hubbub/contract/features/site/site.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { SiteForm } from '#features/site/SiteForm.tsx';
import { proposedRules } from '#features/site/site.rules.ts';
import { Button } from '#ui/button/Button.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

const { rules: bounds } = limits.site;

interface RulesFormProps {
  site: Site;
  action: string;
  onSaved?: () => void;
}

/** The site's rules. A site without any gets three to start from. */
export function RulesForm({ site, action, onSaved }: RulesFormProps) {
  const next = useRef(0);
  const withKey = (text: string) => {
    next.current += 1;
    return { key: next.current, text };
  };
  const [rules, setRules] = useState(() => (site.rules.length > 0 ? site.rules : proposedRules).map(withKey));
  const [tick, setTick] = useState(site.rules_tick);
  const change = (key: number, text: string) =>
    setRules((before) => before.map((rule) => (rule.key === key ? { key, text } : rule)));

  const texts = rules.map(({ text }) => text);
  const written = texts.map((text) => text.trim()).filter((text) => text !== '');

  return (
    <SiteForm
      values={{ texts, tick }}
      change={() => ({ body: { rules: written, rules_tick: tick } })}
      action={action}
      onSaved={onSaved}
    >
      {rules.map(({ key, text }, index) => (
        <div key={key} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <TextArea
              label={`Rule ${index + 1}`}
              rows={2}
              grows
              value={text}
              maxLength={bounds.text}
              onChange={(event) => change(key, event.target.value)}
            />
          </div>
          <IconButton
            label={`Remove rule ${index + 1}`}
            onClick={() => setRules((before) => before.filter((rule) => rule.key !== key))}
          >
            <Trash2 size={18} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {rules.length < bounds.max && (
        <Button
          tone="secondary"
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => setRules((before) => [...before, withKey('')])}
        >
          Add a rule
        </Button>
      )}
      <Checkbox
        label="People accept the rules when they join"
        hint="They always see them. With this, they also tick that they accept them, and can't join otherwise."
        checked={tick}
        onCheckedChange={setTick}
      />
    </SiteForm>
  );
}
