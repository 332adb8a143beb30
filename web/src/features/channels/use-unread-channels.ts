import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { unreadOptions } from '#features/channels/channels.data.ts';
import { countByCommunity } from '#features/channels/channels.rules.ts';
import { connection, onConnectionChange, onResync } from '#platform/socket.ts';

const none = countByCommunity([]);

/** The number of unread channels by community id. */
export function useUnreadChannels(): ReadonlyMap<string, number> {
  const client = useQueryClient();
  const { data = none } = useQuery({ ...unreadOptions, select: countByCommunity });
  useEffect(() => {
    const again = () => void client.invalidateQueries(unreadOptions);
    const stops = [onResync(again), onConnectionChange(() => connection() === 'online' && again())];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
  return data;
}
