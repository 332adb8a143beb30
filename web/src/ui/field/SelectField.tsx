import { ChevronDown } from 'lucide-react';
import { cx } from '#ui/cx.ts';
import { controlClasses, Field } from '#ui/field/Field.tsx';

interface SelectFieldProps {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}

/** A choice among a few values, as the system's own list: on a phone it's the one people know. */
export function SelectField({ label, hint, value, onChange, options }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={cx(controlClasses, 'h-12 appearance-none truncate pr-10 pl-3.5')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            size={18}
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </Field>
  );
}
