import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { applyUnreadChange, unreadOptions } from '#features/channels/channels.data.ts';
import { marksOf } from '#features/channels/channels.rules.ts';
import type { Marks } from '#platform/marks.ts';
import { connection, onConnectionChange, onResync, onServerEvent } from '#platform/socket.ts';

/** What's unread, kept in sync with the server; undefined until that's known. */
export function useUnread(): Marks | undefined {
  const client = useQueryClient();
  const { data } = useQuery({ ...unreadOptions, select: marksOf });
  useEffect(() => {
    const again = () => void client.invalidateQueries(unreadOptions);
    const stops = [
      onServerEvent('unreadChanged', (change) => applyUnreadChange(client, change)),
      onResync(again),
      onConnectionChange(() => connection() === 'online' && again()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
  return data;
}
