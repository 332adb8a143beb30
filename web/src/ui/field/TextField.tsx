import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { controlClasses, Field, type FieldTexts } from '#ui/field/Field.tsx';

export interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'className'> {
  /** An icon or symbol inside the field, before the text. */
  leading?: ReactNode;
  /** A control inside the field, after the text; it's 44 px wide. */
  trailing?: ReactNode;
}

/** A single-line field, 48 px high; accepts the props from react-hook-form's `register`. */
export function TextField({ id, label, hint, error, hideLabel, aside, leading, trailing, ...input }: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} hideLabel={hideLabel} aside={aside}>
      {(control) => (
        <div className="relative">
          {leading !== undefined && (
            <span className="pointer-events-none absolute inset-y-0 left-0 flex w-11 items-center justify-center text-muted">
              {leading}
            </span>
          )}
          <input
            {...input}
            {...control}
            className={cx(
              controlClasses,
              'h-12',
              leading === undefined ? 'pl-3.5' : 'pl-11',
              trailing === undefined ? 'pr-3.5' : 'pr-12',
            )}
          />
          {trailing !== undefined && <span className="absolute inset-y-0 right-0.5 flex items-center">{trailing}</span>}
        </div>
      )}
    </Field>
  );
}
