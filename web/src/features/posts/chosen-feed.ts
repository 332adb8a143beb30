import type { Feed } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { readStored, writeStored } from '#platform/browser-storage.ts';

/** A feed, or the top of the communities this week. */
export type FeedName = Feed | 'top';

const key = 'feed';
const names: readonly FeedName[] = ['everyone', 'communities', 'top', 'following'];

/** The feed that an address asks for, or else the one that was open last in this browser. */
export function feedIn(search: URLSearchParams): FeedName {
  const asked = names.find((name) => name === search.get('feed'));
  if (asked === undefined) return names.find((name) => name === readStored(key)) ?? 'everyone';
  return asked === 'communities' && search.get('order') === 'top' ? 'top' : asked;
}

/** Keeps which feed is open, for whenever an address asks for none. */
export const keepFeed = (feed: FeedName): void => writeStored(key, feed);
