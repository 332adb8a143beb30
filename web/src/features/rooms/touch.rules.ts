/** Pixels a finger may move before it's no longer a press. */
const slop = 10;
/** Pixels of a swipe from which on it's a reply. */
const replyDistance = 56;
/** How far a message follows the finger. */
const furthest = 76;

/** What a finger that has moved this far from where it came down is doing. */
export function gestureOf(dx: number, dy: number): 'press' | 'swipe' | 'other' {
  if (Math.abs(dx) < slop && Math.abs(dy) < slop) return 'press';
  return dx > 0 && dx > Math.abs(dy) * 1.5 ? 'swipe' : 'other';
}

/** How far a message is pulled by a finger, in pixels; it gets harder towards the end. */
export function pullOf(dx: number): number {
  if (dx <= 0) return 0;
  return dx <= replyDistance ? dx : Math.min(furthest, replyDistance + (dx - replyDistance) / 3);
}

/** Whether a swipe has gone far enough to be a reply. */
export const isReply = (dx: number): boolean => dx >= replyDistance;
