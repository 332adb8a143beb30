import { AlertDialog } from 'radix-ui';
import { useEffect, useEffectEvent, useId, useRef, useState, useSyncExternalStore } from 'react';
import { answerAlert, currentAlert, subscribeToAlerts } from '#ui/alerts/alerts.ts';
import { Button } from '#ui/button/Button.tsx';
import { overlayClasses } from '#ui/dialog/Dialog.tsx';
import { useLayer } from '#ui/layer/layers.ts';

/**
 * Renders the queue of alerts and confirms, once for the app. The dialog stays open while its text changes, so focus is restored only
 * after the last one.
 */
export function AlertHost() {
  const item = useSyncExternalStore(subscribeToAlerts, currentAlert);
  const primary = useRef<HTMLButtonElement>(null);
  const detailsId = useId();
  const secondary = useRef<HTMLButtonElement>(null);
  const before = useRef<Element>(null);
  // The text stays in the dialog while it fades out.
  const [last, setLast] = useState(item);
  if (item !== undefined && item !== last) setLast(item);
  const shown = item ?? last;
  const decline = () => item !== undefined && answerAlert(item, 'declined');
  useLayer(item !== undefined, decline);

  const focusAnswer = useEffectEvent(() => {
    if (item !== undefined) (item.kind === 'confirm' && item.danger ? secondary : primary).current?.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next of the queue is what the effect is for
  useEffect(() => focusAnswer(), [item]);

  return (
    <AlertDialog.Root open={item !== undefined} onOpenChange={(open) => !open && decline()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={`${overlayClasses} z-50`} />
        <div className="pointer-events-none fixed inset-x-0 top-0 bottom-(--keyboard-inset,0px) z-50 flex items-center justify-center p-4">
          <AlertDialog.Content
            aria-describedby={shown?.details && detailsId}
            onOpenAutoFocus={() => {
              before.current = document.activeElement;
              // The very first dialog is drawn after the effect above has run.
              focusAnswer();
            }}
            onCloseAutoFocus={(event) => {
              // A dialog opened by state has no trigger the library knows of, so it would drop the focus.
              event.preventDefault();
              if (before.current instanceof HTMLElement) before.current.focus();
            }}
            className="pointer-events-auto w-full max-w-sm animate-rise rounded-card border border-line bg-surface p-5 shadow-float data-[state=closed]:animate-leave"
          >
            <AlertDialog.Title asChild>
              <p aria-live="assertive" className="whitespace-pre-line text-pretty font-medium font-sans text-base">
                {shown?.text}
              </p>
            </AlertDialog.Title>
            {shown?.details && (
              <p id={detailsId} className="mt-2 text-pretty text-muted text-sm">
                {shown.details}
              </p>
            )}
            <div className="mt-5 flex flex-wrap justify-end gap-2">
              {shown?.kind === 'confirm' && (
                <Button ref={secondary} tone="secondary" onClick={() => answerAlert(shown, 'declined')}>
                  {shown.cancelLabel}
                </Button>
              )}
              {shown?.otherLabel !== undefined && (
                <Button tone="secondary" onClick={() => answerAlert(shown, 'other')}>
                  {shown.otherLabel}
                </Button>
              )}
              <Button
                ref={primary}
                tone={shown?.danger ? 'danger' : 'primary'}
                onClick={() => shown !== undefined && answerAlert(shown, 'confirmed')}
              >
                {shown?.confirmLabel}
              </Button>
            </div>
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
