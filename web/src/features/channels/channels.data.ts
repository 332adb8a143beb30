import type { Channel, UnreadCounts } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { EndpointInput } from '@hubbub/contract/platform/endpoint.ts';
import { type Query, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { moved, withChange, withMessage, withoutRoom, withRead } from '#features/channels/channels.rules.ts';
import { communityKey } from '#features/communities/public.ts';
import { type Room, readKey } from '#features/rooms/public.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { isHandled, NotFound } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { callQueued } from '#platform/outbox.ts';

/** A community's channels in their order, for its members. */
export function channelsOptions(handle: string) {
  return queryOptions({
    queryKey: communityKey(handle, 'channels'),
    meta: { offlinePages: 1 },
    queryFn: async ({ signal }) => (await call(endpoints.listChannels, { params: { handle } }, { signal })).channels,
  });
}

/** A community's voice channels, with who is inside. */
export function voiceChannelsOptions(handle: string) {
  return queryOptions({
    queryKey: communityKey(handle, 'channels', 'voice'),
    queryFn: async ({ signal }) => {
      const { channels } = await call(
        endpoints.listChannels,
        { params: { handle }, query: { voice: 'true' } },
        { signal },
      );
      return channels.filter(({ kind }) => kind === 'voice');
    },
  });
}

/** What's unread: every badge is made of it. Channels this page hasn't joined send no events, so it's polled. */
export const unreadOptions = queryOptions({
  queryKey: ['unread'],
  queryFn: ({ signal }) => call(endpoints.readUnread, {}, { signal }),
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
});

/** Creates a channel and adds it to the list right away. */
export function useCreateChannel(handle: string) {
  const client = useQueryClient();
  const { queryKey } = channelsOptions(handle);
  return useChange({
    fails: 'here',
    mutationFn: async (body: { name: string; roles: string[]; kind: 'text' | 'voice' }) =>
      (await call(endpoints.createChannel, { params: { handle }, body })).channel,
    onSuccess: (channel) => {
      if (channel.kind !== 'voice')
        client.setQueryData(queryKey, (channels) =>
          channels?.some(({ channel_id }) => channel_id === channel.channel_id)
            ? channels
            : channels && [...channels, channel],
        );
      void client.invalidateQueries({ queryKey });
    },
  });
}

/** Changes a channel's name, topic, category, slow mode or roles. */
export function useUpdateChannel(handle: string, channel_id: string) {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: (body: EndpointInput<typeof endpoints.updateChannel>['body']) =>
      call(endpoints.updateChannel, { params: { handle, channel_id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: channelsOptions(handle).queryKey }),
  });
}

/** Deletes a channel, and takes it from the list right away. */
export function useDeleteChannel(handle: string, channel_id: string, onDeleted: () => void) {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: () => call(endpoints.deleteChannel, { params: { handle, channel_id } }),
    onSuccess: () => {
      dropUnread(client, channel_id);
      client.setQueryData(channelsOptions(handle).queryKey, (channels) =>
        channels?.filter((channel) => channel.channel_id !== channel_id),
      );
      onDeleted();
    },
  });
}

/** Moves a channel to a place in the list: shown right away, and undone if the server refuses it. Moves run one at a time. */
export function useMoveChannel(handle: string) {
  const client = useQueryClient();
  const { queryKey } = channelsOptions(handle);
  return useChange({
    scope: { id: `order:${handle}` },
    mutationFn: ({ channelId, position }: { channelId: string; position: number }) =>
      call(endpoints.updateChannel, { params: { handle, channel_id: channelId }, body: { position } }),
    show: async ({ channelId, position }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (channels) => channels && moved(channels, channelId, position));
      return { undo: () => undefined };
    },
    fails: 'alert',
    onSettled: () => void client.invalidateQueries({ queryKey }),
  });
}

const lists = { queryKey: ['community'], predicate: ({ queryKey }: Query) => queryKey[2] === 'channels' };

/** Changes a channel in every cache that has it. */
function patch(client: QueryClient, channelId: string, next: (channel: Channel) => Channel): void {
  client.setQueriesData<Channel[]>(lists, (channels) => {
    const index = channels?.findIndex(({ channel_id }) => channel_id === channelId) ?? -1;
    const before = channels?.[index];
    if (channels === undefined || before === undefined) return channels;
    const after = next(before);
    return after === before ? channels : channels.with(index, after);
  });
  // A request that's already in flight doesn't include the change.
  if (client.isFetching(lists) > 0) void client.invalidateQueries(lists);
}

/** The person chose a channel's notifications: a muted channel has no badge. */
export function applyNotify(client: QueryClient, channelId: string, notify: Channel['notify']): void {
  patch(client, channelId, (channel) => ({ ...channel, notify }));
  if (notify === 'none') dropUnread(client, channelId);
  else void client.invalidateQueries({ queryKey: unreadOptions.queryKey });
}

