import { type TouchEvent, useRef } from 'react';

/** Pixels from the screen's left edge within which a swipe leads back. */
const edge = 32;
/** Pixels after which it does. */
const distance = 64;

/** Whether a finger that comes down here swipes the page itself rather than what's on it. */
export const isAtEdge = (x: number): boolean => x <= edge;

/** A swipe from the screen's left edge to the right leads back. For elements as wide as a phone's screen. */
export function useEdgeSwipe(onBack: () => void) {
  const start = useRef<{ x: number; y: number }>(null);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const { 0: touch, length } = touches;
      start.current = length === 1 && touch && isAtEdge(touch.clientX) ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const { 0: touch } = changedTouches;
      const { current } = start;
      start.current = null;
      if (current === null || touch === undefined) return;
      const dx = touch.clientX - current.x;
      if (dx >= distance && dx > 2 * Math.abs(touch.clientY - current.y)) onBack();
    },
    onTouchCancel() {
      start.current = null;
    },
  };
}
