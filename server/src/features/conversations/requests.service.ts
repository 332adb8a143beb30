import { notFound } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { announceOpened, noConversation } from './conversations.service.ts';
import { acceptRequest } from './requests.queries.ts';

/**
 * Accepts a message request, so that the other person can see what the caller has read; a conversation that's none stays as it is.
 * @throws {HttpError} 404 for other people's conversations
 */
export async function acceptConversation(platform: Platform, { userId }: Session, id: string): Promise<void> {
  const accepted = isId(id)
    ? await platform.db.transaction(async (tx) => await acceptRequest(tx, userId, id))
    : undefined;
  if (!accepted) throw notFound(noConversation);
  if (accepted.wasRequest) announceOpened(platform, userId, id, accepted.lastId);
}
