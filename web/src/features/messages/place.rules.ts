/**
 * Where the reader is in a timeline: at its `end`, being scrolled to the first of the `news` that arrived while they were there, or
 * `elsewhere`.
 */
export interface Place {
  at: 'end' | 'news' | 'elsewhere';
  /** The new messages the reader was taken to, or that were there when the timeline opened. */
  newsKey: string | undefined;
  /** The timeline has been drawn at its starting position. */
  isDrawn: boolean;
}

export type PlaceEvent =
  | { type: 'drawn' }
  /** The "new messages" divider has moved to another message, or is gone. */
  | { type: 'newsChanged'; newsKey: string | undefined }
  /** The reader or the timeline itself has scrolled. */
  | { type: 'scrolled'; isAtEnd: boolean };

/** The scroll measurements of an element. */
interface Scrolled {
  scrollHeight: number;
  scrollTop: number;
  clientHeight: number;
}

/** Within this many pixels of the end, a reader counts as being at the end. */
export const nearEnd = 80;
/** Older messages are requested this many rows from the first loaded one. */
const nearStart = 25;

export function isAtEnd({ scrollHeight, scrollTop, clientHeight }: Scrolled): boolean {
  return scrollHeight - scrollTop - clientHeight <= nearEnd;
}

/** A timeline starts at the first new message, or at the end. */
export function beginAt(newsIndex: number, newsKey: string | undefined): Place {
  return { at: newsIndex > 0 ? 'elsewhere' : 'end', newsKey, isDrawn: false };
}

/** Returns the same object if nothing changes. */
export function placeReducer(place: Place, event: PlaceEvent): Place {
  switch (event.type) {
    case 'drawn':
      return place.isDrawn ? place : { ...place, isDrawn: true };
    case 'newsChanged': {
      if (event.newsKey === place.newsKey) return place;
      // New messages that just arrived aren't in view yet: a reader at the end is taken to the first of them.
      const isLed = place.at === 'end' && event.newsKey !== undefined;
      return { ...place, newsKey: event.newsKey, at: isLed ? 'news' : place.at };
    }
    case 'scrolled': {
      const at = event.isAtEnd ? 'end' : 'elsewhere';
      return at === place.at ? place : { ...place, at };
    }
  }
}

/**
 * Whether to cancel the timeline's own scroll: a reader who scrolls away no longer wants to go to the end, and an unfinished scroll
 * would interfere with keeping their place.
 */
export function endsOwnScroll({ at, isDrawn }: Place, isNowAtEnd: boolean): boolean {
  return isDrawn && at === 'end' && !isNowAtEnd;
}

/** Whether to request older messages. */
export function wantsOlder({ isDrawn }: Place, firstVisible: number, older: string): boolean {
  return isDrawn && firstVisible < nearStart && older === 'some';
}
