import { readStoredJson, writeStored } from '#platform/browser-storage.ts';
import { onUserChange } from '#platform/session.ts';

/** The reader's position in the feed, recorded by post rather than by pixel, because posts may be added or removed above it. */
export interface FeedPosition {
  /** The post at the top of the screen and some that follow it, in case it's deleted. */
  ids: readonly string[];
  /** Pixels from the top of the screen to the top of the first one. */
  top: number;
  /** How many posts were above it. */
  above: number;
  /** Heights in pixels of the posts that had been drawn, by id. */
  heights: Readonly<Record<string, number>>;
}

const key = 'feed-position';

function isPosition(value: unknown): value is FeedPosition & { owner: string } {
  const position = value as Partial<FeedPosition> | null;
  return (
    typeof position === 'object' &&
    position !== null &&
    Array.isArray(position.ids) &&
    typeof position.top === 'number' &&
    typeof position.above === 'number' &&
    typeof position.heights === 'object'
  );
}

/** The position saved before a reload. */
function storedPosition(userId: string): FeedPosition | undefined {
  const value = readStoredJson(key, 'session');
  return isPosition(value) && value.owner === userId ? value : undefined;
}

let position: FeedPosition | undefined;
const owner = onUserChange((userId) => {
  position = userId === undefined ? undefined : storedPosition(userId);
});

/** The position to return to; undefined for the top. */
export function feedPosition(): FeedPosition | undefined {
  owner();
  return position;
}

/** Saves the position while another page is open, also through its reload; undefined clears it, so that the feed opens at the top. */
export function saveFeedPosition(next: FeedPosition | undefined): void {
  owner();
  position = next;
  storeFeedPosition(next);
}

/** Saves the position for when this tab comes back from a reload or another site. */
export function storeFeedPosition(next: FeedPosition | undefined): void {
  writeStored(key, next === undefined ? null : JSON.stringify({ ...next, owner: owner() }), 'session');
}