/** The server closed a channel for this person: it can't be selected from now on. */
export function closeChannel(client: QueryClient, channelId: string): void {
  dropUnread(client, channelId);
  patch(client, channelId, (channel) => ({ ...channel, usable: false, read_id: null, unread_id: null }));
}

/** A message arrived in a channel, which becomes unread unless the person wrote it or blocked its sender. */
export function receiveInChannel(client: QueryClient, message: Message, ownId: string): void {
  patch(client, message.conversation, (channel) => withMessage(channel, message, ownId));
  const [handle, channel] = knownChannel(client, message.conversation) ?? [];
  // Only the server knows whether the person has to wait now.
  if (handle !== undefined && channel?.slow_mode && message.sender._id === ownId)
    void client.invalidateQueries({ queryKey: channelsOptions(handle).queryKey });
  if (handle !== undefined && channel?.unread_id != null && channel.notify !== 'none')
    addUnread(client, channel, handle);
}

/** Channels that were read further here than was reported to the server. */
const untold = new Set<string>();

/** A channel was read here up to a message: its badge disappears. `sendRead` tells the server. */
export function readHere(client: QueryClient, channelId: string, messageId: string): void {
  untold.add(channelId);
  unmark(client, channelId, messageId);
}

/**
 * The server says up to which message the person has read a channel. That may be less than this page knows, if they marked it as unread
 * elsewhere: then the list is fetched again, because only the server knows what's unread.
 */
export function applyRead(client: QueryClient, channelId: string, messageId: string): void {
  const known = knownChannel(client, channelId)?.[1].read_id ?? '';
  if (messageId >= known) unmark(client, channelId, messageId);
  else if (!untold.has(channelId)) void client.invalidateQueries(lists);
}

function unmark(client: QueryClient, channelId: string, messageId: string): void {
  patch(client, channelId, (channel) => withRead(channel, messageId));
  if (knownChannel(client, channelId)?.[1].unread_id == null) dropUnread(client, channelId);
}

/** A channel from a fetched list, with its community's handle. */
function knownChannel(client: QueryClient, channelId: string): [handle: string, Channel] | undefined {
  for (const [[, handle], channels] of client.getQueriesData<Channel[]>(lists)) {
    const channel = channels?.find(({ channel_id }) => channel_id === channelId);
    if (channel !== undefined) return [String(handle), channel];
  }
  return undefined;
}

function addUnread(client: QueryClient, { channel_id, community_id }: Channel, community_handle: string): void {
  client.setQueryData(unreadOptions.queryKey, (unread) => {
    if (unread === undefined || unread.channels.some((other) => other.channel_id === channel_id)) return unread;
    const channel = { channel_id, community_id, community_handle, unread: 1, mentions: 0 };
    return { ...unread, channels: [...unread.channels, channel] };
  });
}

/** Nothing is unread in a channel or thread anymore. */
function dropUnread(client: QueryClient, roomId: string): void {
  client.setQueryData(unreadOptions.queryKey, (unread) => unread && withoutRoom(unread, roomId));
}

/**
 * Applies the server's changes to the unread counts, except in channels and threads that were read here and aren't reported yet. A request
 * that's already in flight may not include it.
 */
export function applyUnreadChange(
  client: QueryClient,
  { channels = [], threads = [], ...counts }: Partial<UnreadCounts>,
): void {
  const { queryKey } = unreadOptions;
  const change = {
    ...counts,
    channels: channels.filter(({ channel_id }) => !untold.has(channel_id)),
    threads: threads.filter(({ room_id }) => !untold.has(room_id)),
  };
  client.setQueryData(queryKey, (unread) => unread && withChange(unread, change));
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
}

/** Tells the server, and through it the person's other devices, that a channel was read up to a message. */
export async function sendRead(channelId: string, messageId: string): Promise<void> {
  const input = { params: { channel_id: channelId }, body: { message_id: messageId } };
  try {
    await callQueued(endpoints.markChannelRead, input, 'What you read', { key: readKey(channelId) });
  } catch (error) {
    // A channel that has been closed has no badge.
    if (!isHandled(error) && !(error instanceof NotFound)) logError("Couldn't mark a channel as read", error);
  } finally {
    untold.delete(channelId);
  }
}

const rooms = new Map<string, Room>();

/** A channel as a `Room`; the same object for the same channel. */
export function channelRoom(channelId: string): Room {
  const known = rooms.get(channelId);
  if (known !== undefined) return known;
  const room: Room = {
    id: channelId,
    join: 'joinChannel',
    leave: 'leaveChannel',
    load: (query) => call(endpoints.listChannelMessages, { params: { channel_id: channelId }, query }),
    endpoint: endpoints.sendChannelMessage,
  };
  rooms.set(channelId, room);
  return room;
}
