import { emitUnread, kindOf } from '#features/rooms/public.ts';
import type { Platform } from '#platform/platform.ts';
import { channelKind } from './channels.queries.ts';

const roomOf = (channelId: string) => kindOf(channelKind).prefix + channelId.toLowerCase();

/** Ends live reading for a person on all sockets right away, and notifies them. */
export function closeChannels({ realtime }: Platform, channelIds: readonly string[], userId: string): void {
  for (const id of channelIds) {
    realtime.removeFromRoom(roomOf(id), [userId]);
    realtime.toUsers([userId], 'channelClosed', { channel_id: id });
  }
}

/** Checks again in every process who may read a channel live, and tells those who may not anymore. */
export function reviewChannel({ realtime }: Pick<Platform, 'realtime'>, channelId: string): void {
  realtime.reviewRoom(roomOf(channelId), 'channelClosed', { channel_id: channelId });
  emitUnread({ realtime }, { roomId: channelId });
}

/** Ends live reading of a channel that's gone, for everyone. */
export function endChannel({ realtime }: Pick<Platform, 'realtime'>, channelId: string): void {
  realtime.toRoom(roomOf(channelId), 'channelClosed', { channel_id: channelId });
  realtime.emptyRoom(roomOf(channelId));
  emitUnread({ realtime }, { roomId: channelId });
}
