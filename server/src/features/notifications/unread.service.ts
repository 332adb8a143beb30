import type { UnreadCounts } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { setRoomNotify as notifyCall } from '@hubbub/contract/features/messages/messages.endpoints.ts';
import type { EndpointAnswer, EndpointRequest } from '@hubbub/contract/platform/endpoint.ts';
import { holdUser } from '#features/accounts/public.ts';
import { channelNotify, channelRooms } from '#features/channels/public.ts';
import { conversationNotify, conversationRooms, groupRooms } from '#features/conversations/public.ts';
import { findKind, storeNotify } from '#features/messages/public.ts';
import type { SessionAnswer } from '#platform/database/session-statement.ts';
import { notFound, unauthenticated } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { announceUnread } from './announce.service.ts';
import { readOwnUnread } from './unread.queries.ts';
import { viewUnread } from './unread.view.ts';

export const noSuchRoom = "Room not found, or you can't read it.";

/** What's unread for the caller. */
export async function readUnread({ db }: Platform, tokenHash: Buffer): Promise<SessionAnswer<UnreadCounts>> {
  const unread = await readOwnUnread(db.hot, tokenHash);
  return unread && { body: viewUnread(unread), userId: unread.user_id, stale: unread.stale };
}

/**
 * Chooses how much of a room the caller is told, until a time or for good. One that's over is as if it had never been chosen.
 * @throws {HttpError} 404 for a room that the caller may not read
 */
export async function setRoomNotify(
  platform: Platform,
  userId: string,
  roomId: string,
  { notify, until }: EndpointRequest<typeof notifyCall>['body'],
): Promise<EndpointAnswer<typeof notifyCall>> {
  const ends = until === undefined || until === null ? null : new Date(until);
  const kind = await platform.db.transaction(async (tx) => {
    if (!(await holdUser(tx, userId))) throw unauthenticated();
    const found = isId(roomId)
      ? await findKind(tx, [channelRooms, conversationRooms, groupRooms], { userId, roomId })
      : undefined;
    if (!found) throw notFound(noSuchRoom);
    await storeNotify(tx, { user_id: userId, room_id: roomId, notify, until: ends });
    return found;
  });
  announceUnread(platform, [userId], kind === channelRooms ? roomId : undefined);
  const isOver = ends !== null && ends <= platform.clock.now();
  const otherwise = kind === channelRooms ? channelNotify : conversationNotify;
  return { notify: isOver ? otherwise : notify };
}
