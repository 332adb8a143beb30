/**
 * Where somebody reads a timeline: at its `end`, on the way to the first of the `news` that came while they were there, or
 * `elsewhere`.
 */
export interface Place {
  at: 'end' | 'news' | 'elsewhere';
  /** The news that the reader was led to, or that were there when the timeline opened. */
  newsKey: string | undefined;
  /** The timeline has been drawn at the place where it begins. */
  isDrawn: boolean;
}

export type PlaceEvent =
  | { type: 'drawn' }
  /** The divider before what's new stands at another message, or is gone. */
  | { type: 'newsChanged'; newsKey: string | undefined }
  /** The reader or the timeline itself has scrolled. */
  | { type: 'scrolled'; isAtEnd: boolean };

/** A scrolled element, as far as its end matters. */
interface Scrolled {
  scrollHeight: number;
  scrollTop: number;
  clientHeight: number;
}

/** Pixels from the end within which a reader counts as reading the newest. */
export const nearEnd = 80;
/** Lines from the first known one at which older ones are asked for. */
const nearStart = 25;

export function isAtEnd({ scrollHeight, scrollTop, clientHeight }: Scrolled): boolean {
  return scrollHeight - scrollTop - clientHeight <= nearEnd;
}

/** The beginning is at the first new message, or at the end. */
export function beginAt(newsIndex: number, newsKey: string | undefined): Place {
  return { at: newsIndex > 0 ? 'elsewhere' : 'end', newsKey, isDrawn: false };
}

/** The same object if nothing changes. */
export function placeReducer(place: Place, event: PlaceEvent): Place {
  switch (event.type) {
    case 'drawn':
      return place.isDrawn ? place : { ...place, isDrawn: true };
    case 'newsChanged': {
      if (event.newsKey === place.newsKey) return place;
      // News that have just come aren't in sight: whoever was at the end is led to the first of them.
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
 * Whether a scroll of the timeline itself is to be given up: who scrolls away isn't on the way to the end anymore, and a way that seems
 * unfinished would hold up what keeps their place.
 */
export function endsOwnScroll({ at, isDrawn }: Place, isNowAtEnd: boolean): boolean {
  return isDrawn && at === 'end' && !isNowAtEnd;
}

/** Whether older messages are to be asked for. */
export function wantsOlder({ isDrawn }: Place, firstVisible: number, older: string): boolean {
  return isDrawn && firstVisible < nearStart && older === 'some';
}
