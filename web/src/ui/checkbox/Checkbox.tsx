import { Check } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import { type Ref, useId } from 'react';
import { cx } from '#ui/cx.ts';

interface CheckboxProps {
  label: string;
  hint?: string | undefined;
  /** Only screen readers get the label; what's around it says the same. */
  hideLabel?: boolean | undefined;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  name?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** A checkbox with its label; the whole row is clickable. */
export function Checkbox({
  label,
  hint,
  hideLabel = false,
  checked,
  onCheckedChange,
  disabled,
  name,
  ref,
}: CheckboxProps) {
  const id = useId();
  return (
    <div className={cx('flex min-h-12 items-center', hideLabel ? 'relative justify-center' : 'gap-3')}>
      <Primitive.Root
        ref={ref}
        id={id}
        name={name}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(state) => onCheckedChange(state === true)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={cx(
          'relative inline-flex size-6 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-raised text-accent-ink transition-colors',
          'data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-50',
          'pointer-coarse:before:absolute pointer-coarse:before:-inset-3',
        )}
      >
        <Primitive.Indicator>
          <Check size={18} strokeWidth={3} aria-hidden="true" />
        </Primitive.Indicator>
      </Primitive.Root>
      <div className={cx(!hideLabel && 'flex flex-1 flex-col')}>
        <label
          htmlFor={id}
          className={cx(disabled ? 'opacity-50' : 'cursor-pointer', hideLabel ? 'absolute inset-0' : 'py-1 text-base')}
        >
          {hideLabel ? <span className="sr-only">{label}</span> : label}
        </label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </span>
        )}
      </div>
    </div>
  );
}
