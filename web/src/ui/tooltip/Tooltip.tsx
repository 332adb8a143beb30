import { Slot } from 'radix-ui';
import { type PointerEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { late } from '#ui/late/late.tsx';
import type { Side } from '#ui/tooltip/position.rules.ts';
import { ignoreTap } from '#ui/touch/ignore-tap.ts';

/** Milliseconds that a pointer rests before the word appears, and that it stays while the pointer moves onto it. */
const restingTime = 500;
const leavingTime = 120;

const LateBubble = late(async () => (await import('#ui/tooltip/Bubble.tsx')).Bubble, {
  name: 'The word',
  whenIdle: true,
  failed: () => null,
});

interface TooltipProps {
  /** The accessible name of the child, made visible. */
  text: string;
  side?: Side | undefined;
  /** A finger's long press shows it as well, until the next touch, and does nothing else. */
  longPress?: boolean | undefined;
  /** One focusable element that has an accessible name of its own. */
  children: ReactElement;
}

/**
 * A word that appears on hover and on keyboard focus, stays while the pointer is on it, and goes with Esc. It repeats a name that the element has, so
 * touch and screen readers miss nothing.
 */
export function Tooltip({ text, side = 'bottom', longPress = false, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef(0);

  function change(next: Element | null, delay: number): void {
    window.clearTimeout(timer.current);
    // It would cover an open menu.
    const show = () => setAnchor(next?.matches('[aria-haspopup][aria-expanded=true]') ? null : next);
    if (delay === 0) setAnchor(next);
    else timer.current = window.setTimeout(show, delay);
  }

  function press(target: Element): void {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      ignoreTap();
      setAnchor(target);
    }, restingTime);
  }
  const isFinger = (event: PointerEvent) => longPress && event.pointerType === 'touch';

  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (anchor === null) return;
    const hide = () => setAnchor(null);
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('scroll', hide, true);
    window.addEventListener('pointerdown', hide, true);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('scroll', hide, true);
      window.removeEventListener('pointerdown', hide, true);
    };
  }, [anchor]);

  return (
    <>
      <Slot.Root
        onPointerEnter={(event) => event.pointerType === 'mouse' && change(event.currentTarget, restingTime)}
        onPointerLeave={(event) => {
          if (isFinger(event)) window.clearTimeout(timer.current);
          else change(null, leavingTime);
        }}
        onPointerDown={(event) => {
          change(null, 0);
          if (isFinger(event)) press(event.currentTarget);
        }}
        onPointerUp={(event) => isFinger(event) && window.clearTimeout(timer.current)}
        onContextMenu={(event) => longPress && event.preventDefault()}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && change(event.currentTarget, 0)}
        onBlur={() => change(null, 0)}
      >
        {children}
      </Slot.Root>
      {anchor !== null &&
        createPortal(
          <LateBubble
            anchor={anchor}
            text={text}
            side={side}
            onEnter={() => change(anchor, 0)}
            onLeave={() => change(null, leavingTime)}
          />,
          document.body,
        )}
    </>
  );
}
