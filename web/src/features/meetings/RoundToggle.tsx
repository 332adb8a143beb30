import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '#ui/cx.ts';
import { Tooltip } from '#ui/tooltip/Tooltip.tsx';

interface RoundToggleProps extends Omit<ComponentProps<'button'>, 'className' | 'aria-label'> {
  /** What pressing it will do. */
  label: string;
  icon: LucideIcon;
  /** False is drawn as a warning: the others can't hear or see the person. */
  on: boolean;
  /** Drawn as selected: an open panel, a shared screen. */
  active?: boolean;
  /** Something new is behind it, such as unread messages. */
  marked?: boolean;
  /** It isn't needed on narrow screens. */
  isWide?: boolean;
}

/** A round button in the bar below a meeting: 48 px, or less where they'd need more than the screen's width. */
export function RoundToggle({
  label,
  icon: Icon,
  on,
  active = false,
  marked = false,
  isWide = false,
  ...rest
}: RoundToggleProps) {
  return (
    <Tooltip text={label} side="top">
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={cx(
          'relative aspect-square w-12 items-center justify-center rounded-full border transition-colors disabled:opacity-50',
          isWide ? 'hidden sm:inline-flex' : 'inline-flex',
          !on && 'border-transparent bg-danger text-danger-ink hover:bg-danger-hover',
          on && active && 'border-transparent bg-accent text-accent-ink hover:bg-accent-hover',
          on && !active && 'border-line bg-raised text-text hover:border-line-strong',
        )}
      >
        <Icon size={22} aria-hidden="true" />
        {marked && (
          <span
            aria-hidden="true"
            className="absolute top-0 right-0 size-3 rounded-full border-2 border-bg bg-accent"
          />
        )}
      </button>
    </Tooltip>
  );
}
