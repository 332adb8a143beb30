import { cx } from '#ui/cx.ts';

/** A text's length and limit, in code points, for the end of its label's row. */
export function LengthCount({ length, max }: { length: number; max: number }) {
  return (
    <span className={cx(length > max && 'font-semibold text-danger-text')}>
      {length} / {max}
    </span>
  );
}
