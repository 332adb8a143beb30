import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownUserOptions } from '#features/accounts/public.ts';
import {
  applyChange,
  applyChangedMessage,
  applyDeleted,
  applyMessage,
  applyReadByOther,
  refetchConversations,
} from '#features/conversations/conversations.data.ts';
import { onRoomNews } from '#platform/live-checks.ts';
import { useCurrentUser } from '#platform/session.ts';
import {
  connection,
  isChannel,
  onConnectionChange,
  onConnectionRefused,
  onResync,
  onServerEvent,
  openSocket,
} from '#platform/socket.ts';

let followers = 0;
let followed: string | undefined;
let end: (() => void) | undefined;
/** Nothing used the list for a while, so it may be stale. */
let isBehind = false;

function begin(client: QueryClient, ownId: string): () => void {
  let online = connection() === 'online';
  openSocket();
  const stops = [
    onServerEvent('receiveMessage', (message) => {
      if (!isChannel(message.conversation)) applyMessage(client, message, ownId);
    }),
    onServerEvent('messageChanged', (message) => {
      if (!isChannel(message.conversation)) applyChangedMessage(client, message);
    }),
    onServerEvent('conversationChanged', (change) => applyChange(client, change)),
    onServerEvent('readChanged', (read) => applyReadByOther(client, read)),
    onServerEvent('accountDeleted', ({ user_id }) => applyDeleted(client, user_id)),
    onResync(() => refetchConversations(client)),
    onRoomNews((id) => {
      if (!isChannel(id)) refetchConversations(client);
    }),
    onConnectionChange(() => {
      const before = online;
      online = connection() === 'online';
      if (online && !before) refetchConversations(client);
    }),
    // A 401 to this leads to log-in.
    onConnectionRefused(() => void client.invalidateQueries({ queryKey: ownUserOptions.queryKey })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function stop(): void {
  if (end === undefined) return;
  end();
  end = undefined;
  isBehind = true;
}

/** Keeps the conversation list in sync with the server. Several components can use it; it runs only once. */
export function useConversationsLive(): void {
  const client = useQueryClient();
  const { user_id: ownId } = useCurrentUser();
  useEffect(() => {
    followers += 1;
    if (followed !== ownId) stop();
    if (end === undefined) {
      end = begin(client, ownId);
      followed = ownId;
      if (isBehind) refetchConversations(client);
      isBehind = false;
    }
    return () => {
      followers -= 1;
      // The next page may use it too, and mounts before this runs.
      queueMicrotask(() => {
        if (followers === 0) stop();
      });
    };
  }, [client, ownId]);
}
