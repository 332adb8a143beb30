import type { Feed } from '@hubbub/contract/features/posts/posts.shapes.ts';

/** A feed, or the top of the communities this week. */
export type FeedName = Feed | 'top';

const key = 'feed';
const names: readonly FeedName[] = ['everyone', 'communities', 'top', 'following'];

function stored(): FeedName {
  try {
    return names.find((name) => name === localStorage.getItem(key)) ?? 'everyone';
  } catch {
    return 'everyone';
  }
}

/** The feed that an address asks for, or else the one that was open last in this browser. */
export function feedIn(search: URLSearchParams): FeedName {
  const asked = names.find((name) => name === search.get('feed'));
  if (asked === undefined) return stored();
  return asked === 'communities' && search.get('order') === 'top' ? 'top' : asked;
}

/** Keeps which feed is open, for whenever an address asks for none. */
export function keepFeed(feed: FeedName): void {
  try {
    localStorage.setItem(key, feed);
  } catch {
    // Storage is blocked, so it's kept for this page only.
  }
}
