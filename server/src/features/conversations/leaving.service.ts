import { findRoom, kindOf, noConversation, type Rooms } from '#features/rooms/public.ts';
import { goneOrHidden } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { deleteConversation } from './conversations.service.ts';
import { removeMember } from './groups.service.ts';

/** Takes a room out of the caller's list, in the way of its kind: they delete what's in it for themselves, or leave it. @throws {HttpError} 404 */
export async function leaveRoom(platform: Platform, rooms: Rooms, session: Session, id: string): Promise<void> {
  const room = isId(id) ? await findRoom(platform.db.reads, session.userId, id) : undefined;
  const leaving = room?.isRead && kindOf(room.kind).leaving;
  if (!leaving) throw goneOrHidden(room, noConversation);
  await (leaving === 'ends'
    ? removeMember(platform, rooms, session, { id })
    : deleteConversation(platform, session, id));
}
