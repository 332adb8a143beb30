import type {
  UnreadChannel,
  UnreadCounts,
  UnreadThread,
} from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { kindOf, type RoomKind, type UnreadRoom } from '#features/rooms/public.ts';
import { totalOf } from './unread.rules.ts';

/** A person's unread counts. */
export interface Unread {
  notifications: number;
  /** How many of them are mentions in channels, which count with their channels. */
  in_channels: number;
  rooms: readonly UnreadRoom[];
}

const countsAs = (what: RoomKind['countsAs']) => (room: UnreadRoom) => kindOf(room.kind).countsAs === what;

/** Rooms that count as one, if the person wants all of their messages or is mentioned in them. */
export const countedRooms = (rooms: readonly UnreadRoom[]): UnreadRoom[] =>
  rooms
    .filter(countsAs('conversations'))
    .filter(({ unread, tells_all, mentions }) => unread > 0 && (tells_all || mentions > 0));

/** The answer to a request for the counts. */
export function viewUnread({ notifications, in_channels, rooms }: Unread): UnreadCounts {
  const channels = rooms.filter(countsAs('channels')).flatMap((room): UnreadChannel[] => {
    const { room_id: channel_id, community_id, community_handle, unread, mentions } = room;
    if (community_id === null || community_handle === null) return [];
    return [{ channel_id, community_id, community_handle, unread, mentions }];
  });
  const threads = rooms
    .filter(countsAs('threads'))
    .flatMap(({ room_id, channel_id, unread, mentions }): UnreadThread[] =>
      channel_id === null ? [] : [{ room_id, channel_id, unread, mentions }],
    );
  const counts = { notifications, conversations: countedRooms(rooms).length, channels, threads };
  return { ...counts, total: totalOf(counts, in_channels) };
}
