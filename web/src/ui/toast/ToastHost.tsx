import { Check, CircleAlert, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { cx } from '#ui/cx.ts';
import { currentToasts, removeToast, subscribeToToasts } from '#ui/toast/toasts.ts';

/** A toast lasts 2000 ms. It pauses while it's hovered or focused. */
const duration = 2000;

/** Renders the toasts at the top right, once for the app; each is announced. */
export function ToastHost() {
  const items = useSyncExternalStore(subscribeToToasts, currentToasts);
  return (
    <Toast.Provider duration={duration} label="Message" swipeDirection="right">
      {items.map(({ id, tone, text }) => (
        <Toast.Root
          key={id}
          type={tone === 'error' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && removeToast(id)}
          className={cx(
            'pointer-events-auto flex animate-slide-in items-start gap-3 rounded-control py-1.5 pr-1.5 pl-4 shadow-float',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
            tone === 'error' ? 'bg-danger text-danger-ink' : 'border border-line bg-raised text-text',
          )}
        >
          {tone === 'error' ? (
            <CircleAlert size={20} aria-hidden="true" className="mt-2 shrink-0" />
          ) : (
            <Check size={20} aria-hidden="true" className="mt-2 shrink-0 text-ok-text" />
          )}
          <Toast.Description className="min-w-0 flex-1 whitespace-pre-line break-words py-2 font-medium text-sm">
            {text}
          </Toast.Description>
          <Toast.Close
            aria-label="Close"
            className="inline-flex size-9 shrink-0 items-center justify-center rounded-sm focus-visible:outline-current pointer-coarse:size-11"
          >
            <X size={18} aria-hidden="true" />
          </Toast.Close>
        </Toast.Root>
      ))}
      {/* Where there's space, below what can be pressed at the top right of most pages. */}
      <Toast.Viewport className="pointer-events-none fixed top-0 right-0 z-[60] flex w-full flex-col gap-2 p-4 outline-none sm:w-96 md:pt-18" />
    </Toast.Provider>
  );
}
