import { cx } from '#ui/cx.ts';

interface LettersLeftProps {
  /** For the `aria-describedby` of the field. */
  id: string;
  /** How many more may be typed; negative if there are too many. */
  left: number;
  /** Appears when this many are left. */
  near: number;
  className?: string | undefined;
}

/** Below a field: how many characters are left, once that's few. */
export function LettersLeft({ id, left, near, className = 'px-1' }: LettersLeftProps) {
  return (
    <p
      id={id}
      aria-live="polite"
      className={cx(
        'text-right text-xs tabular',
        className,
        left > near && 'hidden',
        left < 0 ? 'text-danger-text' : 'text-muted',
      )}
    >
      {left < 0 ? `${-left} over the limit` : `${left} left`}
    </p>
  );
}
