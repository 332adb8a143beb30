import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { applyRead, closeChannel, receiveInChannel } from '#features/channels/channels.data.ts';
import { useCurrentUser } from '#platform/session.ts';
import { holdRoom, onServerEvent, roomClosed } from '#platform/socket.ts';

/** At most this many of a community's channels are joined while another one is open. */
const followed = 30;

const none: readonly Channel[] = [];

/**
 * Closes a channel as soon as the server says so, joins the channels that aren't open to show their badges, and clears the badges of
 * those read on another device.
 */
export function useChannelsLive(channels: readonly Channel[] = none): void {
  const client = useQueryClient();
  const { user_id: ownId } = useCurrentUser();

  useEffect(() => {
    const stops = [
      onServerEvent('channelClosed', ({ channel_id }) => {
        roomClosed(channel_id);
        closeChannel(client, channel_id);
      }),
      onServerEvent('channelRead', ({ channel_id, read_id }) => applyRead(client, channel_id, read_id)),
      onServerEvent('receiveMessage', (message) => receiveInChannel(client, message, ownId)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, ownId]);

  const ids = channels
    .filter(({ usable }) => usable)
    .slice(0, followed)
    .map(({ channel_id }) => channel_id)
    .join(' ');
  useEffect(() => {
    const releases = ids
      .split(' ')
      .filter((id) => id !== '')
      .map((id) => holdRoom({ join: 'joinChannel', leave: 'leaveChannel', id }, {}));
    return () => {
      for (const release of releases) release();
    };
  }, [ids]);
}
