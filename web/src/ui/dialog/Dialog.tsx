import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** The backdrop behind floating layers. */
export const overlayClasses = 'fixed inset-0 z-40 animate-appear bg-overlay data-[state=closed]:animate-leave';

const widths = { sm: 'md:max-w-sm', md: 'md:max-w-lg', lg: 'md:max-w-2xl' };

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A sentence below the title. */
  description?: string | undefined;
  /** Only screen readers get the title. */
  hideTitle?: boolean | undefined;
  size?: keyof typeof widths | undefined;
  /** Stays in view below scrolling content. */
  footer?: ReactNode;
  /** Replaces the close button, for example with a Cancel button. */
  closer?: ReactNode;
  children: ReactNode;
}

/**
 * A modal dialog: a bottom sheet on phones, a centered card on wide screens. Focus is trapped and restored; Esc and clicking outside
 * close it. A field with `data-autofocus` gets the initial focus, and one with `data-own-escape` does something else on Esc.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  hideTitle = false,
  size = 'md',
  footer,
  closer,
  children,
}: DialogProps) {
  const before = useRef<Element>(null);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClasses} />
        <div className="pointer-events-none fixed inset-0 z-40 flex items-end justify-center md:items-center md:p-6">
          <Primitive.Content
            tabIndex={-1}
            onOpenAutoFocus={(event) => {
              // The first control would be the close button, so focus goes to the field the content names, or to the dialog itself.
              event.preventDefault();
              // A menu that opened it is about to go, so focus goes back to the menu's button.
              const opener = document.activeElement;
              const menu = opener?.closest('[role=menu]');
              before.current = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : opener;
              const content = event.currentTarget as HTMLElement;
              (content.querySelector<HTMLElement>('[data-autofocus]') ?? content).focus();
            }}
            onCloseAutoFocus={(event) => {
              // A dialog opened by state has no trigger the library knows of, so it would drop the focus.
              event.preventDefault();
              // What closing it has focused keeps the focus.
              if (document.activeElement !== document.body) return;
              if (before.current instanceof HTMLElement) before.current.focus();
            }}
            onEscapeKeyDown={(event) => {
              if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault();
            }}
            {...(description === undefined && { 'aria-describedby': undefined })}
            className={cx(
              'pointer-events-auto flex outline-none max-h-[92dvh] w-full animate-rise flex-col overflow-hidden rounded-t-card border border-line bg-surface shadow-float data-[state=closed]:animate-leave md:max-h-[85dvh] md:rounded-card',
              widths[size],
            )}
          >
            <header className={cx('flex items-center gap-3 border-line px-4 py-2', !hideTitle && 'border-b')}>
              <div className="min-w-0 flex-1">
                <Primitive.Title className={cx('truncate font-brand font-semibold text-lg', hideTitle && 'sr-only')}>
                  {title}
                </Primitive.Title>
                {description !== undefined && (
                  <Primitive.Description className="pb-1 text-muted text-sm">{description}</Primitive.Description>
                )}
              </div>
              {closer ?? (
                <Primitive.Close asChild>
                  <IconButton label="Close">
                    <X size={20} aria-hidden="true" />
                  </IconButton>
                </Primitive.Close>
              )}
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">{children}</div>
            {footer !== undefined && (
              <footer className="border-line border-t p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
                {footer}
              </footer>
            )}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Wraps a button that closes its dialog. */
export const DialogClose = Primitive.Close;
