import { useId } from 'react';

interface RuleChoiceProps {
  rules: readonly string[];
  value: number | null;
  onChange: (rule: number | null) => void;
}

/** The rule that was broken, or none. */
export function RuleChoice({ rules, value, onChange }: RuleChoiceProps) {
  const id = useId();
  if (rules.length === 0) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        Rule
      </label>
      <select
        id={id}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
        className="min-h-11 w-full rounded-control border border-line-strong bg-surface px-3 text-base"
      >
        <option value="">No particular rule</option>
        {rules.map((rule, index) => (
          <option key={rule} value={index + 1}>
            {`${index + 1}. ${rule}`}
          </option>
        ))}
      </select>
    </div>
  );
}
