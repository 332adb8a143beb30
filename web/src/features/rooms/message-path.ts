import type { MessageRoom, Sender } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { pathTo } from '#platform/paths.ts';
import { storedUser } from '#platform/session.ts';

/** The path that opens a room. */
export function roomPath(
  { room_id, community_handle, channel_id }: MessageRoom,
  at: { message?: string } = {},
): string {
  if (community_handle === null) return pathTo('chat', {}, { conversation: room_id, ...at });
  const room = channel_id === null ? { channel: room_id } : { channel: channel_id, thread: room_id };
  return pathTo('communities', {}, { community: community_handle, ...room, ...at });
}

/** The path that opens a room at one of its messages. */
export const messagePath = (message: string, room: MessageRoom): string => roomPath(room, { message });

/** Where a message is, in a few words. */
export function roomLabel(
  { kind, name, community_handle }: MessageRoom,
  communityName = (handle: string): string => handle,
): string {
  if (community_handle !== null)
    return `in ${kind === 'thread' ? 'a thread in ' : ''}#${name ?? ''}, ${communityName(community_handle)}`;
  return kind === 'group' ? `in ${name ?? 'a group'}` : `with ${name ?? ''}`;
}

/** Where a message is, beside the name of who sent it: in the viewer's own conversation with them, "with" isn't repeated. */
export const messageLabel = (
  { sender, room }: { sender: Sender; room: MessageRoom },
  communityName?: (handle: string) => string,
): string =>
  room.kind === 'conversation' && sender._id !== storedUser()?.user_id ? 'to you' : roomLabel(room, communityName);

/** How many replies a thread has. */
export const repliesText = (count: number): string => (count === 1 ? '1 reply' : `${count.toLocaleString()} replies`);

/** A message's link, which leads to it for people who may see it. */
export const messageLink = (messageId: string): string =>
  window.location.origin + pathTo('message', { message_id: messageId });
