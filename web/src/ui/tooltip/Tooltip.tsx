import { Slot } from 'radix-ui';
import { type ReactElement, useState } from 'react';
import { late } from '#ui/late/late.tsx';
import type { Side } from '#ui/tooltip/TooltipBubble.tsx';

// A word that can't be loaded is only not repeated.
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
 * A word that appears on hover and on keyboard focus, stays while the pointer is on it, and goes with Esc. It repeats a name that the element has, so
 * touch and screen readers miss nothing. Its code comes with the first hover or focus, if it hasn't been loaded while the browser was idle.
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
