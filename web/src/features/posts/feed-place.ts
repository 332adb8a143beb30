import { followUser } from '#platform/session.ts';

/** Where the reader was in the feed: told by posts and not by pixels, because others may come in above, or go. */
export interface FeedPlace {
  /** The post at the top of the screen and some that follow it, for when it's deleted. */
  ids: readonly string[];
  /** Pixels from the top of the screen to the top of the first. */
  top: number;
  /** How many posts stood above it. */
  above: number;
  /** How high posts were that had been drawn, in pixels, by their ids. */
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

/** What the page before a reload has kept; once, because from then on the memory knows better. */
function takeStored(userId: string): FeedPlace | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    sessionStorage.removeItem(key);
    return isPlace(value) && value.owner === userId ? value : undefined;
  } catch {
    return undefined;
  }
}

let place: FeedPlace | undefined;
const owner = followUser((userId) => {
  place = userId === undefined ? undefined : takeStored(userId);
});

/** The place to come back to; undefined for the top. */
export function feedPlace(): FeedPlace | undefined {
  owner();
  return place;
}

/** Keeps the place while another page is open; undefined forgets it, so that the feed opens at its top. */
export function keepFeedPlace(next: FeedPlace | undefined): void {
  owner();
  place = next;
}

/** Keeps the place for when this tab comes back: it's reloaded now, or goes to another site. */
export function storeFeedPlace(next: FeedPlace | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ ...next, owner: owner() }));
  } catch {
    // Storage is blocked or full: the feed opens at its top.
  }
}
