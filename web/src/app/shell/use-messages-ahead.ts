import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { channelRoom, channelsOptions } from '#features/channels/public.ts';
import { joinedOptions } from '#features/communities/public.ts';
import { conversationRoom, conversationsOptions } from '#features/conversations/public.ts';
import { type Room, storeAhead } from '#features/rooms/public.ts';
import { mayPass } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { savesData } from '#ui/data-saver/data-saver.ts';

/** How many rooms' newest messages are stored. */
const mostRooms = 50;
/** How many communities' channels are considered. */
const mostCommunities = 20;
/** Milliseconds before the first run: people who leave right away don't need them. */
const settleMs = 5_000;
/** Milliseconds between two runs. */
const pauseMs = 10 * 60_000;

/** Only where the app opens without a connection is there anything to read, and not while the person saves data. */
function isWanted(): boolean {
  return navigator.serviceWorker?.controller != null && !savesData() && document.visibilityState === 'visible';
}

/** A room to store, and the id of its newest message. */
interface Latest {
  room: Room;
  newest: string;
}

/** The channels that somebody may read, also those that they read elsewhere. */
async function channelsOf(client: QueryClient, handle: string): Promise<Latest[]> {
  const channels = await client.fetchQuery({ ...channelsOptions(handle), staleTime: pauseMs });
  return channels.flatMap(({ channel_id, unread_id, read_id }) => {
    const newest = unread_id ?? read_id;
    return newest === null ? [] : [{ room: channelRoom(channel_id), newest }];
  });
}

/** The conversations and channels with the newest messages. */
async function latestRooms(client: QueryClient): Promise<Latest[]> {
  const { pages } = await client.fetchInfiniteQuery(conversationsOptions);
  const rooms: Latest[] = pages
    .flatMap(({ conversations }) => conversations)
    .flatMap(({ _id, last_message_id: newest }) => (newest ? [{ room: conversationRoom(_id), newest }] : []));
  const joined = await client.fetchInfiniteQuery({ ...joinedOptions, staleTime: pauseMs });
  for (const { community_handle } of joined.pages.flat().slice(0, mostCommunities)) {
    if (!isWanted()) break;
    rooms.push(...(await channelsOf(client, community_handle)));
  }
  return rooms.toSorted((one, other) => other.newest.localeCompare(one.newest)).slice(0, mostRooms);
}

/** Stores what was said in the latest rooms, one by one, so that it can be read offline though nobody opened them here. */
async function storeLatest(client: QueryClient): Promise<void> {
  for (const { room, newest } of await latestRooms(client)) {
    if (!isWanted()) return;
    await storeAhead(room, newest);
  }
}

/**
 * Keeps the newest messages of the latest rooms where they can be read offline.
 * @param after milliseconds before the first run, and before checking again while it isn't wanted
 */
export function useMessagesAhead(after = settleMs): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const store = async () => {
      // At the first visit, the worker may take a while to be in control; a page that's hidden waits to be seen.
      const isNow = isWanted();
      try {
        if (isNow) await storeLatest(client);
      } catch (error) {
        if (!mayPass(error)) logError("Couldn't store messages ahead", error);
      }
      timer = setTimeout(() => void store(), isNow ? pauseMs : after);
    };
    timer = setTimeout(() => void store(), after);
    return () => clearTimeout(timer);
  }, [client, after]);
}
