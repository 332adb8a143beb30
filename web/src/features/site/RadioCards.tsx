import { RadioGroup } from 'radix-ui';
import { useId } from 'react';

interface RadioCardsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: string; hint: string }[];
}

/** A choice among a few values, each with a sentence that says what it means. */
export function RadioCards<T extends string>({ label, value, onChange, options }: RadioCardsProps<T>) {
  const id = useId();
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className="flex flex-col gap-2"
    >
      {options.map(({ value: own, label: text, hint }) => (
        <RadioGroup.Item
          key={own}
          value={own}
          aria-labelledby={`${id}-${own}`}
          aria-describedby={`${id}-${own}-hint`}
          className="group flex min-h-14 items-center gap-3 rounded-control border border-line bg-raised px-4 py-2 text-left hover:border-line-strong data-[state=checked]:border-accent-text"
        >
          <span
            aria-hidden="true"
            className="inline-flex size-5 shrink-0 items-center justify-center rounded-full border-2 border-line-strong group-data-[state=checked]:border-accent-text"
          >
            <RadioGroup.Indicator className="size-2.5 rounded-full bg-accent-text" />
          </span>
          <span className="min-w-0">
            <span id={`${id}-${own}`} className="block font-semibold">
              {text}
            </span>
            <span id={`${id}-${own}-hint`} className="block text-muted text-sm">
              {hint}
            </span>
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
