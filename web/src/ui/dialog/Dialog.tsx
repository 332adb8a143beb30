import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type FocusEvent, type ReactNode, useRef } from 'react';
import { confirm } from '#ui/alerts/alerts.ts';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { useLayer } from '#ui/layer/layers.ts';

/** The backdrop behind floating layers. */
export const overlayClasses = 'fixed inset-0 z-40 animate-appear bg-overlay data-[state=closed]:animate-leave';

/** What had the focus last: where a menu goes at the moment a dialog comes, nothing has it. */
let lastFocused: Element | null = null;
globalThis.document?.addEventListener?.('focusin', ({ target }) => {
  lastFocused = target instanceof Element ? target : null;
});

/** What had the focus before each dialog that's open, or was. */
const openers = new WeakMap<Element, Element | null>();

/** What a closed dialog gives the focus back to. Of a dialog whose opener went with another dialog, it's what opened that one. */
function returnFocus(opener: Element | null): void {
  let target = opener;
  while (target !== null && !target.isConnected) {
    const dialog: Element | null = target.closest('[role=dialog]');
    target = (dialog !== null && openers.get(dialog)) || null;
  }
  if (target instanceof HTMLElement) target.focus();
}

const widths = { sm: 'md:max-w-sm', md: 'md:max-w-lg', lg: 'md:max-w-2xl' };

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A sentence below the title. */
  description?: string | undefined;
  /** Only screen readers get the title. */
  hideTitle?: boolean | undefined;
  /** Without a header and room around the content, which has its own way to close it. */
  bare?: boolean | undefined;
  size?: keyof typeof widths | undefined;
  /** Stays in view below scrolling content. */
  footer?: ReactNode;
  /** Replaces the close button, for example with a Cancel button. */
  closer?: ReactNode;
  /** What's typed in it is kept as a draft, so it closes without asking. */
  keepsDraft?: boolean | undefined;
  children: ReactNode;
}

const typedFields =
  'textarea, input:is([type=text], [type=email], [type=url], :not([type])):not([role=combobox], [list])';

type TypedField = HTMLInputElement | HTMLTextAreaElement;

/** Whether somebody has changed a text since the dialog opened, apart from searches. */
function useTyped() {
  const texts = useRef(new Map<TypedField, string>());
  return {
    noteText({ target }: FocusEvent): void {
      if (!target.matches(typedFields)) return;
      const field = target as TypedField;
      if (!texts.current.has(field)) texts.current.set(field, field.value);
    },
    hasTyped: () => [...texts.current].some(([field, before]) => field.isConnected && field.value !== before),
  };
}

const confirmDiscarding = () =>
  confirm("Discard what you've typed?", { confirmLabel: 'Discard', cancelLabel: 'Keep editing', danger: true });

type HeaderProps = Pick<DialogProps, 'title' | 'description' | 'hideTitle' | 'bare' | 'closer'>;

function Header({ title, description, hideTitle = false, bare = false, closer }: HeaderProps) {
  const name = (
    <Primitive.Title className={cx('truncate font-brand font-semibold text-lg', (hideTitle || bare) && 'sr-only')}>
      {title}
    </Primitive.Title>
  );
  if (bare) return name;
  return (
    <header className={cx('flex items-center gap-3 border-line px-4 py-2', !hideTitle && 'border-b')}>
      <div className="min-w-0 flex-1">
        {name}
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
  );
}

/**
 * A modal dialog: a bottom sheet on phones, a centered card on wide screens. Focus is trapped and restored. Its button, Esc, Back and
 * clicking outside close it, and ask first if a text would be lost. A field with `data-autofocus` gets the initial focus, and one with
 * `data-own-escape` does something else on Esc.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  hideTitle,
  bare = false,
  size = 'md',
  footer,
  closer,
  keepsDraft = false,
  children,
}: DialogProps) {
  const before = useRef<Element>(null);
  const { noteText, hasTyped } = useTyped();
  const close = async () => {
    if (keepsDraft || !hasTyped() || (await confirmDiscarding())) onOpenChange(false);
  };
  useLayer(open, close);
  return (
    <Primitive.Root open={open} onOpenChange={(next) => (next ? onOpenChange(true) : void close())}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClasses} />
        <div className="pointer-events-none fixed inset-x-0 top-0 bottom-(--keyboard-inset,0px) z-40 flex items-end justify-center md:items-center md:p-6">
          <Primitive.Content
            tabIndex={-1}
            onFocus={noteText}
            onOpenAutoFocus={(event) => {
              // The first control would be the close button, so focus goes to the field the content names, or to the dialog itself.
              event.preventDefault();
              // A menu that opened it is about to go, so focus goes back to the menu's button.
              const had = document.activeElement === document.body ? lastFocused : document.activeElement;
              const menu = had?.closest('[role=menu]');
              const opener = had?.isConnected === false ? had : document.activeElement;
              before.current = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : opener;
              const content = event.currentTarget as HTMLElement;
              openers.set(content, before.current);
              (content.querySelector<HTMLElement>('[data-autofocus]') ?? content).focus();
            }}
            onCloseAutoFocus={(event) => {
              // A dialog opened by state has no trigger the library knows of, so it would drop the focus.
              event.preventDefault();
              // If closing it has moved the focus elsewhere, it stays there.
              if (document.activeElement !== document.body) return;
              returnFocus(before.current);
            }}
            onEscapeKeyDown={(event) => {
              if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault();
            }}
            {...(description === undefined && { 'aria-describedby': undefined })}
            className={cx(
              'pointer-events-auto flex outline-none max-h-[calc(92dvh-var(--keyboard-inset,0px))] w-full animate-rise flex-col overflow-hidden rounded-t-card border border-line bg-surface shadow-float data-[state=closed]:animate-leave md:max-h-[calc(85dvh-var(--keyboard-inset,0px))] md:rounded-card',
              widths[size],
            )}
          >
            <Header title={title} description={description} hideTitle={hideTitle} bare={bare} closer={closer} />
            <div className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain', !bare && 'p-4')}>{children}</div>
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
