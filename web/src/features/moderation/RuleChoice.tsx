import { SelectField } from '#ui/field/SelectField.tsx';

interface RuleChoiceProps {
  rules: readonly string[];
  value: number | null;
  onChange: (rule: number | null) => void;
}

/** The rule that was broken, or none. */
export function RuleChoice({ rules, value, onChange }: RuleChoiceProps) {
  if (rules.length === 0) return null;
  return (
    <SelectField
      label="Rule"
      value={value === null ? '' : String(value)}
      onChange={(chosen) => onChange(chosen === '' ? null : Number(chosen))}
      options={[
        { value: '', label: 'No particular rule' },
        ...rules.map((rule, index) => ({ value: String(index + 1), label: `${index + 1}. ${rule}` })),
      ]}
    />
  );
}
