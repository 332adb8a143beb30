import { Slot } from 'radix-ui';
import { type PointerEvent, type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { positionOf, type Side } from '#ui/tooltip/position.rules.ts';
import { ignoreTap } from '#ui/touch/ignore-tap.ts';

/** Milliseconds that a pointer rests before the word appears, and that it stays while the pointer moves onto it. */
const restingTime = 500;
const leavingTime = 120;

interface BubbleProps {
  anchor: Element;
  text: string;
  side: Side;
  onEnter: () => void;
  onLeave: () => void;
}

function Bubble({ anchor, text, side, onEnter, onLeave }: BubbleProps) {
  const own = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<{ left: number; top: number }>();
  useLayoutEffect(() => {
    const size = own.current?.getBoundingClientRect();
    if (size === undefined) return;
    const room = { width: document.documentElement.clientWidth, height: window.innerHeight };
    setAt(positionOf(anchor.getBoundingClientRect(), size, room, side));
  }, [anchor, side]);
  return (
    <div
      ref={own}
      aria-hidden="true"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fixed top-0 left-0 z-[80] w-max max-w-60 animate-appear rounded-sm border border-line bg-raised px-2 py-1 text-text text-xs shadow-float"
      style={at ?? { visibility: 'hidden' }}
    >
      {text}
    </div>
  );
}

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
          <Bubble
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
