import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { channelRoom, closeChannel } from '#features/channels/channels.data.ts';
import { withoutUnread, withUnread } from '#features/channels/channels.rules.ts';
import { resumeOutbox } from '#features/messages/public.ts';
import { useCurrentUser } from '#platform/session.ts';
import { holdRoom, onServerEvent, roomClosed } from '#platform/socket.ts';

/** Channels of one community beyond this many are not followed while another is open. */
const followed = 30;

const none: readonly Channel[] = [];

/**
 * Closes a channel at once when the server says so, and follows the channels that are not open, so that they can be marked. What was written to
 * them and is not stored yet is sent.
 * @returns the channels with messages of others that came since the community was opened and were not looked at
 */
export function useChannelsLive(channels: readonly Channel[] = none, openId: string | undefined): ReadonlySet<string> {
  const client = useQueryClient();
  const { user_id } = useCurrentUser();
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set());
  const seen = withoutUnread(unread, openId);
  if (seen !== unread) setUnread(seen);

  useEffect(
    () =>
      onServerEvent('channelClosed', ({ channel_id }) => {
        roomClosed(channel_id);
        closeChannel(client, channel_id);
      }),
    [client],
  );

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

  const mark = useEffectEvent((channelId: string, senderId: string | null) => {
    if (senderId !== user_id && ids.includes(channelId)) setUnread((before) => withUnread(before, channelId, openId));
  });
  useEffect(() => onServerEvent('receiveMessage', ({ conversation, sender }) => mark(conversation, sender._id)), []);
  return seen;
}
