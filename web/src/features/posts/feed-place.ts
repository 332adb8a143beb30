import { onUserChange } from '#platform/session.ts';

/** The reader's place in the feed, recorded by post rather than by pixel, because posts may be added or removed above it. */
export interface FeedPlace {
  /** The post at the top of the screen and some that follow it, in case it's deleted. */
  ids: readonly string[];
  /** Pixels from the top of the screen to the top of the first one. */
  top: number;
  /** How many posts were above it. */
  above: number;
  /** Heights in pixels of the posts that had been drawn, by id. */
  heights: Readonly<Record<string, number>>;
}

const key = 'feed-place';

function isPlace(value: unknown): value is FeedPlace & { owner: string } {
  const place = value as Partial<FeedPlace> | null;
  return (
    typeof place === 'object' &&
    place !== null &&
    Array.isArray(place.ids) &&
    typeof place.top === 'number' &&
    typeof place.above === 'number' &&
    typeof place.heights === 'object'
  );
}

/** The place saved before a reload. */
function readStored(userId: string): FeedPlace | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isPlace(value) && value.owner === userId ? value : undefined;
  } catch {
    return undefined;
  }
}

let place: FeedPlace | undefined;
const owner = onUserChange((userId) => {
  place = userId === undefined ? undefined : readStored(userId);
});

/** The place to return to; undefined for the top. */
export function feedPlace(): FeedPlace | undefined {
  owner();
  return place;
}

/** Saves the place while another page is open, also through its reload; undefined clears it, so that the feed opens at the top. */
export function keepFeedPlace(next: FeedPlace | undefined): void {
  owner();
  place = next;
  storeFeedPlace(next);
}

/** Saves the place for when this tab comes back from a reload or another site. */
export function storeFeedPlace(next: FeedPlace | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ ...next, owner: owner() }));
  } catch {
    // Storage is blocked or full, so the feed opens at the top.
  }
}
