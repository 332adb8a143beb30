import { Slot } from 'radix-ui';
import { type ReactElement, useState } from 'react';
import { late } from '#ui/late/late.tsx';
import type { Side } from '#ui/tooltip/TooltipBubble.tsx';

// If the tooltip can't be loaded, nothing is lost: it only repeats a name.
const TooltipBubble = late(async () => (await import('#ui/tooltip/TooltipBubble.tsx')).TooltipBubble, {
  name: 'Tooltips',
  whenIdle: true,
  failed: () => null,
});

interface TooltipProps {
  /** The child's accessible name, in visible form. */
  text: string;
  side?: Side | undefined;
  /** One focusable element with its own accessible name. */
  children: ReactElement;
}

/**
 * A tooltip that appears on hover and keyboard focus, stays while the pointer is on it, and disappears with Esc. It repeats the
 * element's accessible name, so touch and screen readers miss nothing. Its code is loaded on the first hover or focus, unless it was
 * already loaded while the browser was idle.
 */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  const [trigger, setTrigger] = useState<HTMLElement>();
  return (
    <>
      <Slot.Root
        onPointerEnter={({ pointerType, currentTarget }) => pointerType === 'mouse' && setTrigger(currentTarget)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setTrigger(currentTarget)}
      >
        {children}
      </Slot.Root>
      {trigger !== undefined && <TooltipBubble trigger={trigger} text={text} side={side} />}
    </>
  );
}
