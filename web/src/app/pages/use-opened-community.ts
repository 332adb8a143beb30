import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { joinedOptions, renameCommunity, useCommunityLive } from '#features/communities/public.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { pathTo } from '#platform/paths.ts';
import { storeCommunity, storedCommunity } from '#platform/session.ts';

/** What's shown instead of a channel, by the URL's `view`. */
export const viewNames = { posts: 'Posts', threads: 'Threads' };

/** State stored in a history entry, next to its URL. */
interface EntryState {
  /** The community that was opened because the URL had none. */
  community?: string;
  /** The person didn't choose it; it was simply the last one open. */
  remembered?: boolean;
  /** The person asked for the search. */
  find?: boolean;
}

/**
 * The open community and channel: from the URL, else from the history entry, else the community that was open last, else the first one.
 * Reload, Back and links all lead to the same place.
 */
export function useOpenedCommunity() {
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const entry = (state ?? {}) as EntryState;
  const handle = search.get('community') ?? entry.community;
  const channelId = search.get('channel') ?? undefined;
  const threadId = search.get('thread') ?? undefined;
  const view = channelId === undefined ? search.get('view') : null;
  const own = useInfiniteQuery(joinedOptions);
  const ownFailure = useLoadFailure(own, 'your communities', { isStored: true });
  const first = own.data?.pages[0]?.[0]?.community_handle;

  useEffect(() => {
    if (handle !== undefined) return;
    const community = storedCommunity() ?? first;
    if (community === undefined) return;
    void navigate(pathTo('communities'), { replace: true, state: { ...entry, community, remembered: true } });
  }, [handle, first, navigate, entry]);

  return {
    key,
    handle,
    channelId,
    threadId,
    /** The community's posts are open. */
    posts: view === 'posts',
    /** The threads that the person follows are open. */
    threads: view === 'threads',
    /** The person hasn't joined any. */
    hasNone: own.data !== undefined && first === undefined,
    /** Why the list of theirs is missing, which decides where to start. */
    ownFailure,
    remembered: entry.remembered === true,
    find: entry.find === true,
    /** Opens a community, and optionally one of its channels. */
    open: (community: string, channel?: string, options: { replace?: boolean; state?: EntryState } = {}) =>
      void navigate(pathTo('communities', {}, { community, ...(channel !== undefined && { channel }) }), options),
    /** Goes back to the start, as if no community had been chosen. */
    reset: () => {
      storeCommunity(null);
      void navigate(pathTo('communities'), { replace: true });
    },
    /** Goes to the search; the open community stays open. */
    search: () =>
      void navigate(pathTo('communities', {}, handle === undefined ? {} : { community: handle }), {
        state: { find: true },
      }),
  };
}

export type Opened = ReturnType<typeof useOpenedCommunity>;

/** Keeps the open community in sync with the server, and remembers it as the last one opened. */
export function useCommunitySync(opened: Opened, community: Community | undefined, missing: boolean): void {
  const client = useQueryClient();
  const openHandle = community?.joined ? community.community_handle : undefined;

  useCommunityLive(openHandle, (change) => {
    if (community === undefined || change.community_id !== community.community_id) return;
    const renamed = change.community_handle;
    if (renamed.toLowerCase() === community.community_handle.toLowerCase()) return;
    renameCommunity(client, community.community_handle, renamed);
    opened.open(renamed, opened.channelId, { replace: true });
  });

  useEffect(() => {
    if (openHandle !== undefined) storeCommunity(openHandle);
  }, [openHandle]);

  // The last open community may no longer exist. The person didn't ask for it, so nothing is reported.
  const { remembered, reset } = opened;
  useEffect(() => {
    if (missing && remembered) reset();
  });
}

/** Opens a new channel for whoever created it, unless they chose roles they don't have. */
export const openCreated = (
  { open }: Opened,
  { community_handle: handle }: Community,
  { usable, channel_id }: Channel,
) => (usable ? open(handle, channel_id) : undefined);
