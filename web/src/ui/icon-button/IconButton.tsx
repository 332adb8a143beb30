import { Slot } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { whilePending } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { Tooltip } from '#ui/tooltip/Tooltip.tsx';

const sizes = { sm: 'size-9 pointer-coarse:size-11', md: 'size-11', lg: 'size-12' };

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'aria-label'> {
  /** The accessible name, and the tooltip. */
  label: string;
  size?: keyof typeof sizes | undefined;
  tone?: 'quiet' | 'raised' | 'accent' | 'overlay' | undefined;
  round?: boolean | undefined;
  pending?: boolean | undefined;
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  asChild?: boolean | undefined;
  /** An icon that hides itself from screen readers (lucide icons do). */
  children: ReactNode;
}

const tones = {
  quiet: 'text-muted hover:bg-raised hover:text-text',
  raised: 'border border-line bg-raised text-text hover:border-line-strong',
  accent: 'bg-accent text-accent-ink hover:bg-accent-hover',
  overlay: 'bg-black/65 text-white hover:bg-black/80',
};

/** A square icon-only button: 36 (44 for fingers), 44 or 48 px. */
export function IconButton({
  label,
  size = 'md',
  tone = 'quiet',
  round = true,
  pending = false,
  tooltipSide,
  asChild = false,
  disabled,
  children,
  type = 'button',
  onClick,
  ...rest
}: IconButtonProps) {
  const className = cx(
    'inline-flex shrink-0 select-none items-center justify-center transition-[background-color,color,border-color,transform] active:scale-95',
    'disabled:cursor-not-allowed disabled:opacity-50 disabled:active:scale-100 aria-disabled:opacity-50',
    round ? 'rounded-full' : 'rounded-control',
    sizes[size],
    tones[tone],
  );
  return (
    <Tooltip text={label} side={tooltipSide}>
      {asChild ? (
        <Slot.Root className={className} aria-label={label} onClick={onClick} {...rest}>
          {children}
        </Slot.Root>
      ) : (
        <button
          type={type}
          className={className}
          aria-label={label}
          disabled={disabled}
          {...whilePending(pending, onClick)}
          {...rest}
        >
          {pending ? <Spinner /> : children}
        </button>
      )}
    </Tooltip>
  );
}
