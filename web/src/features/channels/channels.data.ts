import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { communityKey } from '#features/communities/public.ts';
import type { Room } from '#features/messages/public.ts';
import { call } from '#platform/api-client.ts';

/** The channels of a community, oldest first, for its members. */
export function channelsOptions(handle: string) {
  return queryOptions({
    queryKey: communityKey(handle, 'channels'),
    queryFn: async ({ signal }) => (await call(endpoints.listChannels, { params: { handle } }, { signal })).channels,
  });
}

/** Creates a channel. It is in the list at once. */
export async function createChannel(
  client: QueryClient,
  handle: string,
  body: { name: string; roles: string[] },
): Promise<Channel> {
  const { channel } = await call(endpoints.createChannel, { params: { handle }, body });
  const { queryKey } = channelsOptions(handle);
  client.setQueryData(queryKey, (channels) =>
    channels?.some(({ channel_id }) => channel_id === channel.channel_id)
      ? channels
      : channels && [...channels, channel],
  );
  void client.invalidateQueries({ queryKey });
  return channel;
}

/** The server closed a channel for this person: it is not selectable from this moment on. */
export function closeChannel(client: QueryClient, channelId: string): void {
  client.setQueriesData<Channel[]>(
    { queryKey: ['community'], predicate: ({ queryKey }) => queryKey[2] === 'channels' },
    (channels) =>
      channels?.map((channel) => (channel.channel_id === channelId ? { ...channel, usable: false } : channel)),
  );
}

const rooms = new Map<string, Room>();

/** A channel as a place where messages are exchanged; the same object for the same channel. */
export function channelRoom(channelId: string): Room {
  const known = rooms.get(channelId);
  if (known !== undefined) return known;
  const room: Room = {
    id: channelId,
    join: 'joinChannel',
    leave: 'leaveChannel',
    load: async (query) =>
      (await call(endpoints.listChannelMessages, { params: { channel_id: channelId }, query })).messages,
    send: async ({ clientId, text }, options) => {
      const body = { conversation: channelId, content: text, client_id: clientId };
      return (await call(endpoints.sendChannelMessage, { body }, options)).message;
    },
  };
  rooms.set(channelId, room);
  return room;
}
