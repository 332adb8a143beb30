import { cx } from '#ui/cx.ts';

interface CountBadgeProps {
  count: number;
  className?: string | undefined;
}

/** A small number for unread items; nothing for 0. Hidden from screen readers, because the label of the element it's on says it. */
export function CountBadge({ count, className }: CountBadgeProps) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent px-1 font-semibold text-[0.6875rem] text-accent-ink leading-none tabular',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
