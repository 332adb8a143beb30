import { type PointerEvent, type RefObject, useRef } from 'react';

interface Swipe {
  pointer: number;
  x: number;
  y: number;
  /** The finger is moving sideways, so the gesture is ours and no longer the page's. */
  locked: boolean;
}

/** How far a finger must travel to turn the page, as a fraction of the width. */
const turn = 0.18;

/**
 * Sideways swiping with a finger or pen on `track`, which follows it. `onTurn` receives 1 for the next and -1 for the previous item.
 * The element needs `touch-action: pan-y`, so that the page still scrolls.
 */
export function useSwipe(
  track: RefObject<HTMLElement | null>,
  index: number,
  count: number,
  onTurn: (step: 1 | -1) => void,
) {
  const swipe = useRef<Swipe>(null);

  const settle = () => {
    swipe.current = null;
    if (track.current === null) return;
    track.current.style.transitionDuration = '';
    track.current.style.transform = `translateX(${-100 * index}%)`;
  };

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'mouse' || !event.isPrimary || count < 2) return;
      // Players have their own sideways gestures.
      if (event.target instanceof HTMLMediaElement || event.target instanceof HTMLInputElement) return;
      swipe.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, locked: false };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { current } = swipe;
      if (current === null || current.pointer !== event.pointerId || track.current === null) return;
      const dx = event.clientX - current.x;
      const dy = event.clientY - current.y;
      if (!current.locked) {
        if (Math.abs(dx) < 8 || Math.abs(dx) < Math.abs(dy)) return;
        current.locked = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      const atEnd = (index === 0 && dx > 0) || (index === count - 1 && dx < 0);
      track.current.style.transitionDuration = '0ms';
      track.current.style.transform = `translateX(calc(${-100 * index}% + ${atEnd ? dx / 4 : dx}px))`;
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const { current } = swipe;
      settle();
      if (current === null || !current.locked) return;
      const dx = event.clientX - current.x;
      if (Math.abs(dx) < event.currentTarget.clientWidth * turn) return;
      const step = dx < 0 ? 1 : -1;
      if (index + step >= 0 && index + step < count) onTurn(step);
    },
    onPointerCancel: settle,
  };
}
