import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { applyNotification, applyUnread, refetchNotifications } from '#features/notifications/notifications.data.ts';
import { connection, onConnectionChange, onResync, onServerEvent } from '#platform/socket.ts';

/** Keeps the person's notifications in sync with the server. */
export function useNotificationsLive(): void {
  const client = useQueryClient();
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
}
