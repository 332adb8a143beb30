/** Where the reader is in a timeline: at its `end`, being scrolled to the `firstNew` message that just arrived, or `elsewhere`. */
export interface Position {
  at: 'end' | 'firstNew' | 'elsewhere';
  /** The new messages the reader was taken to, or that were there when the timeline opened. */
  firstNewKey: string | undefined;
  /** The timeline has been drawn at its starting position. */
  isDrawn: boolean;
}

export type PositionEvent =
  | { type: 'drawn' }
  /** The "new messages" divider has moved to another message, or is gone. */
  | { type: 'firstNewChanged'; firstNewKey: string | undefined }
  /** The reader or the timeline itself has scrolled. */
  | { type: 'scrolled'; isAtEnd: boolean };

/** The scroll measurements of an element. */
interface ScrollMetrics {
  scrollHeight: number;
  scrollTop: number;
  clientHeight: number;
}

/** Within this many pixels of the end, a reader counts as being at the end. */
export const endThreshold = 80;
/** More messages are requested this many rows from the first or last loaded one. */
const loadThreshold = 25;

export function isAtEnd({ scrollHeight, scrollTop, clientHeight }: ScrollMetrics): boolean {
  return scrollHeight - scrollTop - clientHeight <= endThreshold;
}

/**
 * Whether the reader has scrolled up from `lastTop`, which the timeline may not know yet. Content that shrinks moves them up, too, but then
 * they're at the end.
 */
export function hasScrolledUp(element: ScrollMetrics, lastTop: number): boolean {
  return element.scrollTop < lastTop && !isAtEnd(element);
}

/** A timeline starts at this row: the first new message, or one that somebody has jumped to. Without one, it starts at the end. */
export function initialPosition(startIndex: number, firstNewKey: string | undefined): Position {
  return { at: startIndex > 0 ? 'elsewhere' : 'end', firstNewKey, isDrawn: false };
}

/** Returns the same object if nothing changes. */
export function positionReducer(position: Position, event: PositionEvent): Position {
  switch (event.type) {
    case 'drawn':
      return position.isDrawn ? position : { ...position, isDrawn: true };
    case 'firstNewChanged': {
      if (event.firstNewKey === position.firstNewKey) return position;
      // New messages that just arrived aren't in view yet: a reader at the end is taken to the first of them.
      const jumpsToNew = position.at === 'end' && event.firstNewKey !== undefined;
      return { ...position, firstNewKey: event.firstNewKey, at: jumpsToNew ? 'firstNew' : position.at };
    }
    case 'scrolled': {
      const at = event.isAtEnd ? 'end' : 'elsewhere';
      return at === position.at ? position : { ...position, at };
    }
  }
}

/**
 * Whether to cancel the timeline's own scroll: a reader who scrolls away no longer wants to go to the end, but an unfinished scroll would
 * still take them there.
 */
export function shouldCancelScroll({ at, isDrawn }: Position, isNowAtEnd: boolean): boolean {
  return isDrawn && at === 'end' && !isNowAtEnd;
}

/** Whether to request older messages. */
export function shouldLoadOlder({ isDrawn }: Position, firstVisible: number, older: string): boolean {
  return isDrawn && firstVisible < loadThreshold && older === 'some';
}

/** Whether to request newer messages, below what somebody has jumped to. */
export function shouldLoadNewer({ isDrawn }: Position, rowsBelow: number, newer: string | undefined): boolean {
  return isDrawn && rowsBelow < loadThreshold && newer === 'some';
}
