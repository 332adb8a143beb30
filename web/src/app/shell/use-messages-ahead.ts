import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { channelRoom, unreadOptions } from '#features/channels/public.ts';
import { conversationRoom, conversationsOptions } from '#features/conversations/public.ts';
import { type Room, storeAhead } from '#features/messages/public.ts';
import { mayPass } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';

/** Of how many rooms the newest messages are stored. */
const mostRooms = 50;
/** Milliseconds before the first time: whoever only passes through needs none of it. */
const settleMs = 5_000;
/** Milliseconds between two times. */
const pauseMs = 10 * 60_000;

/** Only where the app opens without a connection is there anything to read, and not while the person saves data. */
function isWanted(): boolean {
  const { connection, serviceWorker } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return serviceWorker?.controller != null && connection?.saveData !== true && document.visibilityState === 'visible';
}

/** The rooms where something was said last: conversations, then channels with something new. */
async function latestRooms(client: QueryClient): Promise<{ room: Room; newest: string | undefined }[]> {
  const { pages } = await client.fetchInfiniteQuery(conversationsOptions);
  const { channels } = await client.ensureQueryData(unreadOptions);
  return [
    ...channels.map(({ channel_id }) => ({ room: channelRoom(channel_id), newest: undefined })),
    ...pages
      .flatMap(({ conversations }) => conversations)
      .map(({ _id, last_message_id }) => ({ room: conversationRoom(_id), newest: last_message_id ?? undefined })),
  ].slice(0, mostRooms);
}

/** Stores what was said in the latest rooms, one by one, so that it can be read offline though nobody opened them here. */
async function storeLatest(client: QueryClient): Promise<void> {
  for (const { room, newest } of await latestRooms(client)) {
    if (!isWanted()) return;
    await storeAhead(room, newest);
  }
}

/** Keeps the newest messages of the latest rooms where they can be read offline. */
export function useMessagesAhead(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const store = async () => {
      try {
        if (isWanted()) await storeLatest(client);
      } catch (error) {
        if (!mayPass(error)) logError("Couldn't store messages ahead", error);
      }
      timer = setTimeout(() => void store(), pauseMs);
    };
    timer = setTimeout(() => void store(), settleMs);
    return () => clearTimeout(timer);
  }, [client]);
}
