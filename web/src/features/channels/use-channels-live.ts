import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { channelRoom, closeChannel, receiveInChannel, unmark } from '#features/channels/channels.data.ts';
import { resumeOutbox } from '#features/messages/public.ts';
import { useCurrentUser } from '#platform/session.ts';
import { holdRoom, onServerEvent, roomClosed } from '#platform/socket.ts';

/** Channels of one community beyond this many are not followed while another is open. */
const followed = 30;

const none: readonly Channel[] = [];

/**
 * Closes a channel at once when the server says so, follows the channels that are not open, so that they can be marked, and takes
 * the marks of those away that were read on another device. What was written to them and is not stored yet is sent.
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
      onServerEvent('channelRead', ({ channel_id, read_id }) => unmark(client, channel_id, read_id)),
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
      .map((id) => {
        resumeOutbox(channelRoom(id));
        return holdRoom({ join: 'joinChannel', leave: 'leaveChannel', id }, {});
      });
    return () => {
      for (const release of releases) release();
    };
  }, [ids]);
}
