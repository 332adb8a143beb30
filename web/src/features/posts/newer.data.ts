import * as endpoints from '@hubbub/contract/features/posts/posts.endpoints.ts';
import type { Feed } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';
import { holdConnection, onServerEvent } from '#platform/socket.ts';

/** Something newer may be in the feeds; pages ask within so many seconds. */
export interface FeedChange {
  within: number;
}

let feedChanged: FeedChange & { at: number } = { at: 0, within: 0 };
onServerEvent('feedChanged', ({ within }) => {
  feedChanged = { at: Date.now(), within };
});
/** Seconds within which pages ask whose connection is up: after a server's restart, that's all at once. */
const afterConnecting = 1;
// Nobody here was told of what was shared while the page loaded or the connection was lost.
holdConnection({
  onJoined: () => {
    feedChanged = { at: Date.now(), within: afterConnecting };
  },
});

/** The last time that the feeds may have grown unseen, if that was after a time in ms. */
export const feedChangeSince = (time: number): FeedChange | undefined =>
  feedChanged.at > time ? feedChanged : undefined;

/** Milliseconds between two looks for newer posts. */
const newerInterval = 30_000;

/** How many posts by others a feed has that are newer than one, looked for as long as the page is seen. @param since when it was loaded */
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
