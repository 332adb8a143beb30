import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

/** Once around the app: tooltips share their delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={500} skipDelayDuration={200}>
      {children}
    </Primitive.Provider>
  );
}

interface TooltipProps {
  text: string;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** One focusable element that has an accessible name of its own. */
  children: ReactElement;
}

/** A word that appears on hover and on keyboard focus. It repeats a name that the element has, so touch and screen readers miss nothing. */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 animate-appear rounded-sm border border-line bg-raised px-2 py-1 text-text text-xs shadow-float"
        >
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
