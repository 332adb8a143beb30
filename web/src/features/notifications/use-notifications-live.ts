import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  applyNotification,
  applyUnread,
  refetchNotifications,
  unreadOptions,
} from '#features/notifications/notifications.data.ts';
import { connection, onConnectionChange, onResync, onServerEvent } from '#platform/socket.ts';

/** Keeps what the person is told in sync with the server. @returns how many are unread; 0 until that's known */
export function useUnreadNotifications(): number {
  const client = useQueryClient();
  const { data = 0 } = useQuery(unreadOptions);
  useEffect(() => {
    const again = () => refetchNotifications(client);
    const stops = [
      onServerEvent('notification', (notification) => applyNotification(client, notification)),
      onServerEvent('unreadChanged', ({ notifications }) => {
        if (notifications !== undefined) applyUnread(client, notifications);
      }),
      onResync(again),
      onConnectionChange(() => connection() === 'online' && again()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
  return data;
}
