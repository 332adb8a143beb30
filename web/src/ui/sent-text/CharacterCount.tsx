import { cx } from '#ui/cx.ts';

interface CharacterCountProps {
  /** For the `aria-describedby` of the field. */
  id: string;
  /** How many more may be typed; negative if there are too many. */
  left: number;
  /** Appears when this many are left. */
  near: number;
  className?: string | undefined;
}

/** Below a field: how many characters are left, once that's few. */
export function CharacterCount({ id, left, near, className = 'px-1' }: CharacterCountProps) {
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
