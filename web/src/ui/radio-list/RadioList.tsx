import { RadioGroup } from 'radix-ui';
import { useId } from 'react';
import { cx } from '#ui/cx.ts';

interface RadioListProps<T extends string> {
  label: string;
  /** Undefined: nothing is chosen yet. */
  value: T | undefined;
  onChange: (value: T) => void;
  options: readonly { value: T; label: string; hint: string }[];
  /** Each in a card of its own, for a few that weigh more. */
  asCards?: boolean;
}

const cardClasses =
  'min-h-14 border border-line bg-raised px-4 py-2 hover:border-line-strong data-[state=checked]:border-accent-text';
const rowClasses = 'min-h-12 px-2 py-1.5 transition-colors hover:bg-raised';

/** A choice among a few values, each with a sentence that says what it means. */
export function RadioList<T extends string>({ label, value, onChange, options, asCards = false }: RadioListProps<T>) {
  const id = useId();
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value ?? null}
      onValueChange={(next) => onChange(next as T)}
      className={cx('flex flex-col', asCards && 'gap-2')}
    >
      {options.map(({ value: own, label: text, hint }) => (
        <RadioGroup.Item
          key={own}
          value={own}
          aria-labelledby={`${id}-${own}`}
          aria-describedby={`${id}-${own}-hint`}
          className={cx('group flex items-center gap-3 rounded-control text-left', asCards ? cardClasses : rowClasses)}
        >
          <span
            aria-hidden="true"
            className="inline-flex size-5 shrink-0 items-center justify-center rounded-full border-2 border-line-strong group-data-[state=checked]:border-accent-text"
          >
            <RadioGroup.Indicator className="size-2.5 rounded-full bg-accent-text" />
          </span>
          <span className="min-w-0">
            <span id={`${id}-${own}`} className={cx('block', asCards ? 'font-semibold' : 'font-medium')}>
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
