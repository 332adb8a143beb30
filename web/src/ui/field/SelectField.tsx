import { ChevronDown, type LucideIcon } from 'lucide-react';
import { cx } from '#ui/cx.ts';
import { controlClasses, Field, type FieldTexts } from '#ui/field/Field.tsx';

interface SelectFieldProps extends Pick<FieldTexts, 'label' | 'hint' | 'error' | 'hideLabel' | 'beside'> {
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string; disabled?: boolean }[];
  disabled?: boolean | undefined;
  invalid?: boolean | undefined;
  icon?: LucideIcon;
}

/** A choice among a few values, as the system's own list: on a phone it's the one people know. */
export function SelectField(props: SelectFieldProps) {
  const { value, onChange, options, disabled, invalid = false, icon: Icon, ...texts } = props;
  return (
    <Field {...texts}>
      {(control) => (
        <div className="relative min-w-0 flex-1">
          {Icon && (
            <Icon size={18} aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3 text-muted" />
          )}
          <select
            {...control}
            value={value}
            disabled={disabled}
            aria-invalid={invalid || control['aria-invalid']}
            onChange={(event) => onChange(event.target.value)}
            className={cx(controlClasses, 'h-12 appearance-none truncate pr-10', Icon ? 'pl-9' : 'pl-3.5')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
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
