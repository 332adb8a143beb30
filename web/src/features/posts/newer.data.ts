import * as endpoints from '@hubbub/contract/features/posts/posts.endpoints.ts';
import type { Feed } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';
import { holdConnection, onServerEvent } from '#platform/socket.ts';

/** There may be newer posts; pages ask within this many seconds. */
export interface FeedChange {
  within: number;
}

let feedChanged: FeedChange & { at: number } = { at: 0, within: 0 };
onServerEvent('feedChanged', ({ within }) => {
  feedChanged = { at: Date.now(), within };
});
/** Seconds over which pages spread their requests after connecting: after a server's restart, they all connect at once. */
const afterConnecting = 1;
// No event reported what was shared while the page loaded or the connection was lost.
holdConnection({
  onJoined: () => {
    feedChanged = { at: Date.now(), within: afterConnecting };
  },
});

/** The latest time when there may have been newer posts, if that was after a time in ms. */
export const feedChangeSince = (time: number): FeedChange | undefined =>
  feedChanged.at > time ? feedChanged : undefined;

/** Milliseconds between two looks for newer posts. */
const newerInterval = 30_000;

/**
 * How many posts by others in a feed are newer than a given one, checked regularly while the page is visible.
 * @param since when it was loaded
 */
export function newerOptions(feed: Feed, after: string, since: number) {
  return queryOptions({
    queryKey: ['posts', 'newer', feed, after],
    queryFn: async ({ signal }) => {
      const query = { after, ...(feed !== 'everyone' && { feed }) };
      return (await call(endpoints.countNewerPosts, { query }, { signal })).count;
    },
    initialData: 0,
    initialDataUpdatedAt: since,
    staleTime: newerInterval,
    refetchInterval: newerInterval,
    refetchOnWindowFocus: 'always',
    gcTime: newerInterval,
  });
}
