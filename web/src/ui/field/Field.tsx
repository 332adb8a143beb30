import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '#ui/cx.ts';

export interface FieldTexts {
  label: string;
  /** A sentence below the field: what to write, or a limit. */
  hint?: string | undefined;
  /** The error, if any. Announced when it appears. */
  error?: string | undefined;
  /** Only screen readers get the label; or only they on phones. */
  hideLabel?: boolean | 'on phones' | undefined;
  /** The label stands beside the control. */
  beside?: boolean | undefined;
  /** Shown at the end of the label's row, for example a count or "optional". */
  aside?: ReactNode;
}

export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** The styles shared by fields. `:read-only` would match every select and button as well. */
export const controlClasses = cx(
  'w-full rounded-control border bg-raised text-base text-text transition-[border-color,box-shadow]',
  'border-line-strong hover:border-muted focus:border-accent-text focus:outline-2 focus:outline-accent-text focus:-outline-offset-1',
  'aria-invalid:border-danger-text [&[readonly]]:border-line [&[readonly]]:bg-transparent [&[readonly]]:text-muted disabled:cursor-not-allowed disabled:opacity-60',
);

interface FieldProps extends FieldTexts {
  id?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** Label, control, hint and error in a fixed order, associated for screen readers. */
export function Field({ id, label, hint, error, hideLabel = false, beside = false, aside, children }: FieldProps) {
  const own = useId();
  const controlId = id ?? own;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const described = cx(hint !== undefined && hintId, error !== undefined && errorId);
  const hidden = hideLabel && (hideLabel === 'on phones' ? 'max-sm:sr-only' : 'sr-only');
  return (
    <div className={cx('flex', beside ? 'items-center gap-3' : 'flex-col gap-1.5')}>
      <div
        className={cx('flex items-baseline justify-between gap-3', beside && 'shrink-0', aside === undefined && hidden)}
      >
        <label htmlFor={controlId} className={cx('font-medium text-sm text-text', hidden)}>
          {label}
        </label>
        {aside !== undefined && <span className="text-muted text-xs tabular">{aside}</span>}
      </div>
      {children({
        id: controlId,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={hintId} className="text-muted text-xs">
          {hint}
        </p>
      )}
      <p
        id={errorId}
        role={error === undefined ? undefined : 'alert'}
        className={cx('flex items-start gap-1.5 text-danger-text text-sm', error === undefined && 'hidden')}
      >
        <CircleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span className="whitespace-pre-line">{error}</span>
      </p>
    </div>
  );
}
