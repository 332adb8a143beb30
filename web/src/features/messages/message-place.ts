import type { MessageRoom } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { pathTo } from '#platform/paths.ts';

/** The path that opens a room at one of its messages. */
export const messagePlace = (messageId: string, { room_id, community_handle }: MessageRoom): string =>
  community_handle === null
    ? pathTo('chat', {}, { conversation: room_id, message: messageId })
    : pathTo('communities', {}, { community: community_handle, channel: room_id, message: messageId });

/** Where a message is, in a few words. */
export function roomLabel({ kind, name, community_handle }: MessageRoom): string {
  if (community_handle !== null) return `in #${name ?? ''}, ${community_handle}`;
  return kind === 'group' ? `in ${name ?? 'a group'}` : `with ${name ?? ''}`;
}

/** A message's link, which leads to its place for whoever may see it. */
export const messageLink = (messageId: string): string =>
  window.location.origin + pathTo('message', { message_id: messageId });
