import { findRoom, kindOf, noConversation, type Rooms } from '#features/rooms/public.ts';
import { goneOrHidden } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { deleteConversation } from './conversations.service.ts';
import { removeMember } from './groups.service.ts';

/**
 * Removes a room from the caller's list: a conversation is deleted for them, a group is left. @throws {HttpError} 404
 */
export async function leaveRoom(platform: Platform, rooms: Rooms, session: Session, id: string): Promise<void> {
  const room = isId(id) ? await findRoom(platform.db.reads, session.userId, id) : undefined;
  const leaving = room?.isRead && kindOf(room.kind).leaving;
  if (!leaving) throw goneOrHidden(room, noConversation);
  await (leaving === 'ends'
    ? removeMember(platform, rooms, session, { id })
    : deleteConversation(platform, session, id));
}
