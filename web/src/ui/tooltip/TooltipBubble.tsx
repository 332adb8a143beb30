import { Tooltip } from 'radix-ui';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export type Side = 'top' | 'right' | 'bottom' | 'left';

/** Milliseconds the pointer must rest before the tooltip appears. */
const restingTime = 500;

type Handler = (event: Event) => void;

/** Props from the library for a tooltip's trigger, without attributes that aren't needed here. */
interface GivenToTrigger {
  ref?: Ref<HTMLElement>;
  onPointerMove?: Handler;
  onPointerLeave?: Handler;
  onPointerDown?: Handler;
  onFocus?: Handler;
  onBlur?: Handler;
  onClick?: Handler;
}

const focusVisibly: (handler: Handler | undefined) => Handler = (handler) => (event) => {
  if ((event.currentTarget as Element).matches(':focus-visible')) handler?.(event);
};

/** Makes an element that's already on the page the trigger: rendering it again with the library's component would lose its focus. */
function ExistingTrigger({ element, ref, ...given }: GivenToTrigger & { element: HTMLElement }) {
  useImperativeHandle(ref, () => element, [element]);
  const latest = useRef(given);
  latest.current = given;
  useEffect(() => {
    const handlers: Record<string, Handler> = {
      pointermove: (event) => latest.current.onPointerMove?.(event),
      pointerleave: (event) => latest.current.onPointerLeave?.(event),
      pointerdown: (event) => latest.current.onPointerDown?.(event),
      focus: focusVisibly((event) => latest.current.onFocus?.(event)),
      blur: (event) => latest.current.onBlur?.(event),
      click: (event) => latest.current.onClick?.(event),
    };
    for (const [name, handler] of Object.entries(handlers)) element.addEventListener(name, handler);
    // Replays the hover or focus that loaded this.
    if (element.matches(':hover'))
      latest.current.onPointerMove?.(new PointerEvent('pointermove', { pointerType: 'mouse' }));
    else if (element.matches(':focus-visible')) latest.current.onFocus?.(new FocusEvent('focus'));
    return () => {
      for (const [name, handler] of Object.entries(handlers)) element.removeEventListener(name, handler);
    };
  }, [element]);
  return null;
}

/** Esc closes the tooltip and what contains it; by default, the library would keep a dialog open until Esc is pressed again. */
function useCloseWithEscape(open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && flushSync(close);
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  });
}

/** The tooltip next to its element. */
export function TooltipBubble({ trigger, text, side }: { trigger: HTMLElement; text: string; side: Side }) {
  const [open, setOpen] = useState(false);
  useCloseWithEscape(open, () => setOpen(false));
  return (
    <Tooltip.Provider delayDuration={restingTime} skipDelayDuration={0}>
      <Tooltip.Root open={open} onOpenChange={setOpen}>
        <Tooltip.Trigger asChild>
          <ExistingTrigger element={trigger} />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            aria-hidden="true"
            className="z-[80] w-max max-w-60 animate-appear rounded-sm border border-line bg-raised px-2 py-1 text-text text-xs shadow-float"
          >
            {text}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
