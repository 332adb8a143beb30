import type { VirtualItem } from '@tanstack/react-virtual';

/** Where the reader was in the feed, and how high the posts were that had been drawn. */
export interface FeedPlace {
  /** Pixels from the top of the page. */
  offset: number;
  measurements: VirtualItem[];
}

let place: FeedPlace | undefined;

/** The place to come back to; undefined for the top. */
export function feedPlace(): FeedPlace | undefined {
  return place;
}

/** Keeps the place while another page is open; undefined forgets it, so that the feed opens at its top. */
export function keepFeedPlace(next: FeedPlace | undefined): void {
  place = next;
}
