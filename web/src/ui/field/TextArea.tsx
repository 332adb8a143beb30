import type { ComponentProps } from 'react';
import { cx } from '#ui/cx.ts';
import { controlClasses, Field, type FieldTexts } from '#ui/field/Field.tsx';

interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'className'> {
  /** Grows with its text instead of scrolling. */
  grows?: boolean | undefined;
}

/** A multi-line field. */
export function TextArea({
  id,
  label,
  hint,
  error,
  hideLabel,
  aside,
  grows = false,
  rows = 4,
  ...area
}: TextAreaProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} hideLabel={hideLabel} aside={aside}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          rows={rows}
          // A growing field starts at the height of its rows; 1.5rem is its padding.
          style={grows ? { minHeight: `calc(${rows}lh + 1.5rem)` } : undefined}
          className={cx(
            controlClasses,
            'block resize-y px-3.5 py-3',
            grows && 'field-sizing-content max-h-[60dvh] resize-none',
          )}
        />
      )}
    </Field>
  );
}
