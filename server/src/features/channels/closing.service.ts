import { emitUnread, kindOf } from '#features/rooms/public.ts';
import type { Platform } from '#platform/platform.ts';
import { channelKinds } from './channels.queries.ts';

const roomOf = (channelId: string) => kindOf(channelKinds.text).prefix + channelId.toLowerCase();

/** Ends live reading for a person on all sockets right away, and notifies them. */
export function closeChannels({ realtime }: Platform, channelIds: readonly string[], userId: string): void {
  for (const id of channelIds) {
    realtime.removeFromRoom(roomOf(id), [userId]);
    realtime.toUsers([userId], 'channelClosed', { channel_id: id });
  }
}

/**
 * Checks again, in every process, who may read these channels or threads live, and removes and notifies everyone else.
 */
export function reviewChannels({ realtime }: Pick<Platform, 'realtime'>, ids: readonly string[]): void {
  for (const id of ids) {
    realtime.reviewRoom(roomOf(id), 'channelClosed', { channel_id: id });
    emitUnread({ realtime }, { roomId: id });
  }
}

/** Ends live reading of channels or threads that are gone, for everyone. */
export function endChannels({ realtime }: Pick<Platform, 'realtime'>, ids: readonly string[]): void {
  for (const id of ids) {
    realtime.toRoom(roomOf(id), 'channelClosed', { channel_id: id });
    realtime.emptyRoom(roomOf(id));
    emitUnread({ realtime }, { roomId: id });
  }
}
