import { useLayoutEffect, useRef, useState } from 'react';
import { positionOf, type Side } from '#ui/tooltip/position.rules.ts';

interface BubbleProps {
  anchor: Element;
  text: string;
  side: Side;
  onEnter: () => void;
  onLeave: () => void;
}

/** The word of a tooltip, beside what it's about. */
export function Bubble({ anchor, text, side, onEnter, onLeave }: BubbleProps) {
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
