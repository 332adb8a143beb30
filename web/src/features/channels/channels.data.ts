import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import { withRead, withUnread } from '#features/channels/channels.rules.ts';
import { communityKey } from '#features/communities/public.ts';
import type { Room } from '#features/messages/public.ts';
import { call } from '#platform/api-client.ts';
import { isHandled, NotFound } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';

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

const lists = { queryKey: ['community'], predicate: ({ queryKey }: Query) => queryKey[2] === 'channels' };

/** Changes a channel wherever it is kept. */
function patch(client: QueryClient, channelId: string, next: (channel: Channel) => Channel): void {
  client.setQueriesData<Channel[]>(lists, (channels) => {
    const index = channels?.findIndex(({ channel_id }) => channel_id === channelId) ?? -1;
    const before = channels?.[index];
    if (channels === undefined || before === undefined) return channels;
    const after = next(before);
    return after === before ? channels : channels.with(index, after);
  });
  // A reading that is under way does not know of the change.
  if (client.isFetching(lists) > 0) void client.invalidateQueries(lists);
}

/** The server closed a channel for this person: it is not selectable from this moment on. */
export function closeChannel(client: QueryClient, channelId: string): void {
  patch(client, channelId, (channel) => ({ ...channel, usable: false, read_id: null, unread_id: null }));
}

/** A message of somebody else came to a channel: it is marked. */
export function markUnread(client: QueryClient, channelId: string, messageId: string): void {
  patch(client, channelId, (channel) => withUnread(channel, messageId));
}

/** A channel was read up to a message, here or on another device of the person: its mark goes. */
export function unmark(client: QueryClient, channelId: string, messageId: string): void {
  patch(client, channelId, (channel) => withRead(channel, messageId));
}

/** Tells the server, and so the other devices, that a channel was read up to a message. */
export async function sendRead(channelId: string, messageId: string): Promise<void> {
  const input = { params: { channel_id: channelId }, body: { message_id: messageId } };
  try {
    await call(endpoints.markChannelRead, input, { keepalive: true });
  } catch (error) {
    // A channel that is closed by now has no mark.
    if (!isHandled(error) && !(error instanceof NotFound)) logError('A channel could not be marked as read', error);
  }
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
