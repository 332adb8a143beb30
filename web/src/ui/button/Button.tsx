import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent, MouseEventHandler, ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger';

const tones: Record<ButtonTone, string> = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-hover',
  secondary: 'border border-line bg-raised text-text hover:border-line-strong',
  quiet: 'text-text hover:bg-raised',
  danger: 'bg-danger text-danger-ink hover:bg-danger-hover',
};

const sizes = {
  sm: 'min-h-9 pointer-coarse:min-h-11 px-3 py-1 text-sm gap-1.5',
  md: 'min-h-11 px-4 py-1.5 text-base gap-2',
  lg: 'min-h-12 px-5 py-1.5 text-base gap-2',
};

function buttonClasses(tone: ButtonTone = 'primary', size: keyof typeof sizes = 'md'): string {
  return cx(
    'relative inline-flex select-none items-center justify-center rounded-control font-semibold leading-tight',
    'transition-[background-color,border-color,opacity,transform] active:scale-[0.98]',
    'disabled:cursor-not-allowed disabled:opacity-55 disabled:active:scale-100 aria-disabled:opacity-55',
    sizes[size],
    tones[tone],
  );
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  tone?: ButtonTone | undefined;
  size?: keyof typeof sizes | undefined;
  /** The action is in progress: the button is disabled and shows a spinner instead of its label, at the same width. */
  pending?: boolean | undefined;
  /** Fills the width of its container. */
  wide?: boolean | undefined;
  icon?: ReactNode;
  /** Applies the button's styles to its only child, such as a router link. */
  asChild?: boolean | undefined;
}

/**
 * A button whose action is under way does nothing, and doesn't submit its form. It isn't disabled: browsers would take the focus from it,
 * and people who use the keyboard would lose their place.
 */
export const whilePending = (pending: boolean, onClick: MouseEventHandler<HTMLButtonElement> | undefined) =>
  pending
    ? { 'aria-busy': true, 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }
    : { onClick };

/** `type` defaults to "button", so that nothing submits a form by accident. */
export function Button({
  tone,
  size,
  pending = false,
  wide = false,
  icon,
  asChild = false,
  disabled,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const className = cx(buttonClasses(tone, size), wide && 'w-full');
  if (asChild) {
    return (
      <Slot.Root className={className} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button type={type} className={className} disabled={disabled} {...whilePending(pending, onClick)} {...rest}>
      {pending && (
        <span className="absolute inset-0 flex items-center justify-center">
          <Spinner />
        </span>
      )}
      <span className={cx('inline-flex items-center justify-center gap-2', pending && 'opacity-0')}>
        {icon}
        {children}
      </span>
    </button>
  );
}
